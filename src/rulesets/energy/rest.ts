import { adjustPool, log } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import { impossibleReason } from '../../encounter/legality';
import { sideOf } from '../../encounter/sides';
import { type ChoiceAsk, GM, type Reason } from '../../kernel/ask';
import { defined } from '../../kernel/defined';
import { askAll, askAmount, choose, type Procedure } from '../../kernel/procedure';
import type { RowsById } from '../../toolkit/act/actions';
import type { PlainCommand } from '../../toolkit/act/commands';
import { removeCondition } from '../../toolkit/combat/condition';
import { expireConditions } from '../../toolkit/define/duration';
import { setItem, whyNotAtHand } from '../../toolkit/define/item';
import { namesOf } from '../../toolkit/views/question';
import { type Action, type Energy, freeOf, has, payAtOnce } from './action';
import { stabilize } from './attack/aura';
import { isOpen } from './clock';
import { is, wakesByItself } from './conditions';
import { energyPrice } from './gear';
import { optionsOf } from './options';
import { type Armor, type EnergyItem, type Gear, ROUND_END, SHORT_REST, type Shield } from './schema';
import type { EnergyEncounter, EnergyFighter } from './state';

function whyNotSurge({ pools }: EnergyFighter): Reason[] {
  const reasons: Reason[] = pools.surges.value > 0 ? [] : [{ id: 'no-surges' }];
  return pools.aura.value < pools.aura.max ? reasons : [...reasons, { id: 'aura-full' }];
}

/** E-220: any regained Aura stabilizes. */
function* regain(fighter: EnergyFighter, points: number): Procedure<void> {
  const gained = yield* adjustPool(fighter.id, 'aura', points);
  if (gained > 0) yield* stabilize(fighter);
}

/** E-114. */
function* spendSurge(fighter: EnergyFighter): Procedure<void> {
  if ((yield* adjustPool(fighter.id, 'surges', -1)) === 0) return;
  yield* log('surge', { left: has(fighter, 'surges') }, fighter.id, { tone: 'boon' });
  yield* regain(fighter, fighter.stats.recoveryValue);
}

/** E-114: in a fight, through an ability priced by the GM. */
export const surge: Action = {
  category: 'other',
  options: ['swap', 'energy'],
  promise: null,
  hasGmPrice: true,
  cost: (act) => ({ energy: energyPrice(act, 0) }),
  whyNot: ({ fighter }) => whyNotSurge(fighter),
  *play({ fighter, command }) {
    if (optionsOf(command).energy === undefined) {
      const energy = yield* askAmount('price-energy', GM, 0, freeOf(fighter, 'energy'), { at: fighter.id });
      yield* payAtOnce(fighter, { energy: Math.min(energy, freeOf(fighter, 'energy')) }, false);
    }
    yield* spendSurge(fighter);
  },
};

/** E-199: minutes of a block, and blocks of a Short Rest. */
const BLOCK_MINUTES = 5;
const MAX_BLOCKS = 6;
/** E-201, E-A63: blocks to repair one item. */
const REPAIR_BLOCKS = 3;
/** E-203: hours. */
const LONG_REST_HOURS = 8;
const HOURS = { usual: LONG_REST_HOURS };
const BLOCKS_PER_HOUR = 12;

/** The sender; for the GM the target, else the living of `side` (default heroes). */
function restingFighters({ fighters }: EnergyEncounter, command: Command): EnergyFighter[] {
  const { by, at } = command;
  const named = by === GM ? at : by;
  if (named !== undefined) return fighters[named] ? [fighters[named]] : [];
  const { side = 'heroes' } = optionsOf(command);
  return Object.values(fighters).filter((fighter) => sideOf(fighter) === side && !is(fighter, 'dead'));
}

function whyNotRest(encounter: EnergyEncounter, command: Command): Reason[] {
  const fighters = restingFighters(encounter, command);
  if (fighters.length === 0) return [impossibleReason('no-fighter-to-rest')];
  const reasons: Reason[] = isOpen(encounter) ? [{ id: 'round-open' }] : [];
  if (fighters.some((fighter) => is(fighter, 'dead'))) reasons.push({ id: 'dead' });
  // E-214: a block lasts sixty Rounds, each with a Death Save.
  if (fighters.some((fighter) => is(fighter, 'bleeding-out'))) reasons.push({ id: 'still-bleeding' });
  return reasons;
}

export const RESTS = {
  /** E-199 to E-202: `minutes` defaults to thirty. */
  'short-rest': {
    of: 'both',
    options: ['side', 'minutes'],
    whyNot: whyNotRest,
    play(encounter, command) {
      const { minutes = MAX_BLOCKS * BLOCK_MINUTES } = optionsOf(command);
      return shortRest(restingFighters(encounter, command), Math.min(MAX_BLOCKS, Math.floor(minutes / BLOCK_MINUTES)));
    },
  },
  /** E-202 to E-205: the GM sets the undisturbed `hours`. */
  'long-rest': {
    of: 'both',
    options: ['side', 'hours'],
    whyNot: whyNotRest,
    *play(encounter, command) {
      const allowed = restingFighters(encounter, command).filter(isDying);
      const hours = optionsOf(command).hours ?? (yield* askAmount('rest-hours', GM, 0, LONG_REST_HOURS, HOURS));
      for (const fighter of restingFighters(encounter, command)) {
        const isWounded = isDying(fighter) && !allowed.includes(fighter);
        yield* longRest(fighter, isWounded ? 0 : Math.min(LONG_REST_HOURS, hours));
      }
    },
  },
} as const satisfies RowsById<PlainCommand<Energy>>;

/** E-199 to E-202: asks every resting fighter before each block. */
function* shortRest(fighters: readonly EnergyFighter[], blocks: number): Procedure<void> {
  let left = fighters;
  // The GM may let the dying rest.
  const allowed = fighters.filter(isDying);
  const settled = new Set<string>();
  for (let block = 1; block <= blocks && left.length > 0; block++) {
    const asked = left.filter(({ id }) => !settled.has(id));
    const answers = yield* askEach(asked.map((fighter) => blockAsk(fighter, block, blocks)));
    const hasAnswered = ({ id }: EnergyFighter, answer: string): boolean => answers.get(id) === answer;
    for (const fighter of left)
      if (hasAnswered(fighter, 'break-off')) yield* logEarlyEnd(fighter, (block - 1) * BLOCK_MINUTES);
    left = left.filter((fighter) => !hasAnswered(fighter, 'break-off'));
    // E-214: the GM has killed or wounded a fighter who rested.
    const wounded = left.filter((fighter) => isDying(fighter) && !allowed.includes(fighter));
    for (const fighter of wounded) yield* logEarlyEnd(fighter, (block - 1) * BLOCK_MINUTES);
    left = left.filter((fighter) => !wounded.includes(fighter));
    for (const fighter of left) {
      yield* refresh(fighter);
      if (hasAnswered(fighter, 'surge')) yield* spendSurge(fighter);
      if (hasAnswered(fighter, 'to-the-end')) settled.add(fighter.id);
      if (block % REPAIR_BLOCKS === 0) yield* repair(fighter);
    }
  }
  for (const { id } of left)
    yield* log('rested', { minutes: blocks * BLOCK_MINUTES }, id, { tone: 'boon', strong: true });
}

const isDying = (fighter: EnergyFighter): boolean => is(fighter, 'dead') || is(fighter, 'bleeding-out');

/** E-202. */
const logEarlyEnd = ({ id }: EnergyFighter, minutes: number): Procedure<unknown> =>
  minutes === 0
    ? log('rest-declined', {}, id, { strong: true })
    : log('rest-broken', { minutes }, id, { strong: true });

/** Asks all at once. Returns the answers by fighter. */
function* askEach(asks: readonly ChoiceAsk[]): Procedure<ReadonlyMap<string, string>> {
  const [only] = asks;
  if (!only) return new Map();
  const answers =
    asks.length > 1
      ? ((yield* askAll('rest', asks)) as readonly string[])
      : [yield* choose(only.id, only.by, only.options, only.facts)];
  return new Map(asks.map(({ by }, at) => [by, defined(answers[at], 'an answer to each question')]));
}

const WAYS = ['surge', 'go-on', 'to-the-end', 'break-off'];

function blockAsk(fighter: EnergyFighter, block: number, blocks: number): ChoiceAsk {
  const { aura, surges } = fighter.pools;
  return {
    kind: 'choice',
    id: 'rest-block',
    by: fighter.id,
    options: WAYS.map((id) => ({ id, whyNot: id === 'surge' ? whyNotSurge(fighter) : [] })),
    facts: {
      ...{ block, blocks, aura: aura.value, full: aura.max },
      ...{ surges: surges.value, each: fighter.stats.recoveryValue },
    },
  };
}

/** E-23, E-200, E-A59: the effect of five minutes. */
function* refresh(fighter: EnergyFighter): Procedure<void> {
  const { id, pools } = fighter;
  yield* adjustPool(id, 'stamina', pools.stamina.max);
  // E-02: a Round lasts five seconds, so its conditions end too.
  yield* expireConditions([fighter], ({ until }) => until?.at === SHORT_REST || until?.at === ROUND_END);
  yield* removeCondition(fighter, 'unconscious', wakesByItself);
  yield* restoreUses(fighter, 'short-rest');
}

function* restoreUses(fighter: EnergyFighter, per: Gear['usesPer']): Procedure<void> {
  for (const item of fighter.items)
    if (item.type === 'energyGear' && item.usesPer === per && item.usesSpent > 0)
      yield* setItem(fighter, item, { usesSpent: 0 });
}

const isBroken = (item: EnergyItem): item is Armor | Shield =>
  (item.type === 'energyArmor' || item.type === 'energyShield') && item.broken && whyNotAtHand(item).length === 0;

/** E-201, E-A63: returns true if an item was repaired. */
function* repair(fighter: EnergyFighter): Procedure<boolean> {
  const { id, items } = fighter;
  const broken = items.filter(isBroken);
  if (broken.length === 0) return false;
  const chosen = yield* choose('repair', id, [...broken.map((item) => item.id), 'nothing'], namesOf(broken));
  const item = broken.find((each) => each.id === chosen);
  if (!item) return false;
  yield* setItem(fighter, item, { broken: false });
  yield* log('repaired', { item: item.name }, id, { tone: 'boon' });
  return true;
}

/**
 * E-204, E-205, E-A62.
 * @param hours at most eight
 */
function* longRest(fighter: EnergyFighter, hours: number): Procedure<void> {
  const { id, pools } = fighter;
  if (hours === 0) {
    yield* logEarlyEnd(fighter, 0);
    return;
  }
  yield* refresh(fighter);
  const complete = hours === LONG_REST_HOURS;
  if (!complete) yield* spendSeveral(fighter, hours * BLOCKS_PER_HOUR);
  for (let repairs = (hours * BLOCKS_PER_HOUR) / REPAIR_BLOCKS; repairs > 0 && (yield* repair(fighter)); repairs--);
  if (!complete) {
    yield* adjustPool(id, 'surges', Math.floor((pools.surges.max * hours) / LONG_REST_HOURS));
    yield* log('long-rest-broken', { hours }, id, { strong: true });
    return;
  }
  yield* regain(fighter, pools.aura.max);
  yield* adjustPool(id, 'surges', pools.surges.max);
  yield* restoreUses(fighter, 'long-rest');
  yield* log('long-rested', {}, id, { tone: 'boon', strong: true });
}

/** E-205: at most one Surge a block. A complete rest needs none. */
function* spendSeveral(fighter: EnergyFighter, blocks: number): Procedure<void> {
  const { aura } = fighter.pools;
  const missing = Math.ceil((aura.max - aura.value) / fighter.stats.recoveryValue);
  const most = Math.min(has(fighter, 'surges'), missing, blocks);
  if (most <= 0) return;
  const facts = { aura: aura.value, full: aura.max, each: fighter.stats.recoveryValue };
  const spent = yield* askAmount('rest-surges', fighter.id, 0, most, facts);
  for (let surge = 0; surge < spent; surge++) yield* spendSurge(fighter);
}
