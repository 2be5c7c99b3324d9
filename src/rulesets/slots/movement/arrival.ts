import type { Place } from '../../../encounter/state';
import type { Procedure } from '../../../kernel/procedure';
import { isWater } from '../../../toolkit/space/terrain';
import { leaveCover } from '../attack/cover';
import { submerge, surface } from '../attack/health';
import { is, isObject } from '../conditions';
import type { SlotsEncounter, SlotsFighter } from '../state';

/** L-154: whether the map has somebody under water: in it, and below the level of the ground. */
const isUnder = ({ ground }: SlotsEncounter, { place }: SlotsFighter): boolean =>
  place !== null && place.elevation < 0 && isWater(ground, place);

/** What comes of having gone somewhere, or been brought there: cover is left, and the map's water is entered or left. */
export function* arriveOver(
  encounter: SlotsEncounter,
  mover: SlotsFighter,
  way: readonly [Place, ...Place[]],
): Procedure<void> {
  yield* leaveCover(encounter, mover, way);
  if (isObject(mover)) return;
  const [from] = way;
  const wasUnder = isUnder(encounter, { ...mover, place: from });
  if (isUnder(encounter, mover)) {
    if (!is(mover, 'underwater')) yield* submerge(encounter, mover);
  } else if (wasUnder) yield* surface(mover);
}
