import type { Command } from '../../../encounter/command';
import { areFoes } from '../../../encounter/sides';
import type { FighterId } from '../../../encounter/state';
import type { Badge, Figure, Gauge, ItemFact, Message, TrackCell, Viewer } from '../../../encounter/view';
import { GM } from '../../../kernel/ask';
import { notation } from '../../../kernel/dice';
import { sum } from '../../../toolkit/combat/breakdown';
import { formatSigned, message } from '../../../toolkit/define/labels';
import { badgesOf, stateBadge } from '../../../toolkit/views/badges';
import { soloEncounter } from '../../../toolkit/views/buttons';
import { checkButton } from '../../../toolkit/views/check-button';
import { floorOf } from '../../../toolkit/views/floor';
import { type GaugeAppearance, gaugeOf, isQuarterOrLess } from '../../../toolkit/views/gauges';
import { figureOf, itemFact, weaponFigures } from '../../../toolkit/views/sheet';
import { allInOrder, initiativeNumber, turnCell, turnTrack } from '../../../toolkit/views/tracker';
import type { ViewRules } from '../../../toolkit/views/views';
import { isTurnOf } from '../action';
import { edgeOnMap } from '../attack/edge';
import { ROUNDS_A_MINUTE } from '../attack/health';
import { IDLE, orderOf, tiesIn } from '../clock';
import { COMMANDS, HAND, makeAffordable } from '../commands';
import { CONDITIONS, isObject, isOut } from '../conditions';
import { TAKE_UP } from '../gear';
import { ABILITIES, type PoolId, SAVES, SKILLS, SLOTS, type SlotsItem, type Spell } from '../schema';
import { acOf, attackOf, damageOf, initiativeOf, saveOf, skillOf } from '../skills/totals';
import type { SlotsEncounter, SlotsFighter } from '../state';
import { abilityOf, strikeOf } from '../stats';
import { readiedFacts } from '../turn/ready';
import { fieldsOf, groupsOf, itemButtons, lookOf, nameOf, needsOf, undecidedOptions, withTarget } from './buttons';
import { CARD, noteOf, readiedLabel } from './card';
import { ANSWERS, ODDS } from './odds';
import { WHEN } from './when';

const SLOT_APPEARANCE: GaugeAppearance = { shape: 'pips', isPublic: true };

const GAUGES: Readonly<Partial<Record<PoolId, GaugeAppearance>>> = {
  hp: { shape: 'bar', low: isQuarterOrLess },
  negative: { shape: 'segments', low: () => true },
  sq: { shape: 'number' },
  bleed: { shape: 'number' },
  standard: SLOT_APPEARANCE,
  move: SLOT_APPEARANCE,
  quick: SLOT_APPEARANCE,
  reaction: SLOT_APPEARANCE,
  waited: SLOT_APPEARANCE,
};

/** Slots and hit points always; other pools only if relevant. */
function gauges(fighter: SlotsFighter): Gauge[] {
  const filled = (pool: PoolId): readonly PoolId[] => (fighter.pools[pool].value > 0 ? [pool] : []);
  const own: readonly PoolId[] = fighter.stats.base.object
    ? ['hp']
    : ['standard', 'move', 'quick', 'reaction', ...filled('waited'), 'hp'];
  const sq: readonly PoolId[] = fighter.pools.sq.max > 0 ? ['sq'] : [];
  return [...own, ...filled('negative'), ...filled('bleed'), ...sq].map((pool) => gaugeOf(GAUGES, fighter, pool));
}

const badges =
  (encounter: SlotsEncounter | null, { hiddenFighters = [] }: Viewer) =>
  (fighter: SlotsFighter): Badge[] => {
    const own = badgesOf(CONDITIONS, fighter.conditions, { note: ({ roots }) => roots.map(noteOf) });
    return encounter
      ? [
          ...own,
          ...readiedBadge(encounter, fighter, hiddenFighters),
          ...placedBadge(encounter, fighter, hiddenFighters),
        ]
      : own;
  };

/** L-09: shows a readied action and its trigger. */
function readiedBadge(
  encounter: SlotsEncounter,
  fighter: SlotsFighter,
  hidden: readonly FighterId[],
): readonly Badge[] {
  const { readied } = fighter.state;
  if (!readied || (readied.whom !== undefined && hidden.includes(readied.whom))) return [];
  const badge = stateBadge('readied', 'neutral');
  return [
    {
      ...badge,
      icon: 'conditions/waiting',
      note: [...badge.note, readiedLabel(readiedFacts(encounter, fighter, readied))],
    },
  ];
}

/** L-176: the map's edge against the active foe, or on one's own turn against any foe. */
function placedBadge(encounter: SlotsEncounter, fighter: SlotsFighter, hidden: readonly FighterId[]): readonly Badge[] {
  const { clock, fighters } = encounter;
  const active = clock.turn === null ? undefined : fighters[clock.turn];
  const others = active === fighter ? Object.values(fighters) : active ? [active] : [];
  const edges = others.flatMap((foe): Message[] => {
    if (!areFoes(fighter, foe) || isObject(foe) || isObject(fighter) || hidden.includes(foe.id)) return [];
    const edge = edgeOnMap(encounter, fighter, foe);
    return edge ? [message('Note.edge', { edge: message(`Edge.${edge}`), name: foe.name })] : [];
  });
  const badge = stateBadge('placed', 'boon');
  return edges.length > 0 ? [{ ...badge, icon: 'conditions/edge', note: [...badge.note, ...edges] }] : [];
}

/** L-01, L-02: rounds of six seconds, ten a minute. */
function headline({ clock: { round, phase } }: SlotsEncounter): Message {
  if (phase === 'surprise') return message('Clock.surprise');
  if (phase === 'initiative') return message('Clock.initiative');
  return message('Clock.round', { round, minute: Math.floor((round - 1) / ROUNDS_A_MINUTE) + 1 });
}

/** The order of initiative; before it exists, the ambushers. */
function trackOf(encounter: SlotsEncounter, { hiddenFighters = [] }: Viewer): TrackCell[] {
  const { phase, turn } = encounter.clock;
  const order = orderOf(encounter).filter(({ id }) => !hiddenFighters.includes(id));
  if (phase !== 'surprise') return turnTrack(order, turn, placeLabel, SLOTS);
  const stateOf = ({ id, state }: SlotsFighter): TrackCell['state'] =>
    id === turn ? 'now' : state.ambush === 'ready' ? 'ahead' : 'past';
  return order
    .filter(({ state }) => state.ambush === 'ready' || state.ambush === 'done')
    .map((fighter) => turnCell(fighter, stateOf(fighter), message('Track.ambush'), SLOTS));
}

const placeLabel = ({ state: { initiative } }: SlotsFighter, at: number): Message =>
  initiative === undefined ? message('Track.place', { place: at + 1 }) : message('Track.initiative', { initiative });

const turnCommands = (
  { id: by, state: { initiative } }: SlotsFighter,
  ties: ReturnType<typeof tiesIn>,
): readonly Command[] => [
  { do: 'end-turn', by },
  { do: 'take-turn', by },
  ...(ties.get(initiative) ?? []).map((at) => ({ do: 'let-pass', by, at })),
];

/** The GM's commands for a fighter: confirm its trigger (L-09), and set a missing initiative (L-14). */
const gmCommands = ({ clock }: SlotsEncounter, { id: at, state, stats }: SlotsFighter): readonly Command[] => [
  { do: 'trigger', by: GM, at },
  ...(clock.phase === 'turn' && state.order === undefined && !stats.base.object
    ? [{ do: 'initiative', by: GM, at }]
    : []),
];

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

/** Where a spell acts, and what it does. */
function spellFacts({ range, area, radius, damage, healing }: Spell): readonly ItemFact[] {
  return [
    range === 0 ? itemFact('self') : itemFact('range', { range }),
    ...(area === 'none' ? [] : [itemFact(area, { radius })]),
    ...(damage === '' ? [] : [itemFact('damage', { damage })]),
    ...(healing === '' ? [] : [itemFact('healing', { healing })]),
  ];
}

/** Attack and damage in this fighter's hands. */
function factsOf(item: SlotsItem, fighter: SlotsFighter): readonly ItemFact[] {
  if (item.type === 'slotsSpell') return spellFacts(item);
  if (item.type !== 'slotsWeapon') return [];
  const strike = strikeOf(item);
  const attack = attackOf(alone(fighter), fighter, null, strike, { slot: 0, other: 0 });
  const bonus = damageOf(fighter, strike);
  const rolled = strike.dice ? notation(strike.dice) : '0';
  const { strikes, reach, range } = strike;
  return [
    itemFact('attack', { attack: formatSigned(attack.value) }, { of: attack }),
    itemFact(
      'damage',
      { damage: bonus.value === 0 ? rolled : `${rolled} ${formatSigned(bonus.value)}` },
      { of: bonus },
    ),
    ...(strikes && reach !== 5 ? [itemFact('reach', { reach })] : []),
    ...(range > 0 ? [itemFact('range', { range })] : []),
  ];
}

const alone = (fighter: SlotsFighter): SlotsEncounter => soloEncounter({ id: 'slots', idle: IDLE }, fighter);

export const VIEWS: ViewRules<SlotsEncounter> = {
  badges,
  buttons: {
    manual: HAND,
    fieldsOf,
    odds: ODDS,
    nameOf,
    look: lookOf,
    needsOf,
    pathOptions: ['feet'],
    reasonsPathMayClear: undecidedOptions,
    aim: withTarget,
    makeAffordable,
  },
  tracker: {
    isStarted: ({ clock }) => clock.phase !== 'idle',
    headline,
    track: trackOf,
    fighters: (encounter) => allInOrder(orderOf(encounter), Object.values(encounter.fighters)),
    row: (encounter) => (fighter) => ({
      gauges: gauges(fighter).filter(({ id }) => id !== 'bleed' && id !== 'sq'),
      ready: isTurnOf(encounter, fighter) && SLOTS.some((slot) => fighter.pools[slot].value > 0),
      out: isOut(fighter),
      ...initiativeNumber(fighter),
    }),
    actions(encounter, button, { gm }) {
      const { whyNot } = COMMANDS.of(encounter);
      const ties = tiesIn(encounter);
      return (fighter) =>
        [...turnCommands(fighter, ties), ...(gm ? gmCommands(encounter, fighter) : [])]
          .filter((command) => whyNot(command).length === 0)
          .map((command) => button(command));
    },
  },
  sheet: {
    gauges: (_, fighter) => gauges(fighter),
    figures: (encounter, fighter) => figures(encounter ?? alone(fighter), fighter),
    kinds: { ability: ABILITIES, defense: ['ac', ...SAVES, 'bab', 'initiative'], skill: SKILLS },
    rollOf: checkButton(Object.fromEntries([...SKILLS, ...SAVES].map((id) => [id, id]))),
    groups: groupsOf,
    mainItems: ['slotsSpell'],
    isAttack({ command: { do: id } }) {
      const { offensive, mayHarm } = COMMANDS.actionOf(id) ?? {};
      return offensive === true || mayHarm === true;
    },
    itemFacts: factsOf,
    itemActions: (item, { fighter, button }) => itemButtons(item, fighter.id, button),
  },
  when: WHEN,
  answers: ANSWERS,
  card: CARD,
  floor: floorOf(TAKE_UP),
};
