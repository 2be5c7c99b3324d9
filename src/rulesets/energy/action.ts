import { adjustPool, type Change, log } from '../../encounter/change';
import type { Command, Price } from '../../encounter/command';
import type { FighterId, Place } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import { d20 } from '../../kernel/dice';
import { lookup } from '../../kernel/lookup';
import { check, type Procedure } from '../../kernel/procedure';
import { type Game, type ActionContext as Named, type Row, rowsOf } from '../../toolkit/act/actions';
import type { Runtime } from '../../toolkit/act/commands';
import type { Moment } from '../../toolkit/turns/reaction';
import { type ConditionId, is, type Openings } from './conditions';
import { type OPTIONS, optionsOf } from './options';
import type { PoolId, Weapon } from './schema';
import { type EnergyEncounter, type EnergyFighter, setState } from './state';

export type Category = 'attack' | 'move' | 'other';

export interface EnergyContext extends Named<EnergyEncounter> {
  /** Returns the reactions to one metre (E-155); null if it cannot be interrupted. */
  readonly onMetre: ((from: Place, to: Place) => Moment) | null;
  readonly runtime: Runtime<Energy>;
  /** Returns the reasons that would end it if others caused them. */
  readonly reasonsToEnd: () => readonly Reason[];
  /** E-69: the target when it was declared; null before that. */
  readonly openings: Openings | null;
  /** Returns the reasons why what was set aside for it can no longer be paid; none once it is paid. */
  readonly whyUnpaid: () => readonly Reason[];
}

export interface Action extends Row<Energy> {
  readonly category: Category;
  /** Opponents ignore an action without a promise, so every row states one. */
  readonly promise: Exclude<Row<Energy>['promise'], undefined>;
  /** Moving away does not avoid it (E-36 is about Reach). */
  readonly isRanged?: true;
  /** E-32, E-24, E-37. */
  readonly isInterrupt?: true;
  /** E-25, E-31: the winner of a challenge is offered it, or never takes it; by default only by its button. */
  readonly toWinner?: 'offered' | 'never';
  /** Text keys of its buttons with an option: as a Swift Attack (E-152), paid with Agility (E-46). */
  readonly variants?: { readonly [O in 'swift' | 'agility']?: string };
  /** Its button is among the interrupts; by default it is grouped by price. */
  readonly group?: 'interrupt';
  /** State that only the next action may use. */
  readonly prepares?: 'sprintFrom' | 'waiting';
  /** E-53: though a movement, it ends the run-up. */
  readonly endsRunUp?: true;
  /** What it costs in any situation, for cards, which know no encounter. */
  readonly fixedCost?: Cost;
  /** E-173: with bare hands too, though a weapon is in hand. */
  readonly orUnarmed?: true;
  /** The GM sets the price while the action runs. */
  readonly hasGmPrice?: true;
  cost(act: EnergyContext): Cost;
  /** Returns the weapons in hand that it can be made with, the default first; default: none. */
  wields?(fighter: EnergyFighter): readonly Weapon[];
  /** Returns false while its button is left out; default: always shown. */
  isShown?(fighter: EnergyFighter): boolean;
  /** Returns the command aimed at targets of the viewer; default: at the first, if it needs one. */
  aim?(encounter: EnergyEncounter, command: Command, targets: readonly [FighterId, ...FighterId[]]): Command;
  /** Returns the Energy that stays paid if less than the cost is needed (E-39); called before it runs. */
  usedEnergy?(act: EnergyContext): number | null;
}

export interface Energy extends Game {
  readonly encounter: EnergyEncounter;
  readonly context: EnergyContext;
  readonly row: Action;
  readonly option: keyof typeof OPTIONS & string;
  /** True if the declaration had an effect (E-178). */
  readonly declared: boolean;
  /** The Energy that stays paid; null or undefined keeps all. */
  readonly outcome: number | null | void;
  readonly paid: {
    readonly cost: Cost;
    /** E-18: points of Energy paid with Stamina. */
    readonly swapped: number;
    /** E-62: ended by an attack. */
    readonly defending: EnergyFighter['conditions'];
    /** E-12: who had struck the fighter and the target before. */
    readonly struckBefore: { readonly by: FighterId | undefined; readonly at: FighterId | undefined };
    /** Whether others have answered. */
    readonly isCutInto: boolean;
    /** Whether the attacker has stepped after its target. */
    readonly isFollowing: boolean;
    /** What of the cost has left the pools; null while it is only set aside. */
    readonly settled: Cost | null;
    /** E-A41: whether that took the last Stamina. */
    readonly isDrained?: boolean;
  };
}

export const { requiring, targeted } = rowsOf<Energy>();

/** E-190, E-193. */
export const FORBIDDEN_BY_CONDITION: readonly (readonly [ConditionId, readonly Category[]])[] = [
  ['dead', ['attack', 'move', 'other']],
  ['unconscious', ['attack', 'move', 'other']],
  ['restrained', ['attack', 'move']],
  ['restraining', ['attack']],
];

/** E-129: the default difficulty. */
const DIFFICULTY = 10;

const DEFAULT_LOG_IDS = { success: 'chance-made', failure: 'chance-failed' } as const;

/** E-129: rolls an unmodified d20. Returns true if it reaches `against`. */
export function* rollChance(
  { id }: EnergyFighter,
  against: number = DIFFICULTY,
  logIds: { readonly success: string; readonly failure: string } = DEFAULT_LOG_IDS,
): Procedure<boolean> {
  const isSuccess = yield* check('chance', d20, id, { against }, (rolled) => rolled >= against);
  yield* log(isSuccess ? logIds.success : logIds.failure, {}, id);
  return isSuccess;
}

/** A missing pool costs nothing. */
export type Cost = { readonly [Pool in 'energy' | 'stamina' | 'agility']?: number };

/** E-152, E-A52, E-A53: the price of every melee form. */
export const SWIFT_COST: Cost = { energy: 1 };

/** E-18: returns the points of Energy that the command pays with Stamina; a mark means one. */
const swapOf = (command: Command): number => Number(optionsOf(command).swap ?? 0);

/** E-18: returns the points of a cost that are swapped. */
export const swappedOf = ({ energy = 0 }: Cost, command: Command): number => Math.min(energy, swapOf(command));

/** E-18: returns the cost with these points of Energy moved to Stamina. */
export function withSwap(cost: Cost, swapped: number): Cost {
  if (swapped === 0) return cost;
  return { ...cost, energy: (cost.energy ?? 0) - swapped, stamina: (cost.stamina ?? 0) + swapped };
}

/** E-20: the most Stamina that enhances one attack. */
const MAX_ENHANCEMENT = 4;

/** E-20 to E-22. */
const enhancement = (command: Command): number => optionsOf(command).enhance ?? 0;

export const withEnhancement = (cost: Cost, command: Command): Cost =>
  enhancement(command) > 0 ? { ...cost, stamina: (cost.stamina ?? 0) + enhancement(command) } : cost;

/** E-21: returns a reason above the limit, unless it is the only ability. */
export function whyNotEnhance(category: string, command: Command): Reason[] {
  const { enhance, single, action: named } = optionsOf(command);
  // E-31: the options of a challenge are those of its action.
  if (enhance === undefined || named !== undefined) return [];
  if (category !== 'attack') return [{ id: 'no-enhancement' }];
  return enhance > MAX_ENHANCEMENT && !single ? [{ id: 'too-enhanced', data: { most: MAX_ENHANCEMENT } }] : [];
}

const PAID_WITH = ['energy', 'stamina', 'agility'] as const;
type PaidPool = (typeof PAID_WITH)[number];

export function pricesOf(cost: Cost): Price[] {
  const prices: Price[] = [];
  for (const pool of PAID_WITH) {
    const amount = cost[pool];
    if (amount) prices.push({ pool, amount });
  }
  return prices;
}

/** E-228, E-230. */
const canSpendStamina = (fighter: EnergyFighter): boolean => !is(fighter, 'shaken') && !is(fighter, 'exhausted');

/** Returns the reasons against paying from what `left` says of each pool; what is set aside counts by default. */
export function whyNotAfford(
  fighter: EnergyFighter,
  cost: Cost,
  left: (pool: PaidPool) => number = (pool) => has(fighter, pool),
): Reason[] {
  const reasons: Reason[] = [];
  for (const pool of PAID_WITH) {
    const needs = cost[pool] ?? 0;
    const has = left(pool);
    if (has < needs) reasons.push({ id: pool, data: { needs, has } });
  }
  if (cost.stamina && !canSpendStamina(fighter)) reasons.push({ id: 'stamina-barred' });
  if (cost.agility && is(fighter, 'slowed')) reasons.push({ id: 'slowed' });
  return reasons;
}

/** E-37: returns how much of a pool is set aside for unfinished actions, at most what is in it. */
export const setAsideOf = (fighter: EnergyFighter, pool: PoolId): number =>
  Math.min(has(fighter, pool), lookup(fighter.state.setAside, pool) ?? 0);

/** Returns how much of a pool something else can be paid with. */
export const freeOf = (fighter: EnergyFighter, pool: PoolId): number => has(fighter, pool) - setAsideOf(fighter, pool);

/** E-A39, E-18, E-228, E-230, E-233: returns the reasons against paying now. What unfinished actions set aside is not free. */
export function whyNotPay(fighter: EnergyFighter, cost: Cost, swapped: number): Reason[] {
  const reasons = whyNotAfford(fighter, cost, (pool) => freeOf(fighter, pool));
  if (swapped > swapsLeft(fighter)) reasons.push({ id: 'swap-spent' });
  return reasons;
}

/** Returns the command, with the least swap of E-18 if only that makes it affordable. */
export function makeAffordable({ find }: Pick<EnergyContext['runtime'], 'find'>, command: Command): Command {
  const found = find(command);
  if (!found) return command;
  const { fighter } = found.act;
  const cost = found.action.cost(found.act);
  if (whyNotPay(fighter, cost, 0).length === 0) return command;
  for (let swapped = 1; swapped <= Math.min(cost.energy ?? 0, swapsLeft(fighter)); swapped++)
    if (whyNotPay(fighter, withSwap(cost, swapped), swapped).length === 0)
      return { ...command, options: { ...command.options, swap: swapped === 1 ? true : swapped } };
  return command;
}

const swapsUsed = ({ state }: EnergyFighter): number => state.staminaSubs ?? 0;

/** E-18: returns the swaps left this Round. */
export const swapsLeft = (fighter: EnergyFighter): number =>
  Math.max(0, fighter.stats.base.staminaSwaps - swapsUsed(fighter));

/** E-52: returns the Agile Moves that the Energy spent on non-movement still allows. */
export const agileMovesLeft = ({ state }: EnergyFighter): number =>
  (state.nonMoveEnergy ?? 0) - (state.agileMoves ?? 0);

/** Includes the swapped points (E-A43). */
const energyOf = (cost: Cost, swapped: number): number => (cost.energy ?? 0) + swapped;

/**
 * E-37: sets the cost aside until results occur: it stays in the pools, where it can be lost. Records swaps, and
 * Energy for non-movement.
 * @param moves true for a movement action
 */
export function* setAside(fighter: EnergyFighter, cost: Cost, swapped: number, moves: boolean): Procedure<void> {
  yield* changeSetAside(fighter, cost, 1);
  if (swapped > 0) yield* setState(fighter.id, 'staminaSubs', swapsUsed(fighter) + swapped);
  const energy = energyOf(cost, swapped);
  if (!moves && energy > 0) yield* setState(fighter.id, 'nonMoveEnergy', (fighter.state.nonMoveEnergy ?? 0) + energy);
}

function* changeSetAside({ id, state }: EnergyFighter, cost: Cost, sign: 1 | -1): Procedure<void> {
  if (pricesOf(cost).length === 0) return;
  const amountOf = (pool: PaidPool): number => Math.max(0, (state.setAside?.[pool] ?? 0) + sign * (cost[pool] ?? 0));
  const next = { energy: amountOf('energy'), stamina: amountOf('stamina'), agility: amountOf('agility') };
  yield* setState(id, 'setAside', pricesOf(next).length > 0 ? next : null);
}

/** Pays `due` of a cost that was set aside. Returns what was paid. */
export function* paySetAside(fighter: EnergyFighter, cost: Cost, due: Cost): Procedure<Cost> {
  yield* changeSetAside(fighter, cost, -1);
  const paid: { -readonly [Pool in PaidPool]?: number } = {};
  for (const { pool, amount } of pricesOf(due))
    paid[pool as PaidPool] = -(yield* adjustPool(fighter.id, pool, -amount));
  return paid;
}

/** Pays a cost that the GM has set just now. */
export function* payAtOnce(fighter: EnergyFighter, cost: Cost, moves: boolean): Procedure<void> {
  yield* setAside(fighter, cost, 0, moves);
  yield* paySetAside(fighter, cost, cost);
}

/** To turn to a target is no result of an attack. */
const isResult = ({ kind }: Change, { category }: Action): boolean =>
  kind !== 'log' && kind !== 'outcome' && (kind !== 'move' || category !== 'attack');

/** E-37: plays an action, and `payNow` when its first result occurs: its first die is rolled, or something changes. */
export function* payAtResult<T>(action: Action, play: Procedure<T>, payNow: () => Procedure<void>): Procedure<T> {
  let isPaid = false;
  let depth = 0;
  let step = play.next();
  while (!step.done) {
    const ask = step.value;
    if (ask.kind === 'section') depth += ask.command === null ? -1 : 1;
    if (!isPaid && ask.kind === 'apply' && depth === 0 && isResult(ask.change as Change, action)) {
      isPaid = true;
      yield* payNow();
    }
    let answer: unknown;
    try {
      answer = yield ask;
    } catch (error) {
      step = play.throw(error);
      continue;
    }
    if (!isPaid && ask.kind === 'dice' && depth === 0) {
      isPaid = true;
      yield* payNow();
    }
    step = play.next(answer);
  }
  return step.value;
}

/** E-37, E-A40: returns what stays paid of `kept` points. Energy counts first, so swapped Stamina is refunded; enhancement and Agility always are. */
export function costAfterRefund(cost: Cost, swapped: number, kept: number) {
  const energy = Math.min(cost.energy ?? 0, kept);
  return { energy, stamina: Math.min(swapped, Math.max(0, kept - energy)) };
}

/**
 * E-A40: returns what stays paid, and gives back the swaps and the Energy for non-movement of the rest.
 * @param moves if false, points already used for Agile Moves are not refunded (E-A43)
 */
export function* refundCounts(
  fighter: EnergyFighter,
  cost: Cost,
  swapped: number,
  kept: number,
  moves: boolean,
): Procedure<Cost> {
  const paid = energyOf(cost, swapped);
  const keptEnergy = moves ? kept : Math.min(paid, Math.max(kept, paid - Math.max(0, agileMovesLeft(fighter))));
  const stillPaid = costAfterRefund(cost, swapped, keptEnergy);
  if (!moves && paid > keptEnergy)
    yield* setState(fighter.id, 'nonMoveEnergy', (fighter.state.nonMoveEnergy ?? 0) - (paid - keptEnergy) || null);
  if (swapped > stillPaid.stamina)
    yield* setState(fighter.id, 'staminaSubs', swapsUsed(fighter) - (swapped - stillPaid.stamina) || null);
  return stillPaid;
}

/** Returns to the pools what was paid but is not due. */
export function* giveBack({ id }: EnergyFighter, paid: Cost, due: Cost): Procedure<void> {
  for (const pool of PAID_WITH) yield* adjustPool(id, pool, Math.max(0, (paid[pool] ?? 0) - (due[pool] ?? 0)));
}

export const has = ({ pools }: EnergyFighter, pool: PoolId): number => pools[pool].value;

export const isFull = (fighter: EnergyFighter, pool: PoolId): boolean => {
  const { value, max } = fighter.pools[pool];
  return value >= max;
};
