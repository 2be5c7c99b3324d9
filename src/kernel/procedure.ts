import type { Ask, Asked, Facts, Option } from './ask';
import type { Dice } from './dice';

/** A rule: yields asks, is resumed with their answers, returns its outcome. */
export type Procedure<T> = Generator<Ask, T, unknown>;

/** Asks for dice and returns their total. */
export function* roll(id: string, dice: Dice, by: Asked, facts?: Facts): Procedure<number> {
  return (yield { kind: 'dice', id, by, dice, ...(facts && { facts }) }) as number;
}

/** Asks for one of the options and returns its id. */
export function* choose(id: string, by: Asked, options: readonly Option[], facts?: Facts): Procedure<string> {
  return (yield { kind: 'choice', id, by, options, ...(facts && { facts }) }) as string;
}
