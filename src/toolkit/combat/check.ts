import { defined } from '../../kernel/defined';
import type { Dice } from '../../kernel/dice';

/** Dice thrown plainly, as the higher and as the lower of two. */
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

/** What a game master can lend to a roll. */
export const ADVANTAGES = ['advantage', 'disadvantage'] as const;
export type Advantage = (typeof ADVANTAGES)[number];

/** Which of the throws is made: advantage and disadvantage cancel, and neither counts twice. */
export function pickDice(
  dice: AdvantageDice,
  advantage: boolean,
  disadvantage: boolean,
  lent: Advantage | null = null,
): Dice {
  const isHelped = advantage || lent === 'advantage';
  const isHindered = disadvantage || lent === 'disadvantage';
  if (isHelped === isHindered) return dice.plain;
  return isHelped ? dice.high : dice.low;
}

/** The dice of a level: so many more are thrown, and the highest is kept, or below nothing the lowest. */
export function diceAtLevel(plain: Dice, level: number): Dice {
  if (level === 0) return plain;
  const keep = level > 0 ? 'high' : 'low';
  const of = Math.abs(level) + 1;
  return of === 2 ? { ...plain, keep } : { ...plain, keep, of };
}

/** The row a total falls in: the first that begins at or below it. Rows go downward; the last catches all. */
export function rowFor<R extends { readonly from: number }>(rows: readonly R[], total: number): R {
  return defined(rows.find(({ from }) => total >= from) ?? rows.at(-1), 'a table with rows');
}
