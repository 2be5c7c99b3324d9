import type { Procedure } from '../../../kernel/procedure';
import { removeCondition } from '../../../toolkit/combat/condition';
import { isInCombat, isTurnOf, mountOf } from '../conditions';
import { type ClashEncounter, type ClashFighter, setState } from '../state';

/** C-64: the turn of its rider is the mount's own, whatever becomes of the rider. */
export function* shareTurn(mount: ClashFighter): Procedure<void> {
  if (mount.state.done === true) return;
  yield* setState(mount.id, 'done', true);
  yield* setState(mount.id, 'shared', true);
}

/**
 * C-01, C-02, C-64, C-A36: out of the saddle, willingly or not. From now on the mount has a turn of its own, at its own initiative or its
 * rider's; not in this round, if the turn it shared has begun or passed.
 */
export function* unseat(encounter: ClashEncounter, rider: ClashFighter): Procedure<void> {
  const mount = mountOf(encounter, rider);
  yield* removeCondition(rider, 'mounted');
  if (!mount || !isInCombat(encounter)) return;
  const { initiative, done } = rider.state;
  if (mount.state.initiative === undefined && initiative !== undefined)
    yield* setState(mount.id, 'initiative', initiative);
  if ((done === true || isTurnOf(encounter, rider)) && mount.state.done !== true)
    yield* setState(mount.id, 'done', true);
}
