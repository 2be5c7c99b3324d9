import type { Procedure } from '../../../kernel/procedure';
import { removeCondition } from '../../../toolkit/combat/condition';
import { isInCombat, isTurnOf, mountOf } from '../conditions';
import { type ClashEncounter, type ClashFighter, setState } from '../state';

/** C-64: uses up the mount's own turn. */
export function* shareTurn(mount: ClashFighter): Procedure<void> {
  if (mount.state.done === true) return;
  yield* setState(mount.id, 'done', true);
  yield* setState(mount.id, 'shared', true);
}

/** C-01, C-02, C-64, C-A36: gives the mount its own turn, but not in a round whose shared turn has begun. */
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
