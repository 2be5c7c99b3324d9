import type { Command } from '../../../encounter/command';
import type { FighterId } from '../../../encounter/state';
import type { ActionGroup, Badge, Figure, Gauge, ItemFact, Message, TrackCell, Viewer } from '../../../encounter/view';
import { GM } from '../../../kernel/ask';
import { notation } from '../../../kernel/dice';
import { sum } from '../../../toolkit/combat/breakdown';
import { checkButton } from '../../../toolkit/define/check-command';
import { hintOfAction, labelOfAction, labelOfGroup, message, signed } from '../../../toolkit/define/labels';
import { badgesOf, markBadge } from '../../../toolkit/views/badges';
import { type ButtonLook, encounterAlone, groupOf } from '../../../toolkit/views/buttons';
import { floorOf, takeUpButtons } from '../../../toolkit/views/floor';
import { aQuarter, type GaugeLook, gaugeOf } from '../../../toolkit/views/gauges';
import { figureOf, itemFact, type SheetScene, weaponFigures } from '../../../toolkit/views/sheet';
import { turnCell, turnTrack } from '../../../toolkit/views/tracker';
import type { ViewRules } from '../../../toolkit/views/views';
import { type Action, isTurnOf } from '../action';
import { edgeOnMap, edgeOver } from '../attack/edge';
import { ROUNDS_A_MINUTE } from '../attack/health';
import { areFoes } from '../attack/threat';
import { IDLE, orderOf } from '../clock';
import { ACTIONS, type ActionId, affordable, COMMANDS, HAND } from '../commands';
import { CONDITIONS, isObject, isOut } from '../conditions';
import { isBeside, isConsumed, NAMES, TAKE_UP, verbFor } from '../gear';
import { saidIn } from '../options';
import {
  ABILITIES,
  isAimed,
  isBody,
  isThing,
  isWorn,
  type PoolId,
  SAVES,
  SKILLS,
  SLOTS,
  type SlotsItem,
  type Thing,
  type Verb,
} from '../schema';
import { acOf, attackOf, damageOf, initiativeOf, saveOf, skillOf } from '../skills/totals';
import type { SlotsEncounter, SlotsFighter } from '../state';
import { abilityOf, isAtHand, type Strike, strikeOf } from '../stats';
import { tellOf } from '../turn/ready';
import { BLOWS, fieldsOf, initiativeFields, ODDS, startFields, triggerFields } from './buttons';
import { CARD, noteOf, readiedLabel } from './card';
import { WHEN } from './when';

const slot: GaugeLook = { shape: 'pips', open: true };

const GAUGES: Readonly<Partial<Record<PoolId, GaugeLook>>> = {
  hp: { shape: 'bar', low: aQuarter },
  negative: { shape: 'segments', low: () => true },
  sq: { shape: 'number' },
  bleed: { shape: 'number' },
  standard: slot,
  move: slot,
  quick: slot,
  reaction: slot,
  waited: slot,
};

/** Slots and hit points always; what is not the matter is not shown. */
function gauges(fighter: SlotsFighter): Gauge[] {
  const filled = (pool: PoolId): readonly PoolId[] => (fighter.pools[pool].value > 0 ? [pool] : []);
  const own: readonly PoolId[] = fighter.stats.base.object
    ? ['hp']
    : ['standard', 'move', 'quick', 'reaction', ...filled('waited'), 'hp'];
  const sq: readonly PoolId[] = fighter.pools.sq.max > 0 ? ['sq'] : [];
  return [...own, ...filled('negative'), ...filled('bleed'), ...sq].map((pool) => gaugeOf(GAUGES, fighter, pool));
}

const badges = (encounter: SlotsEncounter | null, fighter: SlotsFighter, { unseen = [] }: Viewer): Badge[] => {
  const own = badgesOf(CONDITIONS, fighter.conditions, { note: ({ roots }) => roots.map(noteOf) });
  return encounter
    ? [...own, ...readiedBadge(encounter, fighter, unseen), ...placedBadge(encounter, fighter, unseen)]
    : own;
};

/** L-09: that somebody waits for a trigger, for which and what for. */
function readiedBadge(
  encounter: SlotsEncounter,
  fighter: SlotsFighter,
  unseen: readonly FighterId[],
): readonly Badge[] {
  const { readied } = fighter.book;
  if (!readied || (readied.whom !== undefined && unseen.includes(readied.whom))) return [];
  const badge = markBadge('readied', 'neutral');
  return [
    { ...badge, icon: 'conditions/waiting', note: [...badge.note, readiedLabel(tellOf(encounter, fighter, readied))] },
  ];
}

/** L-176: what the map shows of an edge between a fighter and the foe whose turn it is, or in its own turn any of its foes. */
function placedBadge(encounter: SlotsEncounter, fighter: SlotsFighter, unseen: readonly FighterId[]): readonly Badge[] {
  const { clock, fighters } = encounter;
  const active = clock.turn === null ? undefined : fighters[clock.turn];
  const others = active === fighter ? Object.values(fighters) : active ? [active] : [];
  const edges = others.flatMap((foe): Message[] => {
    if (!areFoes(fighter, foe) || isObject(foe) || isObject(fighter) || unseen.includes(foe.id)) return [];
    const edge = edgeOnMap(encounter, fighter, foe);
    return edge ? [message('Note.edge', { edge: message(`Edge.${edge}`), name: foe.name })] : [];
  });
  const badge = markBadge('placed', 'boon');
  return edges.length > 0 ? [{ ...badge, icon: 'conditions/edge', note: [...badge.note, ...edges] }] : [];
}

/** L-01, L-02: rounds of six seconds, ten of them a minute. */
function headline({ clock: { round, phase } }: SlotsEncounter): Message {
  if (phase === 'surprise') return message('Clock.surprise');
  if (phase === 'initiative') return message('Clock.initiative');
  return message('Clock.round', { round, minute: Math.floor((round - 1) / ROUNDS_A_MINUTE) + 1 });
}

/** The order of initiative. Before there is one, whoever lies in ambush. */
function trackOf(encounter: SlotsEncounter, { unseen = [] }: Viewer): TrackCell[] {
  const { phase, turn } = encounter.clock;
  const order = orderOf(encounter).filter(({ id }) => !unseen.includes(id));
  if (phase !== 'surprise') return turnTrack(order, turn, placeLabel, SLOTS);
  const stateOf = ({ id, book }: SlotsFighter): TrackCell['state'] =>
    id === turn ? 'now' : book.ambush === 'ready' ? 'ahead' : 'past';
  return order
    .filter(({ book }) => book.ambush !== undefined)
    .map((fighter) => turnCell(fighter, stateOf(fighter), message('Track.ambush'), SLOTS));
}

const placeLabel = ({ book: { initiative } }: SlotsFighter, at: number): Message =>
  initiative === undefined ? message('Track.place', { place: at + 1 }) : message('Track.initiative', { initiative });

/** What ends a turn, begins one or lets somebody go before, where it is possible. */
const turnCommands = ({ fighters }: SlotsEncounter, { id: by }: SlotsFighter): readonly Command[] => [
  { do: 'end-turn', by },
  { do: 'take-turn', by },
  ...Object.keys(fighters).map((at) => ({ do: 'let-pass', by, at })),
];

/** What the game master may say of somebody: that what it waits for has come (L-09), and its initiative, while it has no place (L-14). */
const wordsOn = ({ clock }: SlotsEncounter, { id: at, book, stats }: SlotsFighter): readonly Command[] => [
  { do: 'trigger', by: GM, at },
  ...(clock.phase === 'turn' && book.order === undefined && !stats.base.object
    ? [{ do: 'initiative', by: GM, at }]
    : []),
];

/** L-176: a command that gives a fighter an edge. */
const isEdge = ({ do: id, options }: Command): boolean => id === 'condition' && options?.condition === 'edge';

/** Items are handled by what is next to be done with them. */
function nameOf({ clock }: SlotsEncounter, command: Command): string {
  const { do: id } = command;
  if (isEdge(command)) return 'edge';
  if (id === 'end-turn' && clock.phase === 'initiative') return 'first-turn';
  if (id !== 'manage-items') return id;
  const { verb } = saidIn(command);
  return verb ? NAMES[verb] : id;
}

/** L-176: what an attack is for, and who of the two has an edge; null where nobody has, and of what is no attack at somebody. */
function edgesTold(encounter: SlotsEncounter, { do: id, by, at }: Command): Message | null {
  const [fighter, target] = [encounter.fighters[by], at === undefined ? undefined : encounter.fighters[at]];
  if (!BLOWS.includes(id) || !fighter || !target) return null;
  const [mine, theirs] = [edgeOver(encounter, fighter, target), edgeOver(encounter, target, fighter)];
  const told = [
    ...(mine ? [message('Note.edge-yours', { edge: message(`Edge.${mine}`) })] : []),
    ...(theirs ? [message('Note.edge-theirs', { edge: message(`Edge.${theirs}`), name: target.name })] : []),
  ];
  return told.reduce<Message | null>(
    (before, edge) => message('Note.besides', { before: before ?? hintOfAction(id), edge }),
    null,
  );
}

function lookOf(encounter: SlotsEncounter, command: Command): ButtonLook {
  const { fighters } = encounter;
  if (isEdge(command)) return { id: 'edge', label: labelOfAction('edge'), hint: hintOfAction('edge') };
  const hint = edgesTold(encounter, command);
  if (hint) return { hint };
  const other = command.do === 'let-pass' && command.at !== undefined ? fighters[command.at] : undefined;
  return other ? { id: `let-pass-${other.id}`, label: message('Option.let-pass', { name: other.name }) } : {};
}

function needsOf({ fighters }: SlotsEncounter, { do: id, by, with: item, options }: Command) {
  if (options?.verb === 'hand') return 'target';
  const spell = id === 'cast-spell' ? fighters[by]?.items.find((each) => each.id === item) : undefined;
  return spell?.type === 'slotsSpell' && isAimed(spell) ? 'target' : undefined;
}

/** What may have somebody in view besides what needs it: words to somebody, a spell, a wound, a way that ends at a foe. */
const MAY_AIM: readonly string[] = ['command', 'cast-spell', 'patch-wound', 'search', 'charge', 'manage-items'];

/** The command at whom the viewer has targeted, where it is about somebody. */
function aim(_: SlotsEncounter, command: Command, targets: readonly [FighterId, ...FighterId[]]): Command {
  // An edge is over whom the viewer has targeted, or over whom it names.
  if (isEdge(command)) {
    const over = targets.find((id) => id !== command.at);
    return over === undefined ? command : { ...command, options: { towards: over, ...command.options } };
  }
  const mayAim = COMMANDS.actionOf(command.do)?.needs === 'target' || MAY_AIM.includes(command.do);
  return command.at === undefined && mayAim ? { ...command, at: targets[0] } : command;
}

/** What only the way that is drawn after the click can show: that there is none yet, and where it ends. */
const OF_THE_WAY: readonly string[] = ['no-path', 'run-up', 'not-straight', 'out-of-reach', 'wall', 'nobody-there'];

const unsettled = ({ fighters }: SlotsEncounter, { do: id, by, path }: Command): readonly string[] =>
  COMMANDS.actionOf(id)?.needs === 'path' && fighters[by]?.place && !path ? OF_THE_WAY : [];

/** The slots one acts with, each with what it is the price of (section 5). */
const GROUPS = ['standard', 'move', 'quick'] as const;

function groupsOf(scene: SheetScene<SlotsEncounter>): ActionGroup[] {
  const { encounter, fighter, viewer, button } = scene;
  const { id: by } = fighter;
  const groups = GROUPS.map((slot) => {
    const rows = Object.entries<Action>(ACTIONS).filter(([, action]) => action.slot === slot && !action.ofItem);
    return groupOf(
      slot,
      rows.map(([id]) => button({ do: id, by })),
    );
  });
  const floor = takeUpButtons(scene, TAKE_UP, isBeside);
  if (!encounter || !viewer.gm) return [...groups, ...floor];
  const edge = button({ do: 'condition', by: GM, at: by, options: { condition: 'edge', on: true } });
  const initiative = button({ do: 'initiative', by: GM, at: by });
  const day = button({ do: 'day-passes', by: GM });
  return [...groups, ...floor, { id: 'gm', label: labelOfGroup('gm'), actions: [edge, initiative, day] }];
}

/** What may be done with an item, as it is held. */
function actionsWith(item: SlotsItem): ActionId[] {
  if (item.type === 'slotsSpell') return ['cast-spell'];
  const attacks: ActionId[] = isAtHand(item)
    ? ['primary-attack', 'secondary-attack', 'tertiary-attack', ...meleeWith(strikeOf(item))]
    : [];
  return [...attacks, ...(isConsumed(item) ? (['consume', 'feed'] as const) : [])];
}

/** L-45, L-56: what is also done with what strikes, or is thrown. */
const meleeWith = ({ strikes, thrown }: Strike): ActionId[] => [
  ...(strikes || thrown ? (['charge'] as const) : []),
  ...(strikes ? (['sunder'] as const) : []),
];

/** Neither a part of the body nor worn on it. */
const isHandled = (item: SlotsItem): item is Thing => isThing(item) && !isBody(item) && !isWorn(item);

function figures(encounter: SlotsEncounter, fighter: SlotsFighter): Figure[] {
  const { stats, items } = fighter;
  const plain = { slot: 0, other: 0 };
  const strikes = items.flatMap((item) => {
    if (item.type !== 'slotsWeapon') return [];
    const strike = strikeOf(item);
    return weaponFigures(item, attackOf(encounter, fighter, null, strike, plain), damageOf(fighter, strike));
  });
  const abilities = ABILITIES.map((id) => {
    const entered = stats.base[id];
    return figureOf(id, sum({ entered, abilityDamage: abilityOf(fighter, id) - entered }));
  });
  return [
    ...strikes,
    figureOf('ac', acOf(encounter, fighter)),
    figureOf('bab', stats.figures.bab),
    figureOf('initiative', initiativeOf(fighter)),
    ...SAVES.map((id) => figureOf(id, saveOf(fighter, id))),
    ...abilities,
    ...SKILLS.map((id) => figureOf(id, skillOf(fighter, id))),
  ];
}

/** Of a weapon what it is worth in these hands. */
function factsOf(item: SlotsItem, fighter: SlotsFighter): readonly ItemFact[] {
  if (item.type !== 'slotsWeapon') return [];
  const strike = strikeOf(item);
  const attack = attackOf(alone(fighter), fighter, null, strike, { slot: 0, other: 0 });
  const bonus = damageOf(fighter, strike);
  const thrown = strike.dice ? notation(strike.dice) : '0';
  const { strikes, reach, range } = strike;
  return [
    itemFact('attack', { attack: signed(attack.value) }, { of: attack }),
    itemFact('damage', { damage: bonus.value === 0 ? thrown : `${thrown} ${signed(bonus.value)}` }, { of: bonus }),
    ...(strikes && reach !== 5 ? [itemFact('reach', { reach })] : []),
    ...(range > 0 ? [itemFact('range', { range })] : []),
  ];
}

const alone = (fighter: SlotsFighter): SlotsEncounter => encounterAlone({ id: 'slots', idle: IDLE }, fighter);

export const VIEWS: ViewRules<SlotsEncounter> = {
  badges,
  buttons: {
    byHand: HAND,
    fieldsOf(encounter, command, viewer) {
      const { do: id, by, at } = command;
      const action = COMMANDS.actionOf(id);
      const fighter = encounter.fighters[by];
      const others = (of: FighterId | undefined): SlotsFighter[] =>
        Object.values(encounter.fighters).filter((each) => each.id !== of && !viewer.unseen?.includes(each.id));
      if (id === 'trigger') return triggerFields(others(at));
      if (id === 'initiative') return initiativeFields();
      if (!action || !fighter) return id === 'start' ? startFields(encounter, viewer) : [];
      const target = at === undefined ? undefined : encounter.fighters[at];
      return fieldsOf(action, fighter, command, target ?? null, viewer, others(by));
    },
    odds: ODDS,
    nameOf,
    look: lookOf,
    needsOf,
    ways: ['feet'],
    unsettled,
    aim,
    affordable,
  },
  tracker: {
    isStarted: ({ clock }) => clock.phase !== 'idle',
    headline,
    track: trackOf,
    fighters: ({ fighters }) => Object.values(fighters),
    row: (encounter, fighter) => ({
      gauges: gauges(fighter).filter(({ id }) => id !== 'bleed' && id !== 'sq'),
      ready: isTurnOf(encounter, fighter) && SLOTS.some((slot) => fighter.pools[slot].value > 0),
      out: isOut(fighter),
    }),
    actions: (encounter, fighter, button, viewer) =>
      [...turnCommands(encounter, fighter), ...(viewer.gm ? wordsOn(encounter, fighter) : [])]
        .filter((command) => COMMANDS.whyNot(encounter, command).length === 0)
        .map((command) => button(command)),
  },
  sheet: {
    gauges: (_, fighter) => gauges(fighter),
    figures: (encounter, fighter) => figures(encounter ?? alone(fighter), fighter),
    kinds: { ability: ABILITIES, defense: ['ac', ...SAVES, 'bab', 'initiative'], skill: SKILLS },
    rollOf: checkButton(Object.fromEntries([...SKILLS, ...SAVES].map((id) => [id, id]))),
    groups: groupsOf,
    isAttack: ({ command: { do: id } }) => BLOWS.includes(id) || id === 'sunder' || id === 'cast-spell',
    itemFacts: factsOf,
    itemActions(item, { fighter: { id: by }, button }) {
      const actions = actionsWith(item).map((id) => button({ do: id, by, with: item.id }));
      if (!isHandled(item)) return actions;
      const next = verbFor(item);
      // What may besides go into another hand.
      const verbs: readonly Verb[] = next === 'pick-up' ? [next] : [next, 'hand'];
      return [...actions, ...verbs.map((verb) => button({ do: 'manage-items', by, with: item.id, options: { verb } }))];
    },
  },
  when: WHEN,
  card: CARD,
  floor: floorOf(TAKE_UP),
};
