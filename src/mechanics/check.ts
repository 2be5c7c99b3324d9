import type { Dice } from '../kernel/dice';

/** Dice thrown plainly, as the higher and as the lower of two. */
export interface Throws {
  readonly plain: Dice;
  readonly high: Dice;
  readonly low: Dice;
}

export const throwsOf = (plain: Dice): Throws => ({
  plain,
  high: { ...plain, keep: 'high' },
  low: { ...plain, keep: 'low' },
});

/** Which of the throws is made: advantage and disadvantage cancel, and neither counts twice. */
export function pick(dice: Throws, advantage: boolean, disadvantage: boolean): Dice {
  if (advantage === disadvantage) return dice.plain;
  return advantage ? dice.high : dice.low;
}

/** The row a total falls in: the first that begins at or below it. Rows go downward; the last catches all. */
export function rowFor<R extends { readonly from: number }>(rows: readonly R[], total: number): R {
  return rows.find(({ from }) => total >= from) ?? rows[rows.length - 1]!;
}
