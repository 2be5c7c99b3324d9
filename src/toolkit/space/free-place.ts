import type { Ground, Place } from '../../encounter/state';
import { defined } from '../../kernel/defined';
import { isStepClear } from './sight';
import { isFree, neighbours } from './space';
import { costAlong } from './terrain';

/** The most cells that are searched. */
const MOST_CELLS = 600;

/** Returns the free place with the fewest steps to it, over ground that can be walked; the start if all is full. */
export function freePlaceNear(ground: Ground, start: Place, taken: readonly Place[]): Place {
  const seen = new Set([keyOf(start)]);
  const open = [start];
  for (let next = 0; next < open.length && next < MOST_CELLS; next++) {
    const at = defined(open[next], 'a place at each index');
    if (isFree(ground, at, taken)) return at;
    for (const step of neighbours(ground, at)) {
      if (seen.has(keyOf(step)) || !isStepClear(ground, at, step) || costAlong(ground, at, step) === null) continue;
      seen.add(keyOf(step));
      open.push(step);
    }
  }
  return start;
}

const keyOf = ({ x, y }: Place): string => `${Math.round(x * 100)},${Math.round(y * 100)}`;
