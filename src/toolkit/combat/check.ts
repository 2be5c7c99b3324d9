import { defined } from '../../kernel/defined';
import type { Dice } from '../../kernel/dice';

/** The dice of a roll without and with advantage or disadvantage. */
export interface AdvantageDice {
  readonly plain: Dice;
  readonly high: Dice;
  readonly low: Dice;
}

export const advantageDice = (plain: Dice): AdvantageDice => ({
  plain,
  high: { ...plain, keep: 'high' },
  low: { ...plain, keep: 'low' },
});

export const ADVANTAGES = ['advantage', 'disadvantage'] as const;
export type Advantage = (typeof ADVANTAGES)[number];

/** Returns the dice to roll. Advantage and disadvantage cancel, and neither stacks. */
export function pickDice(
  dice: AdvantageDice,
  advantage: boolean,
  disadvantage: boolean,
  granted: Advantage | null = null,
): Dice {
  const isHelped = advantage || granted === 'advantage';
  const isHindered = disadvantage || granted === 'disadvantage';
  if (isHelped === isHindered) return dice.plain;
  return isHelped ? dice.high : dice.low;
}

/** Returns the dice for a level: |level| extra dice, keeping the highest, or the lowest if negative. */
export function diceAtLevel(plain: Dice, level: number): Dice {
  if (level === 0) return plain;
  const keep = level > 0 ? 'high' : 'low';
  const of = Math.abs(level) + 1;
  return of === 2 ? { ...plain, keep } : { ...plain, keep, of };
}

/** Returns the first row that starts at or below the total, else the last. Rows must descend. */
export function rowFor<R extends { readonly from: number }>(rows: readonly R[], total: number): R {
  return defined(rows.find(({ from }) => total >= from) ?? rows.at(-1), 'a table with rows');
}
