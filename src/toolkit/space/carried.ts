import { groundAt } from '../../encounter/scenes';
import type { Ground, Place } from '../../encounter/state';
import { placeAt, withBody } from './space';

/**
 * Returns where a carried body is when its carrier has moved: on the same spot of the carrier, on whole cells of
 * squares. It turns with its carrier.
 */
export function placeInSaddle(ground: Ground, carried: Place, from: Place, to: Place): Place {
  const { grid, cell } = groundAt(ground, to);
  const { width, height } = carried;
  const seat = (offset: number, own: number, room: number): number => {
    const margin = (room - own) / 2;
    if (grid !== 'square') return Math.abs(offset) <= margin ? offset : 0;
    const edge = Math.round((offset + margin) / cell) * cell;
    return Math.max(0, Math.min(edge, room - own)) - margin;
  };
  const x = to.x + seat(carried.x - from.x, width, to.width);
  const y = to.y + seat(carried.y - from.y, height, to.height);
  const facing = to.facing === from.facing ? carried.facing : to.facing;
  const elevation = to.elevation + carried.elevation - from.elevation;
  return withBody(carried, { ...to, x, y, facing, elevation });
}

/** Returns the way of a carrier for a path that was drawn for whom it carries. */
export const pathOfCarrier = (ground: Ground, carrier: Place, carried: Place, path: readonly Place[]): Place[] =>
  path.map((place) => {
    const { x, y } = placeAt(ground, carrier, place.x - carried.x, place.y - carried.y);
    const elevation = place.elevation - carried.elevation + carrier.elevation;
    return withBody(carrier, { ...place, x, y, elevation });
  });
