import { say } from '../../../encounter/change';
import { d20 } from '../../../kernel/dice';
import { type Procedure, roll } from '../../../kernel/procedure';
import type { EnergyFighter } from './stats';

/** E-129: the difficulty where a rule names none. */
const DIFFICULTY = 10;

/** E-129: a bare twenty-sided die against a number. Comes to whether it is reached. */
export function* chance({ id }: EnergyFighter, against: number = DIFFICULTY): Procedure<boolean> {
  const made = (yield* roll('chance', d20, id, { against })) >= against;
  yield* say(made ? 'chance-made' : 'chance-failed', {}, id);
  return made;
}
