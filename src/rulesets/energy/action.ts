import { adjustPool, log } from '../../encounter/change';
import type { Command, Price } from '../../encounter/command';
import { type Place, poolOf } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import { d20 } from '../../kernel/dice';
import { check, type Procedure } from '../../kernel/procedure';
import { type ActionDefinition, type ActionContext as Named, rowsOf } from '../../toolkit/define/actions';
import type { Runtime } from '../../toolkit/define/commands';
import type { Moment } from '../../toolkit/turns/reaction';
import { type ConditionId, canSpendStamina, is } from './conditions';
import { optionsOf } from './options';
import type { PoolId } from './schema';
import { type EnergyEncounter, type EnergyFighter, setState } from './state';

export type Category = 'attack' | 'move' | 'other';

export interface Act extends Named<EnergyFighter, EnergyEncounter> {
  /** Who may strike at a metre of this movement (E-155); null where none may cut in. */
  readonly onMetre: ((from: Place, to: Place) => Moment) | null;
  readonly runtime: Runtime<Act, Action>;
  /**
   * Plays an action within another one, in a section of its own, and lets others answer it. An act carries it because an action may lead to
   * a challenge, and a challenge to the action it is won for.
   */
  readonly nested: (action: Action, act: Act) => Procedure<void>;
  /**
   * Whether nothing has come to stand against it since it was begun, though somebody may have cut in; null where nobody can.
   * @param aside reasons that are its own doing
   */
  readonly isStillValid: ((aside?: readonly string[]) => boolean) | null;
}

/** What a row says besides what rows of all rulesets do. */
interface Own {
  readonly category: Category;
  /** Whether leaving does not get one out of it, so that nobody is asked to (E-36 is about Reach). */
  readonly isRanged?: true;
  /** Whether the game master says what it takes, so that its cost is not known beforehand. */
  readonly hasGmPrice?: true;
  cost(act: Act): Cost;
  /** How much of the Energy it would keep where it does not use the whole (E-39); asked before it is carried out. */
  usedEnergy?(act: Act): number | null;
}

/** What being declared came to (E-178): whether anything did. */
type Declared = boolean;
/** How much of the Energy is kept, all of it where nothing is said; or that it came to nothing. */
type Outcome = number | typeof ABANDONED | null | void;

export interface Action extends ActionDefinition<Act, Declared, Outcome>, Own {}
export const { needing, targeted } = rowsOf<Act, Own, Declared, Outcome>();

/** Somebody cut in before the first die and left nothing to roll for (E-36, E-A48). */
export const ABANDONED = 'abandoned';

/** E-32, E-24, E-37. */
export const INTERRUPTS: readonly string[] = ['agile-move', 'challenge-initiative', 'withdraw'];

/** E-190, E-193: what a condition does not let one do. */
export const FORBIDDEN_BY_CONDITION: readonly (readonly [ConditionId, readonly Category[]])[] = [
  ['dead', ['attack', 'move', 'other']],
  ['unconscious', ['attack', 'move', 'other']],
  ['restrained', ['attack', 'move']],
  ['restraining', ['attack']],
];

/** E-129: the difficulty where a rule names none. */
const DIFFICULTY = 10;

/** What is said of it where nothing better is. */
const PLAIN = { made: 'chance-made', failed: 'chance-failed' } as const;

/** E-129: a bare twenty-sided die against a number. Comes to whether it is reached. @param words what the card says of it */
export function* rollChance(
  { id }: EnergyFighter,
  against: number = DIFFICULTY,
  words: { readonly made: string; readonly failed: string } = PLAIN,
): Procedure<boolean> {
  const made = yield* check('chance', d20, id, { against }, (rolled) => rolled >= against);
  yield* log(made ? words.made : words.failed, {}, id);
  return made;
}

/** What an action takes; a pool not named costs nothing. */
export type Cost = { readonly [Pool in 'energy' | 'stamina' | 'agility']?: number };

/** E-51. */
export const AGILE_MOVE_COST: Cost = { agility: 1 };
/** E-152, E-A52, E-A53: a Swift Attack in melee, whatever its form. */
export const SWIFT_COST: Cost = { energy: 1 };

/** E-18: whether a point of Energy is to be paid with Stamina. */
export const usesSwap = (command: Command): boolean => optionsOf(command).swap === true;

/** E-18: the same cost with one point of Energy paid by one of Stamina. */
export function withSwap(cost: Cost): Cost {
  if (!cost.energy) return cost;
  return { ...cost, energy: cost.energy - 1, stamina: (cost.stamina ?? 0) + 1 };
}

/** E-20: so much Stamina enhances one attack. */
const ENHANCES = 4;

/** E-20 to E-22: Stamina an attack is enhanced with, beside what is swapped. */
const enhancement = (command: Command): number => optionsOf(command).enhance ?? 0;

export const withEnhancement = (cost: Cost, command: Command): Cost =>
  enhancement(command) > 0 ? { ...cost, stamina: (cost.stamina ?? 0) + enhancement(command) } : cost;

/** E-21: a single ability may cost more, and is then the only one. */
export function whyNotEnhance(category: string, command: Command): Reason[] {
  const { enhance, single } = optionsOf(command);
  if (enhance === undefined) return [];
  if (category !== 'attack') return [{ id: 'no-enhancement' }];
  return enhance > ENHANCES && !single ? [{ id: 'too-enhanced', data: { most: ENHANCES } }] : [];
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

/** E-A39, E-18, E-228, E-230, E-233: what stands against paying the full cost now. */
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

/** The command as it is, or with the swap of E-18 where only that makes it payable. */
export function makeAffordable({ find }: Pick<Act['runtime'], 'find'>, command: Command): Command {
  const found = find(command);
  if (!found || !swapHelps(found.act.fighter, found.action.cost(found.act))) return command;
  return { ...command, options: { ...command.options, swap: true } };
}

const swapsUsed = ({ state }: EnergyFighter): number => state.staminaSubs ?? 0;

/** Whether one point of Stamina would make a cost payable that is not payable as it is. */
const swapHelps = (fighter: EnergyFighter, cost: Cost): boolean =>
  (cost.energy ?? 0) > 0 &&
  whyNotPay(fighter, cost, false).length > 0 &&
  whyNotPay(fighter, withSwap(cost), true).length === 0;

/** E-52: how many Agile Moves the Energy spent on other things than moving still allows. */
export const agileMovesLeft = ({ state }: EnergyFighter): number =>
  (state.nonMoveEnergy ?? 0) - (state.agileMoves ?? 0);

/** Energy a cost takes, the swapped point counted as what it stands for (E-A43). */
const energyOf = (cost: Cost, swap: boolean): number => (cost.energy ?? 0) + (swap ? 1 : 0);

/**
 * Takes the whole cost, and notes a swap and what later counts for Agile Moves.
 * @param moves whether it is for a movement action
 */
export function* pay(fighter: EnergyFighter, cost: Cost, swap: boolean, moves: boolean): Procedure<void> {
  for (const { pool, amount } of pricesOf(cost)) yield* adjustPool(fighter.id, pool, -amount);
  if (swap) yield* setState(fighter.id, 'staminaSubs', swapsUsed(fighter) + 1);
  const energy = energyOf(cost, swap);
  if (!moves && energy > 0) yield* setState(fighter.id, 'nonMoveEnergy', (fighter.state.nonMoveEnergy ?? 0) + energy);
}

/**
 * E-37, E-A40: what stays paid when `kept` points of Energy are kept: Energy first, so that swapped Stamina comes back; and so does
 * what was to enhance it.
 */
export function costAfterRefund(cost: Cost, swap: boolean, kept: number): Cost & { energy: number; stamina: number } {
  const energy = Math.min(cost.energy ?? 0, kept);
  return { ...cost, energy, stamina: swap && kept > energy ? 1 : 0 };
}

/**
 * E-A40: gives back what does not stay paid, and with swapped Stamina its use.
 * @param moves whether it was for a movement action; of another, points that Agile Moves stood on are not given back (E-A43)
 */
export function* refund(
  fighter: EnergyFighter,
  cost: Cost,
  swap: boolean,
  kept: number,
  moves: boolean,
): Procedure<void> {
  const paid = energyOf(cost, swap);
  const keeps = moves ? kept : Math.min(paid, Math.max(kept, paid - Math.max(0, agileMovesLeft(fighter))));
  const stays = costAfterRefund(cost, swap, keeps);
  const energy = (cost.energy ?? 0) - stays.energy;
  const stamina = (cost.stamina ?? 0) - stays.stamina;
  if (!moves && paid > keeps)
    yield* setState(fighter.id, 'nonMoveEnergy', (fighter.state.nonMoveEnergy ?? 0) - (paid - keeps) || null);
  if (energy > 0) yield* adjustPool(fighter.id, 'energy', energy);
  if (stamina === 0) return;
  yield* adjustPool(fighter.id, 'stamina', stamina);
  if (swap && stays.stamina === 0) yield* setState(fighter.id, 'staminaSubs', swapsUsed(fighter) - 1 || null);
}

export const has = ({ pools }: EnergyFighter, pool: PoolId): number => pools[pool].value;

export const isFull = (fighter: EnergyFighter, pool: PoolId): boolean => {
  const { value, max } = fighter.pools[pool];
  return value >= max;
};
