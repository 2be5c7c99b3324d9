import { impossibleReason } from '../../../encounter/legality';
import type { Procedure } from '../../../kernel/procedure';
import type { Action } from '../action';
import { type EnergyFighter, setState } from '../state';

/** E-37: asks others about what somebody does, who may think better of it meanwhile. */
export function* askWhileWithdrawable<T>({ id, state }: EnergyFighter, asks: Procedure<T>): Procedure<T> {
  yield* setState(id, 'declares', 'open');
  const answered = yield* asks;
  if (state.declares === 'open') yield* setState(id, 'declares', null);
  return answered;
}

/** Whether somebody has thought better of what they declared, or of the way they were on. */
export const hasWithdrawn = ({ state }: EnergyFighter): boolean => state.declares === 'withdrawn';

/**
 * E-37: gives up what one has declared, or goes no farther, while others may still answer it. Nothing of what was only declared stays paid
 * if nobody does (E-A40).
 */
export const withdraw: Action = {
  category: 'other',
  cost: () => ({}),
  whyNot: ({ fighter }) => (fighter.state.declares === 'open' ? [] : [impossibleReason('nothing-declared')]),
  *play({ fighter }) {
    yield* setState(fighter.id, 'declares', 'withdrawn');
  },
};
