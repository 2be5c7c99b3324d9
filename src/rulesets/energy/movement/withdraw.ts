import { impossibleReason } from '../../../encounter/legality';
import { areOnOneSide } from '../../../encounter/sides';
import type { Procedure } from '../../../kernel/procedure';
import type { Action } from '../action';
import { type EnergyEncounter, type EnergyFighter, setState } from '../state';

/**
 * E-37: plays `asks` while the fighter may withdraw. Returns their answer. Written whether or not others can answer: who
 * is asked may leave, and the record must still be what is played.
 */
export function* askWhileWithdrawable<T>(fighter: EnergyFighter, asks: Procedure<T>): Procedure<T> {
  yield* setState(fighter.id, 'declares', 'open');
  const answered = yield* asks;
  yield* closeWindow(fighter);
  return answered;
}

/** Ends the time in which a fighter may withdraw. */
export function* closeWindow({ id, state }: EnergyFighter): Procedure<void> {
  if (state.declares === 'open') yield* setState(id, 'declares', null);
}

/** E-38: notes for all who may withdraw that an opponent has acted inside their action. */
export function* noteCutIn({ fighters }: EnergyEncounter, by: EnergyFighter): Procedure<void> {
  for (const fighter of Object.values(fighters))
    if (!areOnOneSide(fighter, by) && fighter.state.declares === 'open') yield* setState(fighter.id, 'cutInto', true);
}

/** Clears what was noted of an action in progress. */
export function* endDeclaration({ id, state }: EnergyFighter): Procedure<void> {
  yield* setState(id, 'declares', null);
  if (state.cutInto) yield* setState(id, 'cutInto', null);
  if (state.moving) yield* setState(id, 'moving', null);
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
