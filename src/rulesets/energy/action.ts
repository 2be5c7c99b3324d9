import { adjustPool, log } from '../../encounter/change';
import type { Command, Price } from '../../encounter/command';
import { type FighterId, type Place, poolOf } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import { d20 } from '../../kernel/dice';
import { check, type Procedure } from '../../kernel/procedure';
import { stopOf } from '../../toolkit/act/command-run';
import { type Game, type ActionContext as Named, type Row, rowsOf } from '../../toolkit/define/actions';
import type { Runtime } from '../../toolkit/define/commands';
import type { Moment } from '../../toolkit/turns/reaction';
import { type ConditionId, canSpendStamina, is } from './conditions';
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
    readonly swap: boolean;
    /** E-62: ended by an attack. */
    readonly defending: EnergyFighter['conditions'];
    /** E-12: who had struck the fighter and the target before. */
    readonly struckBefore: { readonly by: FighterId | undefined; readonly at: FighterId | undefined };
    /** Whether others have answered. */
    readonly isCutInto: boolean;
  };
}

export const { requiring, targeted } = rowsOf<Energy>();

/** Plays asks of an action in progress. Returns null, with a line on the card, if others end the action meanwhile. */
export const askWhileLegal = <T>(act: EnergyContext, asks: Procedure<T>): Procedure<T | null> =>
  act.runtime.whileLegal(act.reasonsToEnd, asks, stopOf(act.fighter.id));

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

/** E-51. */
export const AGILE_MOVE_COST: Cost = { agility: 1 };
/** E-152, E-A52, E-A53: the price of every melee form. */
export const SWIFT_COST: Cost = { energy: 1 };

/** E-18. */
export const usesSwap = (command: Command): boolean => optionsOf(command).swap === true;

/** E-18: returns the cost with one Energy moved to Stamina. */
export function withSwap(cost: Cost): Cost {
  if (!cost.energy) return cost;
  return { ...cost, energy: cost.energy - 1, stamina: (cost.stamina ?? 0) + 1 };
}

/** E-20: the most Stamina that enhances one attack. */
const MAX_ENHANCEMENT = 4;

/** E-20 to E-22. */
const enhancement = (command: Command): number => optionsOf(command).enhance ?? 0;

export const withEnhancement = (cost: Cost, command: Command): Cost =>
  enhancement(command) > 0 ? { ...cost, stamina: (cost.stamina ?? 0) + enhancement(command) } : cost;

/** E-21: returns a reason above the limit, unless it is the only ability. */
export function whyNotEnhance(category: string, command: Command): Reason[] {
  const { enhance, single } = optionsOf(command);
  if (enhance === undefined) return [];
  if (category !== 'attack') return [{ id: 'no-enhancement' }];
  return enhance > MAX_ENHANCEMENT && !single ? [{ id: 'too-enhanced', data: { most: MAX_ENHANCEMENT } }] : [];
}

const PAID_WITH = ['energy', 'stamina', 'agility'] as const;

export function pricesOf(cost: Cost): Price[] {
  const prices: Price[] = [];
  for (const pool of PAID_WITH) {
    const amount = cost[pool];
    if (amount) prices.push({ pool, amount });
  }
  return prices;
}

/** E-A39, E-18, E-228, E-230, E-233: returns the reasons against paying now. */
export function whyNotPay(fighter: EnergyFighter, cost: Cost, swap: boolean): Reason[] {
  const reasons: Reason[] = [];
  for (const { pool, amount } of pricesOf(cost)) {
    const poolValue = poolOf(fighter, pool).value;
    if (poolValue < amount) reasons.push({ id: pool, data: { needs: amount, has: poolValue } });
  }
  if (cost.stamina && !canSpendStamina(fighter)) reasons.push({ id: 'stamina-barred' });
  if (cost.agility && is(fighter, 'slowed')) reasons.push({ id: 'slowed' });
  if (swap && swapsUsed(fighter) >= fighter.stats.base.staminaSwaps) reasons.push({ id: 'swap-spent' });
  return reasons;
}

/** Returns the command, with the swap of E-18 if only that makes it affordable. */
export function makeAffordable({ find }: Pick<EnergyContext['runtime'], 'find'>, command: Command): Command {
  const found = find(command);
  if (!found || !swapHelps(found.act.fighter, found.action.cost(found.act))) return command;
  return { ...command, options: { ...command.options, swap: true } };
}

const swapsUsed = ({ state }: EnergyFighter): number => state.staminaSubs ?? 0;

const swapHelps = (fighter: EnergyFighter, cost: Cost): boolean =>
  (cost.energy ?? 0) > 0 &&
  whyNotPay(fighter, cost, false).length > 0 &&
  whyNotPay(fighter, withSwap(cost), true).length === 0;

/** E-52: returns the Agile Moves that the Energy spent on non-movement still allows. */
export const agileMovesLeft = ({ state }: EnergyFighter): number =>
  (state.nonMoveEnergy ?? 0) - (state.agileMoves ?? 0);

/** Includes the swapped point (E-A43). */
const energyOf = (cost: Cost, swap: boolean): number => (cost.energy ?? 0) + (swap ? 1 : 0);

/**
 * Pays the cost. Records a swap, and Energy spent on non-movement.
 * @param moves true for a movement action
 */
export function* pay(fighter: EnergyFighter, cost: Cost, swap: boolean, moves: boolean): Procedure<void> {
  for (const { pool, amount } of pricesOf(cost)) yield* adjustPool(fighter.id, pool, -amount);
  if (swap) yield* setState(fighter.id, 'staminaSubs', swapsUsed(fighter) + 1);
  const energy = energyOf(cost, swap);
  if (!moves && energy > 0) yield* setState(fighter.id, 'nonMoveEnergy', (fighter.state.nonMoveEnergy ?? 0) + energy);
}

/** E-37, E-A40: returns what stays paid of `kept` points. Energy counts first, so swapped Stamina is refunded; enhancement always is. */
export function costAfterRefund(cost: Cost, swap: boolean, kept: number): Cost & { energy: number; stamina: number } {
  const energy = Math.min(cost.energy ?? 0, kept);
  return { ...cost, energy, stamina: swap && kept > energy ? 1 : 0 };
}

/**
 * E-A40: refunds what does not stay paid, and the use of a swap.
 * @param moves if false, points already used for Agile Moves are not refunded (E-A43)
 */
export function* refund(
  fighter: EnergyFighter,
  cost: Cost,
  swap: boolean,
  kept: number,
  moves: boolean,
): Procedure<void> {
  const paid = energyOf(cost, swap);
  const keptEnergy = moves ? kept : Math.min(paid, Math.max(kept, paid - Math.max(0, agileMovesLeft(fighter))));
  const stillPaid = costAfterRefund(cost, swap, keptEnergy);
  const energy = (cost.energy ?? 0) - stillPaid.energy;
  const stamina = (cost.stamina ?? 0) - stillPaid.stamina;
  if (!moves && paid > keptEnergy)
    yield* setState(fighter.id, 'nonMoveEnergy', (fighter.state.nonMoveEnergy ?? 0) - (paid - keptEnergy) || null);
  yield* adjustPool(fighter.id, 'energy', energy);
  yield* adjustPool(fighter.id, 'stamina', stamina);
  if (swap && stillPaid.stamina === 0) yield* setState(fighter.id, 'staminaSubs', swapsUsed(fighter) - 1 || null);
}

export const has = ({ pools }: EnergyFighter, pool: PoolId): number => pools[pool].value;

export const isFull = (fighter: EnergyFighter, pool: PoolId): boolean => {
  const { value, max } = fighter.pools[pool];
  return value >= max;
};
