import type { Ground, Place } from '../../encounter/state';
import { placeAt } from './space';

/**
 * Returns where a carried body is when its carrier has moved: on the same spot of the carrier, facing like it, and on
 * squares on whole cells.
 */
export function placeInSaddle({ grid, cell }: Ground, carried: Place, from: Place, to: Place): Place {
  const { width, height, elevation } = carried;
  const seat = (offset: number, own: number, room: number): number => {
    if (grid !== 'square') return offset;
    const margin = (room - own) / 2;
    const edge = Math.round((offset + margin) / cell) * cell;
    return Math.max(0, Math.min(edge, room - own)) - margin;
  };
  const x = to.x + seat(carried.x - from.x, width, to.width);
  const y = to.y + seat(carried.y - from.y, height, to.height);
  return { ...to, x, y, width, height, elevation: to.elevation + elevation - from.elevation };
}

/** Returns the path of a carrier for one that was drawn for whom it carries. */
export const pathOfCarrier = (ground: Ground, carrier: Place | null, carried: Place | null, path: readonly Place[]) =>
  path.map((place): Place => {
    if (!carrier || !carried) return place;
    const { x, y } = placeAt(ground, carrier, place.x - carried.x, place.y - carried.y);
    const elevation = place.elevation - carried.elevation + carrier.elevation;
    return { ...place, x, y, elevation, width: carrier.width, height: carrier.height };
  });
