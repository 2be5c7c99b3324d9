import type { Command } from '../../../encounter/command';
import { activeConditions } from '../../../encounter/condition';
import type {
  ActionButton,
  ActionGroup,
  AreaView,
  Badge,
  BodyView,
  FighterRow,
  Figure,
  Gauge,
  SheetView,
  TrackCell,
  TrackerView,
  Viewer,
} from '../../../encounter/view';
import { GM, type Reason } from '../../../kernel/ask';
import { figureWith, possibleFirst } from '../../../mechanics/sheet';
import { labelOfCondition as conditionLabel, message as words } from '../../../rulebook/labels';
import { abilityVerbs } from './abilities';
import type { Action } from './act';
import { ACTIONS, type ActionId } from './actions';
import { areasOf } from './area';
import { actionOf, CLOCK, priceOf, whyNot } from './commands';
import { CONDITIONS, type ConditionId, isAble, isActing, isInCombat } from './conditions';
import type { ClashItem } from './items';
import { nameOf, noteOf } from './labels';
import { ODDS } from './odds';
import { fieldsOf } from './options';
import { contenders, initiativeOf, inOrder, isDone } from './order';
import { isArea } from './spell';
import { type ClashEncounter, type ClashFighter, FIGURES, UNARMED } from './stats';
import { KINDS, type Kind, type PoolId, ZONES } from './words';

const SHAPES: Readonly<Record<PoolId, Gauge['shape']>> = {
  hp: 'bar',
  mp: 'bar',
  attack: 'pips',
  utility: 'pips',
  movement: 'pips',
  reaction: 'pips',
};

/** The verbs of a turn stand by what pays for them; what costs none of it by itself. */
const GROUPS: readonly Action['category'][] = ['attack', 'utility', 'movement', 'reaction', 'free'];

export function trackerView(encounter: ClashEncounter, viewer: Viewer): TrackerView {
  const { round } = encounter.clock;
  const started = isInCombat(encounter);
  const order = inOrder(encounter);
  // Who has no turn of its own stands behind those who have: a ridden mount.
  const others = Object.values(encounter.fighters).filter((fighter) => !order.includes(fighter));
  return {
    clock: started ? words('Clock.round', { round }) : words('Clock.idle'),
    started,
    track: started ? order.map((fighter) => cellOf(encounter, fighter)) : [],
    rows: [...order, ...others].map((fighter) => rowOf(encounter, fighter, viewer)),
    areas: areasOf(encounter).map(areaView),
    controls: viewer.gm ? Object.keys(CLOCK).map((id) => control(encounter, { do: id, by: GM })) : [],
  };
}

/** C-104, C-109: where a spell lies. */
const areaView = ({ caster, area: { key, data } }: ReturnType<typeof areasOf>[number]): AreaView => ({
  ...{ id: key, by: caster.id, x: Number(data?.x), y: Number(data?.y) },
  ...{ elevation: Number(data?.elevation ?? 0), radius: Number(data?.radius ?? 0) },
});

/** One place in the order of initiative. */
const cellOf = (encounter: ClashEncounter, fighter: ClashFighter): TrackCell => ({
  id: `turn-${fighter.id}`,
  label: words('Track.turn', { initiative: initiativeOf(fighter) }),
  state: isActing(encounter, fighter) ? 'now' : isDone(fighter) ? 'past' : 'ahead',
  fighters: [fighter.id],
  // C-07, C-20: the actions of whose turn it is, and everybody's reaction of this turn.
  gauges: isActing(encounter, fighter) ? [...KINDS, 'reaction'] : ['reaction'],
});

function rowOf(encounter: ClashEncounter, fighter: ClashFighter, { gm, owns }: Viewer): FighterRow {
  const acts = isActing(encounter, fighter);
  const mayAct = acts && (gm || owns.includes(fighter.id));
  const command: Command = { do: 'end-turn', by: fighter.id };
  const hasSlot = contenders(encounter).includes(fighter);
  return {
    id: fighter.id,
    gauges: [
      ...vitals(fighter),
      ...(hasSlot ? [...KINDS, 'reaction' as const].map((pool) => gaugeOf(fighter, pool)) : []),
    ],
    badges: badgesOf(fighter),
    actions: mayAct ? [buttonOf(encounter, fighter, command, { gm, owns, targets: [] })] : [],
    ready: acts && isAble(fighter),
    out: !isAble(fighter),
  };
}

/** Hit points, and MP for who has any. */
const vitals = (fighter: ClashFighter): Gauge[] => [
  gaugeOf(fighter, 'hp'),
  ...(fighter.pools.mp!.max > 0 ? [gaugeOf(fighter, 'mp')] : []),
];

/** C-25: what is spent in hiding nobody sees. */
const isSecret = ({ book }: ClashFighter): boolean => typeof book.hidden === 'string';

function gaugeOf(fighter: ClashFighter, pool: PoolId): Gauge {
  const { value, max } = fighter.pools[pool]!;
  // A quarter of the hit points or less is seen at once.
  const low = pool === 'hp' && value * 4 <= max;
  const open = pool !== 'hp' && pool !== 'mp' && !isSecret(fighter);
  return { id: pool, shape: SHAPES[pool], label: words(`Pool.${pool}`), value, max, low, pool, open };
}

/** Marks that follow from something else, and so are no conditions of their own (section 9). */
const MARKS: readonly { readonly id: string; readonly tone: Badge['tone']; is(fighter: ClashFighter): boolean }[] = [
  { id: 'mount-moved', tone: 'neutral', is: ({ book }) => book.moved === true },
  { id: 'overloaded', tone: 'harm', is: ({ stats }) => stats.totalWeight > stats.carryLimit },
  { id: 'walking', tone: 'neutral', is: ({ book }) => book.walking === true },
  { id: 'hidden', tone: 'boon', is: ({ book }) => typeof book.hidden === 'string' },
];

function badgesOf(fighter: ClashFighter): Badge[] {
  const conditions = activeConditions(CONDITIONS, fighter.conditions).map(({ id, roots }): Badge => {
    const { tone, icon } = CONDITIONS[id as ConditionId];
    const note = [words(`Condition.${id}.hint`), ...roots.map(noteOf)];
    return { id, label: conditionLabel(id), tone, icon: `conditions/${icon}`, note, implied: false };
  });
  const marks = MARKS.filter((mark) => mark.is(fighter)).map(
    ({ id, tone }): Badge => ({
      ...{ id, tone, implied: false },
      label: words(`Mark.${id}.label`),
      icon: `conditions/${id}`,
      note: [words(`Mark.${id}.hint`)],
    }),
  );
  return [...conditions, ...marks];
}

/** A button of the clock. */
const control = (encounter: ClashEncounter, command: Command): ActionButton => ({
  id: command.do,
  label: words(`Action.${command.do}.label`),
  hint: words(`Action.${command.do}.hint`),
  icon: `actions/${command.do}`,
  command,
  cost: [],
  whyNot: whyNot(encounter, command),
  needs: 'nothing',
  fields: [],
});

/** @param encounter null where the fighter is in none */
export function sheetView(encounter: ClashEncounter | null, fighter: ClashFighter, viewer: Viewer): SheetView {
  const by = fighter.id;
  const button = (command: Command): ActionButton =>
    withOdds(encounter, buttonOf(encounter, fighter, aimed(encounter, command, viewer), viewer), viewer, ODDS.atHand);
  const rows = Object.entries<Action>(ACTIONS).filter(([, { ofItem }]) => !ofItem);
  const groups = GROUPS.flatMap((category): ActionGroup[] => {
    const verbs = rows.filter(([, action]) => action.category === category).map(([id]) => id as ActionId);
    const plain = verbs.flatMap((id) => commandsOf(id, by)).map(button);
    const actions = [...plain.filter(isMeant), ...learned(fighter, category, button)];
    return actions.length > 0
      ? [{ id: category, label: words(`Group.${category}`), actions: possibleFirst(actions) }]
      : [];
  });
  const itemActions = Object.fromEntries(
    fighter.items.map((item) => [item.id, verbsOf(item).map((verb) => button({ do: verb, by, with: item.id }))]),
  );
  return {
    gauges: [...vitals(fighter), ...[...KINDS, 'reaction' as const].map((pool) => gaugeOf(fighter, pool))],
    figures: figuresOf(fighter),
    badges: badgesOf(fighter),
    groups,
    itemActions,
    body: bodyOf(fighter),
  };
}

/** C-61: what is worn where. */
const bodyOf = ({ stats }: ClashFighter): BodyView => ({
  label: words('Body.armor'),
  zones: Object.fromEntries(
    ZONES.map((zone) => [zone, { label: words(`Zone.${zone}`), value: stats.armorValue[zone], mark: null }]),
  ) as BodyView['zones'],
});

/** Reasons of buttons that have nothing to do with how the fighter stands, and would only be in the way. */
const IDLE_REASONS: readonly string[] = [
  ...['not-mounted', 'holds-nobody', 'not-concentrating', 'not-grappled', 'not-in-combat'],
];

/** Whether a button says anything to this fighter now; matter is dissolved by who has made some. */
const isMeant = ({ command, whyNot: reasons }: ActionButton): boolean =>
  !reasons.some(({ id }) => IDLE_REASONS.includes(id) || (id === 'nothing-ethereal' && command.at === undefined));

/** Skills, spells and what can be used up stand by what pays for them, under their own names. */
function learned(
  { id: by, items }: ClashFighter,
  category: Action['category'],
  button: (command: Command) => ActionButton,
): ActionButton[] {
  return items
    .filter(({ type }) => type === 'clashSpell' || type === 'clashSkill' || type === 'clashGear')
    .flatMap((item) =>
      verbsOf(item)
        .filter((verb) => ACTIONS[verb].category === category)
        .map((verb): ActionButton => {
          const made = button({ do: verb, by, with: item.id });
          return { ...made, id: `${verb} ${item.id}`, label: words('Card.named', { name: item.name }) };
        }),
    );
}

/** The ways one verb is offered. */
function commandsOf(id: ActionId, by: string): Command[] {
  if (id === 'forfeit') return KINDS.map((kind: Kind): Command => ({ do: id, by, options: { kind } }));
  if (id !== 'mount-extra-action') return [{ do: id, by }];
  return [
    { do: id, by },
    { do: id, by, options: { as: 'utility' } },
  ];
}

/** The button of a command exactly as it is, the clock's too. */
export function actionView(encounter: ClashEncounter, command: Command, viewer: Viewer): ActionButton {
  const fighter = encounter.fighters[command.by];
  if (!fighter || !actionOf(command.do)) return control(encounter, command);
  const button = buttonOf(encounter, fighter, aimed(encounter, command, viewer), viewer);
  return withOdds(encounter, button, viewer, ODDS.reckoned);
}

/** What cannot be pressed has no odds, and they are not free. @param look the odds, or those at hand */
function withOdds(
  encounter: ClashEncounter | null,
  button: ActionButton,
  viewer: Viewer,
  look: typeof ODDS.reckoned,
): ActionButton {
  const odds = encounter && button.whyNot.length === 0 ? look(encounter, viewer, button.command) : [];
  return odds.length > 0 ? { ...button, odds } : button;
}

/** The command at whom the viewer has targeted, where it is aimed at somebody. */
function aimed(encounter: ClashEncounter | null, command: Command, { targets }: Viewer): Command {
  const action = actionOf(command.do);
  const isAimed = action?.needs === 'target' || action?.ofItem || command.do === 'sneak' || isBlow(command);
  if (!isAimed || command.at !== undefined) return command;
  const [at, ...others] = targets.filter((id) => id !== command.by && encounter?.fighters[id] !== undefined);
  if (at === undefined) return command;
  const also = others.slice(0, mostOf(encounter, command) - 1);
  if (also.length === 0) return { ...command, at };
  return { ...command, at, options: { ...command.options, also: also.join(' ') } };
}

/** How many a command may be aimed at: of spells what they say, else one. */
function mostOf(encounter: ClashEncounter | null, { by, with: id }: Command): number {
  const item = encounter?.fighters[by]?.items.find((each) => each.id === id);
  return item?.type === 'clashSpell' ? item.targets : 1;
}

const isBlow = ({ do: id, options }: Command): boolean => id === 'mount-extra-action' && options?.as !== 'utility';

function buttonOf(
  encounter: ClashEncounter | null,
  fighter: ClashFighter,
  command: Command,
  viewer: Viewer,
): ActionButton {
  const action = actionOf(command.do)!;
  const id = nameOf(command);
  return {
    id,
    label: words(`Action.${id}.label`),
    hint: words(`Action.${id}.hint`),
    icon: action.icon,
    command,
    cost: encounter ? priceOf(encounter, command) : [],
    whyNot: encounter ? reasonsFor(action, whyNot(encounter, command)) : [{ id: 'not-in-encounter' }],
    // A fighter off the map has no token to drag: the way is told in metres.
    needs: isLaid(encounter, fighter, command)
      ? 'path'
      : action.needs === 'path' && command.options?.metres !== undefined
        ? 'nothing'
        : action.needs,
    fields: fieldsOf(action, fighter, command, viewer),
  };
}

/** Whether it is laid on the ground, and where is shown by a drag: whoever is aimed at, or a range of nothing, says it already. */
function isLaid(encounter: ClashEncounter | null, fighter: ClashFighter, { at, with: id }: Command): boolean {
  const item = fighter.items.find((each) => each.id === id);
  return item?.type === 'clashSpell' && isArea(item) && item.range !== 0 && !at && !!encounter && !!fighter.place;
}

/** The way is drawn after the click; that there is none yet stands against nothing. */
const reasonsFor = ({ needs }: Action, reasons: readonly Reason[]): readonly Reason[] =>
  needs === 'path' ? reasons.filter(({ id }) => id !== 'no-path') : reasons;

/** What may be done with an item, as it is held. */
function verbsOf(item: ClashItem): readonly ActionId[] {
  switch (item.type) {
    case 'clashWeapon':
      return [item.ranged ? 'attack-basic-ranged' : 'attack-basic-melee', 'utility-weapon-swap'];
    case 'clashShield':
      return ['utility-weapon-swap'];
    case 'clashSpell':
    case 'clashSkill':
      return abilityVerbs(item);
    case 'clashGear':
      return item.usable ? ['attack-item', 'utility-item'] : [];
    case 'clashArmor':
      return [];
  }
}

function figuresOf({ stats, items }: ClashFighter): Figure[] {
  const figure = figureWith(words);
  const weapons = items.flatMap(({ id, name, type }) => {
    const arm = type === 'clashWeapon' ? stats.arms[id] : undefined;
    if (!arm) return [];
    return [
      figure(`attack-${id}`, words('Stat.attackOf', { weapon: name }), arm.figures.attack),
      figure(`damage-${id}`, words('Stat.damageOf', { weapon: name }), arm.figures.damage),
    ];
  });
  const unarmed = figure(`attack-${UNARMED}`, words('Stat.unarmed'), stats.arms[UNARMED].figures.attack);
  return [...FIGURES.map((id) => figure(id, words(`Stat.${id}`), stats.figures[id])), ...weapons, unarmed];
}
