import type { Ground, Place, Point } from '../../encounter/state';
import { isPathClear } from './sight';
import { cellsAlong, isFree, placeAt } from './space';
import { isForbidden } from './terrain';

/** The way of somebody who is pushed, thrown or pulled, and what ended it early: null where it goes as far as it was meant to. */
export interface ForcedPath {
  /** Every cell entered, without a grid every metre, the last included. */
  readonly cells: readonly Place[];
  /** `forbidden`: the last cell is one that nobody could have walked into, such as a pit. */
  readonly stoppedBy: 'wall' | 'body' | 'forbidden' | null;
}

/**
 * Cell by cell, without a grid metre by metre, as far as no wall and nobody stands in the way, and no farther than where nobody walks out
 * of.
 * @param bodies where the others stand
 */
export function traceForcedPath(ground: Ground, from: Place, to: Place, bodies: readonly (Place | null)[]): ForcedPath {
  const cells: Place[] = [];
  let last = from;
  for (const cell of cellsAlong(ground, from, [{ ...to, facing: from.facing }])) {
    if (!isPathClear(ground, last, cell)) return { cells, stoppedBy: 'wall' };
    if (!isFree(ground, cell, bodies)) return { cells, stoppedBy: 'body' };
    cells.push(cell);
    if (isForbidden(ground, cell)) return { cells, stoppedBy: 'forbidden' };
    last = cell;
  }
  return { cells, stoppedBy: null };
}

/** Where somebody is after so many metres straight away from a point, or towards it where they are fewer than none. */
export function placeAwayFrom(ground: Ground, from: Place, source: Point, metres: number): Place {
  const [east, south] = [from.x - source.x, from.y - source.y];
  // On squares a diagonal is as long as a side: the longer leg counts.
  const length = ground.grid === 'square' ? Math.max(Math.abs(east), Math.abs(south)) : Math.hypot(east, south);
  if (length === 0) return from;
  const share = metres / length;
  return placeAt(ground, from, east * share, south * share);
}
