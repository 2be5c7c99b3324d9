import { applyChange } from '../../../encounter/change';
import type { Place } from '../../../encounter/state';
import type { Procedure } from '../../../kernel/procedure';
import { isWater } from '../../../toolkit/space/terrain';
import { leaveCover } from '../attack/cover';
import { inflict, surface } from '../attack/health';
import { is, isObject } from '../conditions';
import type { SlotsEncounter, SlotsFighter } from '../state';

/** L-154: returns true if the map places the fighter under water: in it, and below ground level. */
const isUnder = ({ ground }: SlotsEncounter, { place }: SlotsFighter): boolean =>
  place !== null && place.elevation < 0 && isWater(ground, place);

/** Applies the effects of an arrival: leaves cover, and enters or leaves the map's water. */
export function* applyArrival(
  encounter: SlotsEncounter,
  mover: SlotsFighter,
  route: readonly [Place, ...Place[]],
): Procedure<void> {
  yield* leaveCover(encounter, mover, route);
  if (isObject(mover)) return;
  const [from] = route;
  const wasUnder = isUnder(encounter, { ...mover, place: from });
  if (isUnder(encounter, mover)) {
    if (!is(mover, 'underwater')) yield* inflict(encounter, mover, 'underwater', null);
  } else if (wasUnder) yield* surface(mover);
}

/** Moves a fighter through places, the last of which it reaches. */
export function* moveAlong(encounter: SlotsEncounter, mover: SlotsFighter, cells: readonly Place[]): Procedure<void> {
  const [from, to] = [mover.place, cells.at(-1)];
  if (!from || !to) return;
  yield* applyChange({ kind: 'move', of: mover.id, to, by: cells.slice(0, -1) });
  yield* applyArrival(encounter, mover, [from, ...cells]);
}
