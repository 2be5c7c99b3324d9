import { say } from '../../encounter/change';
import { d20 } from '../../kernel/dice';
import { type Procedure, roll } from '../../kernel/procedure';
import type { EnergyFighter } from './stats';

/** E-129: the difficulty where a rule names none. */
const DIFFICULTY = 10;

/** What is said of it where nothing better is. */
const PLAIN = { made: 'chance-made', failed: 'chance-failed' } as const;

/** E-129: a bare twenty-sided die against a number. Comes to whether it is reached. @param words what the card says of it */
export function* chance(
  { id }: EnergyFighter,
  against: number = DIFFICULTY,
  words: { readonly made: string; readonly failed: string } = PLAIN,
): Procedure<boolean> {
  const made = (yield* roll('chance', d20, id, { against })) >= against;
  yield* say(made ? words.made : words.failed, {}, id);
  return made;
}
