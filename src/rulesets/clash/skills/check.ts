import type { Facts } from '../../../kernel/ask';
import { type Dice, d20, dice } from '../../../kernel/dice';
import { type Procedure, check as put, roll } from '../../../kernel/procedure';
import { diceAtLevel } from '../../../toolkit/combat/check';

/** C-36, C-40, C-52, C-88. */
export const DEFENSE_DIE: Dice = dice(1, 12);

/** C-A1: returns the face that counts. */
export function rollFace(id: string, by: string, level: number, facts: Facts): Procedure<number> {
  return roll(id, diceAtLevel(d20, level), by, facts);
}

/** C-A2, C-A3. */
export function check(id: string, by: string, bonus: number, against: number, level = 0): Procedure<boolean> {
  return put(id, diceAtLevel(d20, level), by, { bonus, against }, (face) => face + bonus >= against);
}
