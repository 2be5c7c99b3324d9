import { groundAt } from '../../encounter/scenes';
import type { Ground, Place, Point } from '../../encounter/state';
import { isStepClear } from './sight';
import { cellsAlong, isFree, placeAt } from './space';
import { isForbidden } from './terrain';

/** The path of a pushed, thrown or pulled fighter. `stoppedBy` is null if it reached its goal. */
export interface ForcedPath {
  /** Every cell entered, with the last; every metre without a grid. */
  readonly cells: readonly Place[];
  /** `forbidden`: the last cell is impassable, such as a pit. */
  readonly stoppedBy: 'wall' | 'body' | 'forbidden' | null;
}

/**
 * Returns the path cell by cell (without a grid, metre by metre) up to a wall, a body or impassable ground.
 * @param bodies places of other fighters
 */
export function traceForcedPath(ground: Ground, from: Place, to: Place, bodies: readonly (Place | null)[]): ForcedPath {
  const cells: Place[] = [];
  let last = from;
  for (const cell of cellsAlong(ground, from, [{ ...to, facing: from.facing }])) {
    if (!isStepClear(ground, last, cell)) return { cells, stoppedBy: 'wall' };
    if (!isFree(ground, cell, bodies)) return { cells, stoppedBy: 'body' };
    cells.push(cell);
    if (isForbidden(ground, cell)) return { cells, stoppedBy: 'forbidden' };
    last = cell;
  }
  return { cells, stoppedBy: null };
}

/** Returns the place so many metres away from a point; towards it if negative. */
export function placeAwayFrom(ground: Ground, from: Place, source: Point, metres: number): Place {
  const [east, south] = [from.x - source.x, from.y - source.y];
  // On squares a diagonal counts as one, so the longer leg is the length.
  const { grid } = groundAt(ground, from);
  const length = grid === 'square' ? Math.max(Math.abs(east), Math.abs(south)) : Math.hypot(east, south);
  if (length === 0) return from;
  const share = metres / length;
  return placeAt(ground, from, east * share, south * share);
}
