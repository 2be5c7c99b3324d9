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
  Words,
} from '../../../encounter/view';
import { GM, type Reason } from '../../../kernel/ask';
import { figureWith, possibleFirst } from '../../../mechanics/sheet';
import type { Action } from './act';
import { ACTIONS, type ActionId } from './actions';
import { isOpen } from './clock';
import { actionOf, CLOCK, priceOf, whyNot, withSwapWhereNeeded } from './commands';
import { CONDITIONS, type ConditionId, heeded, is, isHelpless, suppressedOf } from './conditions';
import { has, pricesOf } from './cost';
import { factsOf } from './item-facts';
import type { EnergyItem } from './items';
import { oddsAtHand, oddsOf } from './odds';
import { fieldsOf, restFields, startFields } from './options';
import { RESTS } from './rest';
import { type EnergyEncounter, type EnergyFighter, FIGURES, statsOf, UNARMED } from './stats';
import { conditionLabel, noteOf, words } from './wording';
import type { PoolId } from './words';

const SHAPES: Readonly<Record<PoolId, Gauge['shape']>> = {
  energy: 'pips',
  agility: 'pips',
  stamina: 'number',
  aura: 'bar',
  surges: 'number',
};
/** Seen at once: the last Stamina, and an Aura of a quarter or less. */
const LOW: Readonly<Partial<Record<PoolId, (value: number, max: number) => boolean>>> = {
  stamina: (value) => value <= 1,
  aura: (value, max) => value * 4 <= max,
};
const ROW_GAUGES: readonly PoolId[] = ['energy', 'agility', 'stamina', 'aura'];

/** E-32, E-152: buttons of the Immediate Interrupts, and the verb of each. */
const INTERRUPTS: readonly { readonly verb: ActionId; readonly id: string; readonly swift: boolean }[] = [
  { verb: 'agile-move', id: 'agile-move', swift: false },
  { verb: 'melee-attack', id: 'swift-attack', swift: true },
  { verb: 'unarmed-attack', id: 'swift-unarmed', swift: true },
  { verb: 'trip', id: 'swift-trip', swift: true },
  { verb: 'disarm', id: 'swift-disarm', swift: true },
  { verb: 'restrain', id: 'swift-restrain', swift: true },
  { verb: 'push', id: 'swift-push', swift: true },
  { verb: 'ranged-attack', id: 'swift-shot', swift: true },
];

export function trackerView(encounter: EnergyEncounter, viewer: Viewer): TrackerView {
  const { round, phase } = encounter.clock;
  const started = phase !== 'idle';
  return {
    clock: started ? words('Clock.round', { round }) : words('Clock.idle'),
    started,
    track: started ? trackOf(encounter, round) : [],
    rows: Object.values(encounter.fighters).map((fighter) => rowOf(encounter, fighter, viewer)),
    ...(nobodyGoesOn(encounter) && { hint: words('Clock.all-wait') }),
    controls: viewer.gm ? controlsOf(encounter) : [],
  };
}

/** E-13: everybody has spent what they had, or waits for the others. */
function nobodyGoesOn(encounter: EnergyEncounter): boolean {
  const fighters = Object.values(encounter.fighters);
  const isDone = (fighter: EnergyFighter): boolean => !isReady(encounter, fighter) || fighter.book.waiting === true;
  return isOpen(encounter) && fighters.length > 0 && fighters.every(isDone);
}

/** The Rounds around now, and on this one whoever could still do something, before those who cannot. */
function trackOf(encounter: EnergyEncounter, round: number): TrackCell[] {
  const all = Object.values(encounter.fighters);
  const ready = all.filter((fighter) => isReady(encounter, fighter));
  const spent = all.filter((fighter) => !ready.includes(fighter) && !is(fighter, 'dead')).map(({ id }) => id);
  const cell = (n: number, state: TrackCell['state'], fighters: readonly EnergyFighter[]): TrackCell => ({
    id: `round-${n}`,
    label: words('Track.round', { round: n }),
    state,
    fighters: fighters.map(({ id }) => id),
  });
  const past = round > 1 ? [cell(round - 1, 'past', [])] : [];
  return [...past, { ...cell(round, 'now', ready), spent }, cell(round + 1, 'ahead', [])];
}

const isOut = (fighter: EnergyFighter): boolean => is(fighter, 'dead') || is(fighter, 'unconscious');

/** The least any action takes: one Energy, or two Agility for a Shift. */
const isReady = (encounter: EnergyEncounter, fighter: EnergyFighter): boolean =>
  isOpen(encounter) && !isOut(fighter) && (has(fighter, 'energy') >= 1 || has(fighter, 'agility') >= 2);

function rowOf(encounter: EnergyEncounter, fighter: EnergyFighter, viewer: Viewer): FighterRow {
  const { gm, owns } = viewer;
  const ready = isReady(encounter, fighter);
  const mayWait = ready && (gm || owns.includes(fighter.id));
  return {
    id: fighter.id,
    gauges: ROW_GAUGES.map((pool) => gaugeOf(fighter, pool)),
    badges: badgesOf(fighter),
    actions: mayWait ? [buttonOf(encounter, fighter, { do: 'wait', by: fighter.id }, viewer)] : [],
    ready,
    out: isOut(fighter),
    ...lightOf(fighter),
  };
}

/** E-13, E-216: who waits, and who bleeds to death unless somebody helps. */
function lightOf(fighter: EnergyFighter): Pick<FighterRow, 'light'> {
  if (is(fighter, 'bleeding-out') && !is(fighter, 'dead')) return { light: 'danger' };
  return fighter.book.waiting === true ? { light: 'waiting' } : {};
}

function gaugeOf(fighter: EnergyFighter, pool: PoolId): Gauge {
  const { value, max } = fighter.pools[pool]!;
  const low = LOW[pool]?.(value, max) ?? false;
  return { id: pool, shape: SHAPES[pool], label: words(`Pool.${pool}`), value, max, low, pool };
}

const fromParent = (parent: string): Words => words('Note.from', { parent: conditionLabel(parent) });

/** The daughters of a condition, each named. */
const broughtBy = (id: string): Words[] =>
  CONDITIONS[id as ConditionId].implies.map((daughter) => words('Note.brings', { daughter: conditionLabel(daughter) }));

function badgesOf(fighter: EnergyFighter): Badge[] {
  const ignored = suppressedOf(fighter);
  const conditions = activeConditions(CONDITIONS, heeded(fighter)).map(({ id, roots, parents }): Badge => {
    const { tone, icon } = CONDITIONS[id as ConditionId];
    return {
      id,
      label: conditionLabel(id),
      tone,
      icon: `conditions/${icon}`,
      note: [words(`Condition.${id}.hint`), ...roots.map(noteOf), ...parents.map(fromParent), ...broughtBy(id)],
      implied: roots.length === 0,
    };
  });
  const marks: [boolean, string, Badge['tone']][] = [
    [fighter.book.posture === 'kneeling', 'kneeling', 'neutral'],
    [fighter.book.waiting === true, 'waiting', 'neutral'],
    [isHelpless(fighter), 'helpless', 'harm'],
    [fighter.book.struckBy !== undefined && !isOut(fighter), 'struck', 'neutral'],
  ];
  const suppressed = ignored.filter((id) => fighter.conditions.some((had) => had.id === id)).map(suppressedBadge);
  return [
    ...conditions,
    ...suppressed,
    ...marks.flatMap(([there, id, tone]): Badge[] =>
      there
        ? [
            {
              id,
              label: words(`Mark.${id}.label`),
              tone,
              icon: `conditions/${id}`,
              note: [words(`Mark.${id}.hint`)],
              implied: false,
            },
          ]
        : [],
    ),
  ];
}

/** E-237: it is still there, and nobody minds it for now. */
const suppressedBadge = (id: string): Badge => ({
  id,
  label: words('Mark.suppressed.label', { condition: conditionLabel(id) }),
  tone: 'neutral',
  icon: `conditions/${CONDITIONS[id as ConditionId].icon}`,
  note: [words('Mark.suppressed.hint')],
  implied: false,
});

/** The game master's clock. Where somebody is still in danger the end says so, and is offered all the same (E-A42). */
function controlsOf(encounter: EnergyEncounter): ActionButton[] {
  const rests = isOpen(encounter) ? [] : Object.keys(RESTS);
  const controls = [...Object.keys(CLOCK), ...rests].map((id) => control(encounter, { do: id, by: GM }));
  const warned = controls.some((button) => button.whyNot.some(({ id }) => id === 'still-in-danger'));
  return warned ? [...controls, control(encounter, { do: 'end', by: GM, options: { anyway: true } })] : controls;
}

const GM_SEES: Viewer = { gm: true, owns: [], targets: [] };

/** A button of what is no row of the table: the clock, and rests. */
function control(encounter: EnergyEncounter | null, command: Command, viewer: Viewer = GM_SEES): ActionButton {
  const id = command.options?.anyway === true ? 'end-anyway' : command.do;
  return {
    id,
    label: words(`Action.${id}.label`),
    hint: words(`Action.${id}.hint`),
    icon: `actions/${command.do}`,
    command,
    cost: [],
    whyNot: encounter ? whyNot(encounter, command) : [{ id: 'no-encounter' }],
    needs: 'nothing',
    fields: encounter && command.do === 'start' ? startFields(encounter) : restFields(command, viewer),
  };
}

/** @param encounter null where the fighter is in none */
export function sheetView(encounter: EnergyEncounter | null, fighter: EnergyFighter, viewer: Viewer): SheetView {
  const by = fighter.id;
  const button = (wanted: Command): ActionButton => {
    const command = aimed(encounter, wanted, viewer);
    return withOdds(encounter, buttonOf(encounter, fighter, command, viewer, true), viewer, oddsAtHand);
  };

  const byCost = new Map<number, ActionButton[]>();
  for (const [id, { ofItem }] of Object.entries<Action>(ACTIONS)) {
    if (id === 'agile-move' || ofItem) continue;
    const ways: Command[] = [{ do: id, by }];
    if (id === 'shift') ways.push({ do: id, by, options: { agility: true } });
    for (const command of ways) {
      const cost = groupOf(encounter, fighter, command);
      byCost.set(cost, [...(byCost.get(cost) ?? []), button(command)]);
    }
  }
  const groups = [...byCost].sort(([a], [b]) => a - b).map(([cost, actions]) => group(cost, actions));

  const interrupts: ActionGroup = {
    id: 'interrupt',
    label: words('Group.interrupt'),
    actions: possibleFirst(
      INTERRUPTS.map(({ verb, swift }) => button({ do: verb, by, ...(swift && { options: { swift } }) })),
    ),
  };

  const open = encounter !== null && isOpen(encounter);
  const itemActions = Object.fromEntries(
    fighter.items.map((item) => [item.id, verbsOf(item).map((verb) => button({ do: verb, by, with: item.id }))]),
  );

  return {
    gauges: [...ROW_GAUGES, 'surges' as const].map((pool) => gaugeOf(fighter, pool)),
    figures: figuresOf(fighter),
    badges: badgesOf(fighter),
    groups: [
      ...(open ? [] : [restsOf(encounter, fighter, viewer)]),
      ...groups,
      interrupts,
      ...(open ? ignorable(encounter, fighter, viewer) : []),
    ],
    itemActions,
    itemFacts: Object.fromEntries(fighter.items.map((item) => [item.id, factsOf(fighter, item)])),
  };
}

/** The button of a command exactly as it is, the clock's too. */
export function actionView(encounter: EnergyEncounter, command: Command, viewer: Viewer): ActionButton {
  const fighter = encounter.fighters[command.by];
  if (!fighter || !actionOf(command.do)) return control(encounter, command, viewer);
  return withOdds(encounter, buttonOf(encounter, fighter, aimed(encounter, command, viewer), viewer), viewer, oddsOf);
}

/** The command at whom the viewer has targeted, where it needs somebody and the viewer has targeted one. */
function aimed(encounter: EnergyEncounter | null, command: Command, { targets }: Viewer): Command {
  if (actionOf(command.do)?.needs !== 'target') return command;
  const at = targets.find((id) => id !== command.by && encounter?.fighters[id] !== undefined);
  return at === undefined ? command : { ...command, at };
}

/** What cannot be pressed has no odds, and they are not free. @param reckon the odds, or those at hand */
function withOdds(
  encounter: EnergyEncounter | null,
  button: ActionButton,
  viewer: Viewer,
  reckon: typeof oddsOf,
): ActionButton {
  const odds = encounter && button.whyNot.length === 0 ? reckon(encounter, viewer, button.command) : [];
  return odds.length > 0 ? { ...button, odds } : button;
}

/** What the game master prices stands behind everything that has a cost. */
const PRICED = Number.POSITIVE_INFINITY;

/** The Energy it takes by the rule, whoever pays a point of it with Stamina. */
function groupOf(encounter: EnergyEncounter | null, fighter: EnergyFighter, command: Command): number {
  const action = actionOf(command.do)!;
  const act = {
    encounter: encounter ?? NOWHERE,
    fighter,
    command,
    target: null,
    onMetre: null,
    rules: null,
    stands: null,
  };
  return action.priced ? PRICED : (action.cost(act).energy ?? 0);
}

function group(cost: number, actions: readonly ActionButton[]): ActionGroup {
  const id = cost === PRICED ? 'priced' : cost === 0 ? 'free' : `energy-${cost}`;
  const label = id.startsWith('energy') ? words('Group.energy', { energy: cost }) : words(`Group.${id}`);
  return { id, label, actions: possibleFirst(actions) };
}

/** E-237: for the game master, what somebody suffers and could ignore, or heed again. */
function ignorable(encounter: EnergyEncounter, { id: at, ...fighter }: EnergyFighter, { gm }: Viewer): ActionGroup[] {
  const suffered = [...new Set(fighter.conditions.map(({ id }) => id))].filter(
    (id) => gm && CONDITIONS[id as ConditionId].tone === 'harm',
  );
  if (suffered.length === 0) return [];
  const ignored = suppressedOf({ id: at, ...fighter });
  const actions = suffered.map((condition): ActionButton => {
    const suppress = !ignored.includes(condition);
    const facts = { condition: conditionLabel(condition) };
    const command: Command = { do: 'condition', by: GM, at, options: { condition, suppress } };
    return {
      id: `${suppress ? 'ignore' : 'heed'}-${condition}`,
      label: suppress ? words('Action.ignore.label', facts) : words('Action.heed.label', facts),
      hint: suppress ? words('Action.ignore.hint') : words('Action.heed.hint'),
      icon: `conditions/${CONDITIONS[condition as ConditionId].icon}`,
      command,
      cost: [],
      whyNot: whyNot(encounter, command),
      needs: 'nothing',
      fields: [],
    };
  });
  return [{ id: 'ignore', label: words('Group.ignore'), actions }];
}

/** E-199, E-203: what is done when nobody fights. */
function restsOf(encounter: EnergyEncounter | null, { id: by }: EnergyFighter, viewer: Viewer): ActionGroup {
  const actions = Object.keys(RESTS).map((id) => control(encounter, { do: id, by }, viewer));
  return { id: 'rest', label: words('Group.rest'), actions };
}

/** What may be done with an item, as it is held. */
function verbsOf(item: EnergyItem): ActionId[] {
  if (item.type === 'energyArmor') return [];
  const handling: ActionId = item.dropped ? 'pick-up-item' : item.equipped ? 'stow-item' : 'equip-item';
  if (item.type === 'energyGear' && item.usesMax > 0) return ['use-item', handling];
  if (item.type !== 'energyWeapon') return [handling];
  return [
    ...(item.ranged ? [] : (['melee-attack', 'single-strike', 'trip', 'disarm'] as const)),
    'ranged-attack',
    ...(item.loadCost > 0 ? (['load'] as const) : []),
    handling,
  ];
}

/** @param helps whether a point of Stamina is put in where only that makes it payable (E-18) */
function buttonOf(
  encounter: EnergyEncounter | null,
  fighter: EnergyFighter,
  wanted: Command,
  viewer: Viewer,
  helps = false,
): ActionButton {
  const action = actionOf(wanted.do)!;
  const command = encounter && helps ? withSwapWhereNeeded(encounter, wanted) : wanted;
  const id = nameOf(command);
  return {
    id,
    label: words(`Action.${id}.label`),
    hint: words(`Action.${id}.hint`),
    icon: id === 'swift-attack' ? 'actions/swift-attack' : action.icon,
    command,
    cost: encounter
      ? priceOf(encounter, command)
      : pricesOf(
          action.cost({ encounter: NOWHERE, fighter, command, target: null, onMetre: null, rules: null, stands: null }),
        ),
    whyNot: encounter ? reasonsFor(action, whyNot(encounter, command)) : [{ id: 'no-encounter' }],
    // A fighter off the map has no token to drag: the way is told in metres.
    needs: action.needs === 'path' && command.options?.metres !== undefined ? 'nothing' : action.needs,
    fields: fieldsOf(action, fighter, command, viewer),
  };
}

/** Under which name a command's button goes: what is done swiftly or by Agility has its own. */
function nameOf({ do: verb, options }: Command): string {
  if (verb === 'shift' && options?.agility === true) return 'shift-agility';
  if (options?.swift !== true) return verb;
  return INTERRUPTS.find((interrupt) => interrupt.swift && interrupt.verb === verb)?.id ?? verb;
}

/** Costs do not look at the encounter; a fighter in none still has prices. */
const NOWHERE: EnergyEncounter = {
  ruleset: 'energy',
  clock: { round: 0, phase: 'idle' },
  fighters: {},
  ground: { grid: 'gridless', cell: 1 },
  settings: {},
};

/** The way is drawn after the click; that there is none yet stands against nothing. */
const reasonsFor = ({ needs }: Action, reasons: readonly Reason[]): readonly Reason[] =>
  needs === 'path' ? reasons.filter(({ id }) => id !== 'no-path') : reasons;

function figuresOf(fighter: EnergyFighter): Figure[] {
  const { items } = fighter;
  const stats = statsOf(fighter);
  const figure = figureWith(words);
  const strikes = items.flatMap(({ id, name }) => {
    const strike = id === UNARMED ? undefined : stats.strikes[id];
    if (!strike) return [];
    return [
      figure(`attack-${id}`, words('Stat.attackOf', { weapon: name }), strike.figures.attack),
      figure(`damage-${id}`, words('Stat.damageOf', { weapon: name }), strike.figures.damage),
    ];
  });
  return [...strikes, ...FIGURES.map((id) => figure(id, words(`Stat.${id}`), stats.figures[id]))];
}
