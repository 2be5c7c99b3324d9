import type { Area, Ground, Point } from '../encounter/state';

/** What lies on the edge of a stretch belongs to it. Metres. */
const SLACK = 1e-6;
const covers = ({ x, y, width, height }: Area, point: Point): boolean =>
  Math.abs(point.x - x) * 2 <= width + SLACK && Math.abs(point.y - y) * 2 <= height + SLACK;

/** How many times as dear as elsewhere it is to walk on a point of the ground; null where nobody may. */
export function costAt({ difficult = [] }: Ground, point: Point): number | null {
  let dearest = 1;
  for (const area of difficult) {
    if (!covers(area, point)) continue;
    const { cost = 2 } = area;
    if (cost === null) return null;
    dearest = Math.max(dearest, cost);
  }
  return dearest;
}

/** Whether walking there costs more than elsewhere, or is forbidden. */
export const isDifficult = (ground: Ground, point: Point): boolean => costAt(ground, point) !== 1;

/** Whether nobody may walk there. */
export const isForbidden = (ground: Ground, point: Point): boolean => costAt(ground, point) === null;
