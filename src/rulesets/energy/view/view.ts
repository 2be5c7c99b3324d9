import type { Command } from '../../../encounter/command';
import type {
  ActionButton,
  ActionGroup,
  Badge,
  FighterRow,
  Figure,
  Gauge,
  ItemFact,
  TrackCell,
} from '../../../encounter/view';
import { GM } from '../../../kernel/ask';
import { notation } from '../../../kernel/dice';
import { lookup } from '../../../kernel/lookup';
import {
  formatSigned,
  labelOfCause,
  labelOfCondition,
  labelOfGroup,
  labelOfPool,
  message,
} from '../../../toolkit/define/labels';
import { badgesOf, stateBadge } from '../../../toolkit/views/badges';
import { groupOf, type MakeButton } from '../../../toolkit/views/buttons';
import { floorOf, takeUpButtons } from '../../../toolkit/views/floor';
import { type GaugeAppearance, gaugeOf, isQuarterOrLess } from '../../../toolkit/views/gauges';
import { itemFact as fact, figuresOf, type SheetContext, weaponFigures } from '../../../toolkit/views/sheet';
import type { ViewRules } from '../../../toolkit/views/views';
import { type Action, setAsideOf, swapsLeft } from '../action';
import { ACTIONS } from '../actions';
import { FREE_ROLLS } from '../attack/checks';
import { isThrown, rangedStatsOf } from '../attack/ranged';
import { IDLE, isEveryoneDone, isOpen, isOut, isReady } from '../clock';
import { COMMANDS } from '../commands';
import { CONDITIONS, effectiveConditions, is, isConditionId, isHelpless, suppressedOf } from '../conditions';
import { isBeside, TAKE_UP } from '../gear';
import { optionsOf } from '../options';
import { RESTS } from '../rest';
import type { EnergyItem, PoolId, Weapon } from '../schema';
import type { EnergyEncounter, EnergyFighter } from '../state';
import { FIGURES, statsOf, UNARMED } from '../stats';
import { BUTTONS, interruptsOf, lookWithItem } from './buttons';
import { CARD, noteOf } from './card';
import { ANSWERS } from './odds';
import { WHEN } from './when';

const GAUGES: Readonly<Record<PoolId, GaugeAppearance>> = {
  energy: { shape: 'pips' },
  agility: { shape: 'pips' },
  stamina: { shape: 'number', low: (value) => value <= 1 },
  aura: { shape: 'bar', low: isQuarterOrLess },
  surges: { shape: 'number' },
};
const ROW_GAUGES: readonly PoolId[] = ['energy', 'agility', 'stamina', 'aura'];

const gauges = (fighter: EnergyFighter, pools: readonly PoolId[]) =>
  pools.map((pool) => {
    const gauge = gaugeOf(GAUGES, fighter, pool);
    const setAside = setAsideOf(fighter, pool);
    return setAside > 0 ? { ...gauge, setAside } : gauge;
  });

/** E-18: swaps left this Round. */
function swapsOf(fighter: EnergyFighter): Gauge {
  const max = fighter.stats.base.staminaSwaps;
  const value = swapsLeft(fighter);
  return {
    id: 'swaps',
    shape: 'pips',
    label: labelOfPool('swaps'),
    value,
    max,
    low: false,
    pool: 'swaps',
    isPublic: true,
  };
}

/** The current Round lists fighters who can act before those who cannot. */
function trackOf(encounter: EnergyEncounter): TrackCell[] {
  const { round } = encounter.clock;
  const all = Object.values(encounter.fighters);
  const ready = all.filter((fighter) => isReady(encounter, fighter));
  const spent = all.filter((fighter) => !ready.includes(fighter) && !is(fighter, 'dead')).map(({ id }) => id);
  const cell = (n: number, state: TrackCell['state'], fighters: readonly EnergyFighter[]): TrackCell => ({
    id: `round-${n}`,
    label: message('Track.round', { round: n }),
    state,
    fighters: fighters.map(({ id }) => id),
  });
  const past = round > 1 ? [cell(round - 1, 'past', [])] : [];
  return [...past, { ...cell(round, 'now', ready), spent }, cell(round + 1, 'ahead', [])];
}

/** E-13, E-216. */
function lightOf(fighter: EnergyFighter): Pick<FighterRow, 'light'> {
  if (is(fighter, 'bleeding-out') && !is(fighter, 'dead')) return { light: 'danger' };
  return fighter.state.waiting === true ? { light: 'waiting' } : {};
}

const impliedNotes = (id: string) =>
  isConditionId(id)
    ? CONDITIONS[id].implies.map((daughter) => message('Note.brings', { daughter: labelOfCondition(daughter) }))
    : [];

function badges(fighter: EnergyFighter): Badge[] {
  const suppressed = suppressedOf(fighter).filter((id) => fighter.conditions.some((had) => had.id === id));
  return [
    ...badgesOf(CONDITIONS, effectiveConditions(fighter), {
      note: ({ id, roots, parents }) => [...roots.map(noteOf), ...parents.map(labelOfCause), ...impliedNotes(id)],
    }),
    ...suppressed.filter(isConditionId).map(
      // E-237: suppressed, but still on the fighter.
      (id): Badge => ({
        ...stateBadge('suppressed', 'neutral'),
        id,
        icon: `conditions/${CONDITIONS[id].icon}`,
        label: message('State.suppressed.label', { condition: labelOfCondition(id) }),
      }),
    ),
    ...(fighter.state.posture === 'kneeling' ? [stateBadge('kneeling', 'neutral')] : []),
    ...(fighter.state.waiting === true ? [stateBadge('waiting', 'neutral')] : []),
    ...(isHelpless(fighter) ? [stateBadge('helpless', 'harm')] : []),
    ...(fighter.state.struckBy !== undefined && !isOut(fighter) ? [stateBadge('struck', 'neutral')] : []),
  ];
}

/** E-A42: while fighters are in danger, the button that ends the encounter says so and ends it all the same. */
function controlsOf(encounter: EnergyEncounter, button: MakeButton): ActionButton[] {
  // A Round that begins with a roll is not open either.
  const rests = encounter.clock.phase === IDLE.phase ? Object.keys(RESTS) : [];
  return [...Object.keys(COMMANDS.clock), ...rests].map((id) => {
    const control = button({ do: id, by: GM });
    const isWarned = control.whyNot.some((reason) => reason.id === 'still-in-danger');
    return isWarned ? button({ do: id, by: GM, options: { anyway: true } }) : control;
  });
}

/** By the rule, including a point paid with Stamina. */
const energyOf = ({ command, cost }: ActionButton): number =>
  (cost.find(({ pool }) => pool === 'energy')?.amount ?? 0) + Number(optionsOf(command).swap ?? 0);

/** Sorts GM-priced actions after all others. */
const PRICED = Number.POSITIVE_INFINITY;

function groupsOf(scene: SheetContext<EnergyEncounter>): ActionGroup[] {
  const { encounter, fighter, viewer, button } = scene;
  const by = fighter.id;
  const byCost = new Map<number, ActionButton[]>();
  for (const [id, { ofItem, hasGmPrice, group, variants, orUnarmed, wields }] of Object.entries<Action>(ACTIONS)) {
    if (group || ofItem) continue;
    const ways: Command[] = [{ do: id, by }];
    if (variants?.agility) ways.push({ do: id, by, options: { agility: true } });
    // The weapons in hand have buttons of their own.
    if (orUnarmed && wields?.(fighter).length) ways.push({ do: id, by, with: UNARMED });
    for (const command of ways) {
      const action = button(command, lookWithItem(fighter, command));
      const cost = hasGmPrice ? PRICED : energyOf(action);
      byCost.set(cost, [...(byCost.get(cost) ?? []), action]);
    }
  }
  const chance = button(viewer.gm ? { do: 'chance-roll', by: GM, at: by } : { do: 'chance-roll', by });
  byCost.set(0, [...(byCost.get(0) ?? []), chance]);
  const priced = [...byCost].sort(([a], [b]) => a - b).map(([cost, actions]) => costGroup(cost, actions));
  const interrupts = interruptsOf(fighter).map((command) => button(command, lookWithItem(fighter, command)));
  const rests = Object.keys(RESTS).map((id) => button(viewer.gm ? { do: id, by: GM, at: by } : { do: id, by }));
  const isRoundOpen = encounter !== null && isOpen(encounter);
  return [
    ...(isRoundOpen ? [] : [{ id: 'rest', label: labelOfGroup('rest'), actions: rests }]),
    ...priced,
    ...takeUpButtons(scene, TAKE_UP, isBeside),
    groupOf('interrupt', interrupts),
    groupOf(
      'checks',
      Object.keys(FREE_ROLLS).map((id) => button(viewer.gm ? { do: id, by: GM, at: by } : { do: id, by })),
    ),
    ...(isRoundOpen && viewer.gm ? [rulingGroup(fighter, button), ...suppressGroups(fighter, button)] : []),
  ];
}

function costGroup(cost: number, actions: readonly ActionButton[]): ActionGroup {
  if (cost === PRICED) return groupOf('priced', actions);
  if (cost === 0) return groupOf('free', actions);
  return groupOf(`energy-${cost}`, actions, message('Group.energy', { energy: cost }));
}

/** E-125, E-109. */
const rulingGroup = (fighter: EnergyFighter, button: MakeButton): ActionGroup =>
  groupOf('ruled', [
    button({ do: 'helpless', by: GM, at: fighter.id, options: { on: !isHelpless(fighter) } }),
    button({ do: 'damage', by: GM, at: fighter.id }),
  ]);

/** E-237. */
function suppressGroups(fighter: EnergyFighter, button: MakeButton): ActionGroup[] {
  const harmful = [...new Set(fighter.conditions.map(({ id }) => id))]
    .filter(isConditionId)
    .filter((id) => CONDITIONS[id].tone === 'harm');
  if (harmful.length === 0) return [];
  const ignored = suppressedOf(fighter);
  const actions = harmful.map((condition) => {
    const suppress = !ignored.includes(condition);
    const name = suppress ? 'ignore' : 'heed';
    return button(
      { do: 'condition', by: GM, at: fighter.id, options: { condition, suppress } },
      {
        id: `${name}-${condition}`,
        label: message(`Action.${name}.label`, { condition: labelOfCondition(condition) }),
        hint: message(`Action.${name}.hint`),
        icon: `conditions/${CONDITIONS[condition].icon}`,
      },
    );
  });
  return [{ id: 'ignore', label: labelOfGroup('ignore'), actions }];
}

function figures(fighter: EnergyFighter): Figure[] {
  const stats = statsOf(fighter);
  const strikes = fighter.items.flatMap((item) => {
    const strike = item.id === UNARMED ? undefined : lookup(stats.strikes, item.id);
    return strike ? weaponFigures(item, strike.figures.attack, strike.figures.damage) : [];
  });
  return [...strikes, ...figuresOf(FIGURES, stats.figures)];
}

export const VIEWS: ViewRules<EnergyEncounter> = {
  badges: () => badges,
  buttons: BUTTONS,
  tracker: {
    isStarted: ({ clock }) => clock.phase !== 'idle',
    headline: ({ clock: { round } }) => message('Clock.round', { round }),
    track: trackOf,
    fighters: ({ fighters }) => Object.values(fighters),
    row: (encounter) => (fighter) => ({
      gauges: gauges(fighter, ROW_GAUGES),
      ready: isReady(encounter, fighter) && fighter.state.waiting !== true,
      out: isOut(fighter),
      ...lightOf(fighter),
    }),
    actions: (encounter, button) => (fighter) =>
      isReady(encounter, fighter) ? [button({ do: 'wait', by: fighter.id })] : [],
    controls: controlsOf,
    extras: (encounter) => (isEveryoneDone(encounter) ? { hint: message('Clock.all-wait') } : {}),
  },
  sheet: {
    gauges: (encounter, fighter) => [
      ...gauges(fighter, [...ROW_GAUGES, 'surges']),
      ...(encounter && isOpen(encounter) ? [swapsOf(fighter)] : []),
    ],
    figures: (_, fighter) => figures(fighter),
    kinds: {
      ability: ['strMod', 'dexMod', 'conMod', 'intMod', 'wisMod', 'chaMod'],
      defense: ['evasion', 'rangedEvasion', 'fortitude', 'will', 'speed', 'initiative'],
    },
    // E-18: with the Stamina that replaces Energy.
    mainGauges: ['energy', 'agility', 'stamina', 'swaps'],
    groups: groupsOf,
    itemActions: (item, { fighter, button }) =>
      Object.entries<Action>(ACTIONS).flatMap(([id, { itemsFor }]) =>
        itemsFor?.(fighter).includes(item) ? [button({ do: id, by: fighter.id, with: item.id })] : [],
      ),
    itemFacts: (item, fighter) => factsOf(fighter, item),
  },
  when: WHEN,
  answers: ANSWERS,
  card: CARD,
  floor: floorOf(TAKE_UP),
};

function factsOf(fighter: EnergyFighter, item: EnergyItem): readonly ItemFact[] {
  return [...stateOf(item), ...trainingFor(fighter, item), ...numbersOf(fighter, item)];
}

function stateOf(item: EnergyItem): ItemFact[] {
  const facts: ItemFact[] = [];
  if ('broken' in item && item.broken) facts.push(fact('broken', {}, { tone: 'harm' }));
  if ('dropped' in item && item.dropped) facts.push(fact('dropped', {}, { tone: 'harm' }));
  if (item.type === 'energyWeapon' && item.loadCost > 0)
    facts.push(item.loaded ? fact('loaded', {}, { tone: 'boon' }) : fact('unloaded', {}, { tone: 'harm' }));
  return facts;
}

/** E-A28, E-170. */
function trainingFor({ stats: { mpl } }: EnergyFighter, item: EnergyItem): ItemFact[] {
  if (!('mpr' in item) || item.mpr === 0) return [];
  const facts = { mpr: item.mpr, mpl };
  return [mpl >= item.mpr ? fact('proficient', facts) : fact('not-proficient', facts, { tone: 'harm' })];
}

function numbersOf(fighter: EnergyFighter, item: EnergyItem): ItemFact[] {
  if (item.type === 'energyWeapon') return weaponNumbers(fighter, item);
  if (item.type === 'energyShield') return [fact('bonus', { bonus: formatSigned(item.bonus) })];
  if (item.type === 'energyArmor') {
    const { coverage, rating, penalty } = item;
    const armor = [fact('coverage', { coverage }), fact('rating', { rating })];
    return penalty > 0 ? [...armor, fact('penalty', { penalty })] : armor;
  }
  const { usesMax: most, usesSpent: spent } = item;
  return most > 0 ? [fact('uses', { left: most - spent, most }, { tone: spent < most ? 'neutral' : 'harm' })] : [];
}

/** Both kinds of numbers for one with the Thrown property. */
function weaponNumbers({ stats }: EnergyFighter, weapon: Weapon): ItemFact[] {
  const strike = lookup(stats.strikes, weapon.id);
  if (!strike) return [];
  const { trio, damage: pull } = rangedStatsOf(weapon, stats);
  const [near, normal, most] = trio;
  const dice = strike.dice ? notation(strike.dice) : '0';
  const bonus = strike.damageBonus + (weapon.ranged ? pull - stats.figures.masdb.value : 0);
  const facts = { damage: bonus === 0 ? dice : `${dice} ${formatSigned(bonus)}` };
  const damage = weapon.ranged ? fact('damage', facts) : fact('damage', facts, { of: strike.figures.damage });
  const critical = strike.critMin < 20 ? [fact('critical', { from: strike.critMin })] : [];
  const range = fact('range', { near, normal, most });
  if (weapon.ranged) return [damage, range, ...critical];
  const attack = fact('attack', { attack: strike.attackValue }, { of: strike.figures.attack });
  const reach = fact('reach', { reach: strike.reach });
  return [attack, damage, reach, ...critical, ...(weapon.thrown && isThrown(weapon) ? [range] : [])];
}
