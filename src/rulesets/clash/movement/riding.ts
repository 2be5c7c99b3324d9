import { applyChange, type Change } from '../../../encounter/change';
import { groundAt } from '../../../encounter/scenes';
import type { Place } from '../../../encounter/state';
import type { Procedure } from '../../../kernel/procedure';
import { removalsOf } from '../../../toolkit/act/state-based';
import { placeInSaddle } from '../../../toolkit/space/carried';
import { gap } from '../../../toolkit/space/space';
import { isInCombat, isTurnOf, mountOf } from '../conditions';
import { type ClashEncounter, type ClashFighter, setState } from '../state';

/** C-64: uses up the mount's own turn. */
export function* shareTurn(mount: ClashFighter): Procedure<void> {
  if (mount.state.done === true) return;
  yield* setState(mount.id, 'done', true);
  yield* setState(mount.id, 'shared', true);
}

/** C-64: off the map a rider cannot leave the saddle by moving. The rider's token may be raised by a cell. */
export function isInSaddle({ ground }: ClashEncounter, rider: ClashFighter, mount: ClashFighter): boolean {
  const [seat, back] = [rider.place, mount.place];
  if (!seat || !back) return true;
  const { elevation } = back;
  if (seat.level !== back.level || Math.abs(seat.elevation - elevation) > groundAt(ground, back).cell) return false;
  return gap(ground, { ...seat, elevation }, back) < 0;
}

/** Returns the place nearest to a rider on the back of a mount. */
export const mountedPlace = ({ ground }: ClashEncounter, rider: Place, back: Place): Place =>
  placeInSaddle(ground, { ...rider, elevation: back.elevation }, back, back);

/** C-01, C-02, C-64, C-A36: the mount has its own turn again, but not in a round whose shared turn has begun. */
export function unseatingOf(encounter: ClashEncounter, rider: ClashFighter): readonly Change[] {
  const dismounts = removalsOf(rider, ({ id }) => id === 'mounted');
  const mount = mountOf(encounter, rider);
  if (!mount || !isInCombat(encounter)) return dismounts;
  const { initiative, done } = rider.state;
  const turns = mount.state.initiative === undefined && initiative !== undefined;
  const waits = (done === true || isTurnOf(encounter, rider)) && mount.state.done !== true;
  return [
    ...dismounts,
    ...(turns ? [stateOf(mount, 'initiative', initiative)] : []),
    ...(waits ? [stateOf(mount, 'done', true)] : []),
  ];
}

const stateOf = ({ id }: ClashFighter, key: 'initiative' | 'done', to: number | true): Change => ({
  kind: 'state',
  of: id,
  key,
  to,
});

export function* unseat(encounter: ClashEncounter, rider: ClashFighter): Procedure<void> {
  for (const change of unseatingOf(encounter, rider)) yield* applyChange(change);
}
