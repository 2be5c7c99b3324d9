import { impossibleReason } from '../../../encounter/legality';
import type { Procedure } from '../../../kernel/procedure';
import type { Action } from '../action';
import { type EnergyFighter, setState } from '../state';

/** E-37: plays `asks` while the fighter may withdraw. Returns their answer. */
export function* askWhileWithdrawable<T>({ id, state }: EnergyFighter, asks: Procedure<T>): Procedure<T> {
  yield* setState(id, 'declares', 'open');
  const answered = yield* asks;
  if (state.declares === 'open') yield* setState(id, 'declares', null);
  return answered;
}

/** Returns true if the action, or the rest of a movement, was withdrawn. */
export const hasWithdrawn = ({ state }: EnergyFighter): boolean => state.declares === 'withdrawn';

/** E-37: possible while others may still answer. Without an answer all is refunded (E-A40). */
export const withdraw: Action = {
  category: 'other',
  promise: null,
  isInterrupt: true,
  toWinner: 'never',
  group: 'interrupt',
  isShown: ({ state }) => state.declares === 'open',
  cost: () => ({}),
  whyNot: ({ fighter }) => (fighter.state.declares === 'open' ? [] : [impossibleReason('nothing-declared')]),
  *play({ fighter }) {
    yield* setState(fighter.id, 'declares', 'withdrawn');
  },
};
