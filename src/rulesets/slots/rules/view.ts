import type { Command } from '../../../encounter/command';
import { activeConditions } from '../../../encounter/condition';
import type {
  ActionButton,
  ActionGroup,
  Badge,
  FighterRow,
  Figure,
  Gauge,
  SheetView,
  TrackCell,
  TrackerView,
  Viewer,
} from '../../../encounter/view';
import { GM, type Reason } from '../../../kernel/ask';
import { sum } from '../../../mechanics/breakdown';
import { figureWith, possibleFirst } from '../../../mechanics/sheet';
import { labelOfCondition as conditionLabel, message as words } from '../../../rulebook/labels';
import type { Action } from './act';
import { ACTIONS, type ActionId } from './actions';
import { orderOf } from './clock';
import { actionOf, affordable, CLOCK, priceOf, whyNot } from './commands';
import { CONDITIONS, type ConditionId, isOut } from './conditions';
import { isTurnOf } from './cost';
import { isConsumed, NAMES, verbFor } from './gear';
import { ROUNDS_A_MINUTE } from './health';
import { isThing, type SlotsItem, type Thing } from './items';
import { noteOf } from './labels';
import { ODDS } from './odds';
import { edgeFields, fieldsOf, startFields } from './options';
import { isAimed } from './spell';
import { abilityOf, type SlotsEncounter, type SlotsFighter, strikeOf } from './stats';
import { acOf, attackOf, damageOf, initiativeOf, saveOf, skillOf } from './totals';
import { ABILITIES, type PoolId, SAVES, SKILLS, SLOTS } from './words';

const SHAPES: Readonly<Partial<Record<PoolId, Gauge['shape']>>> = {
  hp: 'bar',
  negative: 'segments',
  sq: 'number',
  bleed: 'number',
  standard: 'pips',
  move: 'pips',
  quick: 'pips',
  reaction: 'pips',
  waited: 'pips',
};

export function trackerView(encounter: SlotsEncounter, viewer: Viewer): TrackerView {
  const { phase } = encounter.clock;
  const started = phase !== 'idle';
  return {
    clock: clockWords(encounter),
    started,
    track: started ? trackOf(encounter, viewer) : [],
    rows: Object.values(encounter.fighters).map((fighter) => rowOf(encounter, fighter, viewer)),
    controls: viewer.gm ? Object.keys(CLOCK).map((id) => control(encounter, { do: id, by: GM })) : [],
  };
}

/** L-01, L-02: rounds of six seconds, ten of them a minute. */
function clockWords({ clock: { round, phase } }: SlotsEncounter) {
  if (phase === 'idle') return words('Clock.idle');
  if (phase === 'surprise') return words('Clock.surprise');
  if (phase === 'initiative') return words('Clock.initiative');
  const minute = Math.floor((round - 1) / ROUNDS_A_MINUTE) + 1;
  return words('Clock.round', { round, minute });
}

/** The order of initiative: a cell for each turn, the running one marked. Before there is one, whoever lies in ambush. */
function trackOf(encounter: SlotsEncounter, { unseen = [] }: Viewer): TrackCell[] {
  const { phase, turn } = encounter.clock;
  const order = orderOf(encounter).filter(({ id }) => !unseen.includes(id));
  if (phase === 'surprise') {
    const stateOf = ({ id, book }: SlotsFighter): TrackCell['state'] =>
      id === turn ? 'now' : book.ambush === 'ready' ? 'ahead' : 'past';
    const ambushers = order.filter(({ book }) => book.ambush !== undefined);
    return ambushers.map((fighter) => cell(fighter, stateOf(fighter), words('Track.ambush')));
  }
  const now = order.findIndex(({ id }) => id === turn);
  return order.map((fighter, at) => {
    const { initiative } = fighter.book;
    const label =
      initiative === undefined
        ? words('Track.place', { place: at + 1 })
        : words('Track.initiative', { initiative: Number(initiative) });
    return cell(fighter, at === now ? 'now' : at < now ? 'past' : 'ahead', label);
  });
}

const cell = ({ id }: SlotsFighter, state: TrackCell['state'], label: TrackCell['label']): TrackCell => ({
  id: `turn-${id}`,
  label,
  state,
  fighters: [id],
  gauges: SLOTS,
});

function rowOf(encounter: SlotsEncounter, fighter: SlotsFighter, viewer: Viewer): FighterRow {
  const { id: by, pools } = fighter;
  const own = viewer.gm || viewer.owns.includes(by);
  const ready = isTurnOf(encounter, fighter) && SLOTS.some((slot) => pools[slot]!.value > 0);
  const commands: Command[] = [
    { do: 'end-turn', by },
    { do: 'take-turn', by },
    ...Object.keys(encounter.fighters).map((at): Command => ({ do: 'let-pass', by, at })),
  ];
  const actions = commands.filter((command) => own && whyNot(encounter, command).length === 0);
  return {
    id: by,
    gauges: gaugesOf(fighter).filter(({ id }) => id !== 'bleed' && id !== 'sq'),
    badges: badgesOf(fighter),
    actions: actions.map((command) => control(encounter, command)),
    ready,
    out: isOut(fighter),
  };
}

/** Slots and hit points always; what is not the matter is not shown. */
function gaugesOf(fighter: SlotsFighter): Gauge[] {
  const { pools, stats } = fighter;
  const shown: PoolId[] = stats.base.object ? ['hp'] : ['standard', 'move', 'quick', 'reaction', 'waited', 'hp'];
  for (const pool of ['negative', 'bleed'] as const) if (pools[pool]!.value > 0) shown.push(pool);
  if (pools.sq!.max > 0) shown.push('sq');
  return shown
    .filter((pool) => pool !== 'waited' || pools.waited!.value > 0)
    .map((pool) => {
      const { value, max } = pools[pool]!;
      const low = pool === 'hp' ? value * 4 <= max : pool === 'negative';
      const open = (SLOTS as readonly string[]).includes(pool);
      return { id: pool, shape: SHAPES[pool]!, label: words(`Pool.${pool}`), value, max, low, pool, open };
    });
}

function badgesOf(fighter: SlotsFighter): Badge[] {
  return activeConditions(CONDITIONS, fighter.conditions).map(({ id, roots }): Badge => {
    const { tone, icon } = CONDITIONS[id as ConditionId];
    return {
      ...{ id, tone, label: conditionLabel(id), icon: `conditions/${icon}`, implied: roots.length === 0 },
      note: [words(`Condition.${id}.hint`), ...roots.map(noteOf)],
    };
  });
}

/** A button of what is no row of the table. */
function control(encounter: SlotsEncounter | null, command: Command): ActionButton {
  const isFirst = command.do === 'end-turn' && encounter?.clock.phase === 'initiative';
  const id = isFirst ? 'first-turn' : command.do;
  const other = command.at === undefined ? undefined : encounter?.fighters[command.at];
  return {
    id: other ? `${id}-${other.id}` : id,
    label: other ? words(`Option.${id}`, { name: other.name }) : words(`Action.${id}.label`),
    hint: words(`Action.${id}.hint`),
    icon: `actions/${command.do}`,
    command,
    cost: [],
    whyNot: encounter ? whyNot(encounter, command) : [{ id: 'not-in-encounter' }],
    needs: 'nothing',
    fields: encounter && command.do === 'start' ? startFields(encounter) : [],
  };
}

const targetOf = (encounter: SlotsEncounter | null, { at }: Command): SlotsFighter | null =>
  (at !== undefined && encounter?.fighters[at]) || null;

/** L-176: the game master gives a fighter an edge over whom it has targeted, or over whom it names. */
function edgeButton(encounter: SlotsEncounter, { by, at, options }: Command, { targets }: Viewer): ActionButton {
  const over = targets.find((id) => id !== at && encounter.fighters[id] !== undefined);
  const aimed = options?.towards === undefined && over !== undefined ? { towards: over, ...options } : options;
  const command: Command = { do: 'condition', by, at: at!, options: { ...aimed, condition: 'edge', on: true } };
  return {
    id: 'edge',
    label: words('Action.edge.label'),
    hint: words('Action.edge.hint'),
    icon: 'conditions/edge',
    command,
    cost: [],
    whyNot: whyNot(encounter, command),
    needs: 'nothing',
    fields: edgeFields(encounter, at),
  };
}

/** The slots one acts with, each with what it is the price of (section 5). */
const GROUPS = ['standard', 'move', 'quick'] as const;

/** @param encounter null where the fighter is in none */
export function sheetView(encounter: SlotsEncounter | null, fighter: SlotsFighter, viewer: Viewer): SheetView {
  const by = fighter.id;
  const button = (wanted: Command): ActionButton => {
    const command = aimed(encounter, wanted, viewer);
    return withOdds(encounter, buttonOf(encounter, fighter, command, viewer, true), viewer, ODDS.atHand);
  };
  const groups = GROUPS.map((slot): ActionGroup => {
    const rows = Object.entries<Action>(ACTIONS).filter(([, action]) => action.slot === slot && !action.ofItem);
    const actions = rows.map(([id]) => button({ do: id, by }));
    return { id: slot, label: words(`Group.${slot}`), actions: possibleFirst(actions) };
  });
  const itemActions = Object.fromEntries(
    fighter.items.map((item) => [
      item.id,
      [...verbsOf(item), ...handed(item)].map((verb) =>
        button({
          do: verb === 'hand' ? 'manage-items' : verb,
          by,
          with: item.id,
          ...(verb === 'hand' && { options: { verb } }),
        }),
      ),
    ]),
  );
  const edge = { do: 'condition', by: GM, at: by, options: { condition: 'edge' } };
  const said: ActionGroup[] =
    encounter && viewer.gm
      ? [{ id: 'gm', label: words('Group.gm'), actions: [edgeButton(encounter, edge, viewer)] }]
      : [];
  return {
    gauges: gaugesOf(fighter),
    figures: figuresOf(encounter ?? NOWHERE, fighter),
    badges: badgesOf(fighter),
    groups: [...groups, ...said],
    itemActions,
  };
}

/** The button of a command exactly as it is, the clock's too. */
export function actionView(encounter: SlotsEncounter, command: Command, viewer: Viewer): ActionButton {
  const fighter = encounter.fighters[command.by];
  if (command.do === 'condition' && command.options?.condition === 'edge')
    return edgeButton(encounter, command, viewer);
  if (!fighter || !actionOf(command.do)) return control(encounter, command);
  return withOdds(
    encounter,
    buttonOf(encounter, fighter, aimed(encounter, command, viewer), viewer),
    viewer,
    ODDS.reckoned,
  );
}

/** What may have somebody in view besides what needs it: words to somebody, a spell, a wound, a way that ends at a foe. */
const MAY_AIM: readonly string[] = ['command', 'cast-spell', 'patch-wound', 'search', 'charge', 'manage-items'];

/** The command at whom the viewer has targeted, where it is about somebody and the viewer has targeted one. */
function aimed(encounter: SlotsEncounter | null, command: Command, { targets }: Viewer): Command {
  const action = actionOf(command.do);
  if (command.at !== undefined || (action?.needs !== 'target' && !MAY_AIM.includes(command.do))) return command;
  const isThere = (id: string): boolean => id !== command.by && encounter?.fighters[id] !== undefined;
  const at = targets.find(isThere);
  return at === undefined ? command : { ...command, at };
}

/** What cannot be pressed has no odds, and they are not free. @param reckon the odds, or those at hand */
function withOdds(
  encounter: SlotsEncounter | null,
  button: ActionButton,
  viewer: Viewer,
  reckon: typeof ODDS.reckoned,
): ActionButton {
  const odds = encounter && button.whyNot.length === 0 ? reckon(encounter, viewer, button.command) : [];
  return odds.length > 0 ? { ...button, odds } : button;
}

/** What may be done with an item, as it is held. */
function verbsOf(item: SlotsItem): ActionId[] {
  if (item.type === 'slotsSpell') return ['cast-spell'];
  const attacks: ActionId[] =
    item.type === 'slotsWeapon' && (item.equipped || item.natural) && !item.dropped
      ? ['primary-attack', 'secondary-attack', 'tertiary-attack', 'sunder']
      : [];
  return [
    ...attacks,
    ...(isConsumed(item) ? (['consume'] as const) : []),
    ...(isHandled(item) ? (['manage-items'] as const) : []),
  ];
}

/** Neither a part of the body nor worn on it. */
const isHandled = (item: SlotsItem): item is Thing =>
  isThing(item) && !(item.type === 'slotsWeapon' && item.natural) && !(item.type === 'slotsArmor' && item.hands === 0);

/** What may besides go into another hand. */
const handed = (item: SlotsItem): readonly 'hand'[] => (isHandled(item) && !item.dropped ? ['hand'] : []);

/** @param helps whether another slot is put in where its own does not pay (L-08, L-09) */
function buttonOf(
  encounter: SlotsEncounter | null,
  fighter: SlotsFighter,
  wanted: Command,
  viewer: Viewer,
  helps = false,
): ActionButton {
  const action = actionOf(wanted.do)!;
  const command = encounter && helps ? affordable(encounter, wanted) : wanted;
  const id = nameOf(fighter, command);
  return {
    id,
    label: words(`Action.${id}.label`),
    hint: words(`Action.${id}.hint`),
    icon: action.icon,
    command,
    cost: encounter
      ? priceOf(encounter, command)
      : priceOf({ ...NOWHERE, fighters: { [fighter.id]: fighter } }, command),
    whyNot: encounter ? reasonsFor(action, fighter, command, whyNot(encounter, command)) : [{ id: 'not-in-encounter' }],
    // A fighter off the map has no token to drag: the way is told in feet.
    needs: needsOf(action, fighter, command),
    fields: fieldsOf(action, fighter, command, targetOf(encounter, command), viewer),
  };
}

function needsOf({ needs }: Action, fighter: SlotsFighter, command: Command): ActionButton['needs'] {
  if (needs === 'path' && command.options?.feet !== undefined) return 'nothing';
  const spell = fighter.items.find(({ id }) => id === command.with);
  if (command.options?.verb === 'hand') return 'target';
  return command.do === 'cast-spell' && spell?.type === 'slotsSpell' && isAimed(spell) ? 'target' : needs;
}

/** Items are handled by what is next to be done with them. */
function nameOf(fighter: SlotsFighter, { do: verb, with: item, options }: Command): string {
  if (verb !== 'manage-items') return verb;
  if (options?.verb === 'hand') return NAMES.hand;
  const thing = fighter.items.filter(isThing).find(({ id }) => id === item);
  return thing ? NAMES[verbFor(thing)] : verb;
}

/** Costs do not look at the encounter; a fighter in none still has prices. */
const NOWHERE: SlotsEncounter = {
  ruleset: 'slots',
  clock: { round: 0, phase: 'idle', turn: null },
  fighters: {},
  ground: { grid: 'gridless', cell: 5 },
  settings: {},
};

/** What only the way that is drawn after the click can show: that there is none yet, and where it ends. */
const OF_THE_WAY: readonly string[] = ['no-path', 'run-up', 'not-straight', 'out-of-reach', 'nobody-there'];
const reasonsFor = (
  { needs }: Action,
  { place }: SlotsFighter,
  { path }: Command,
  reasons: readonly Reason[],
): readonly Reason[] =>
  needs === 'path' && place && !path ? reasons.filter(({ id }) => !OF_THE_WAY.includes(id)) : reasons;

function figuresOf(encounter: SlotsEncounter, fighter: SlotsFighter): Figure[] {
  const { stats, items } = fighter;
  const figure = figureWith(words);
  const plain = { slot: 0, other: 0 };
  const strikes = items.flatMap((item) => {
    if (item.type !== 'slotsWeapon') return [];
    const { id, name } = item;
    const strike = strikeOf(item);
    return [
      figure(`attack-${id}`, words('Stat.attackOf', { weapon: name }), attackOf(fighter, null, strike, plain)),
      figure(`damage-${id}`, words('Stat.damageOf', { weapon: name }), damageOf(fighter, strike)),
    ];
  });
  const abilities = ABILITIES.map((id) => {
    const entered = stats.base[id];
    return figure(id, words(`Stat.${id}`), sum({ entered, abilityDamage: abilityOf(fighter, id) - entered }));
  });
  return [
    ...strikes,
    figure('ac', words('Stat.ac'), acOf(encounter, fighter)),
    figure('bab', words('Stat.bab'), stats.figures.bab),
    figure('initiative', words('Stat.initiative'), initiativeOf(fighter)),
    ...SAVES.map((id) => figure(id, words(`Stat.${id}`), saveOf(fighter, id))),
    ...abilities,
    ...SKILLS.map((id) => figure(id, words(`Stat.${id}`), skillOf(fighter, id))),
  ];
}
