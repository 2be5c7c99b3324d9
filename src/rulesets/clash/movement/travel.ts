import { applyChange } from '../../../encounter/change';
import type { Place } from '../../../encounter/state';
import { deepEqual } from '../../../kernel/deep-equal';
import type { Procedure } from '../../../kernel/procedure';
import { cellsAlong } from '../../../toolkit/space/space';
import { pathCost } from '../../../toolkit/space/terrain';
import { is, isAble, isInCombat, riderOf } from '../conditions';
import { enteredAreas } from '../magic/areas';
import { type ClashEncounter, type ClashFighter, setState } from '../state';
import { discover, revealAt } from './hiding';
import { unseat } from './riding';

/**
 * What areas do to fighters who come from one place to the next. Ways take it as a parameter, because areas move fighters and therefore
 * import this file.
 */
export type EnterAreas = (
  encounter: ClashEncounter,
  step: readonly [Place | null, Place],
  those: readonly ClashFighter[],
) => Procedure<void>;

/**
 * C-104, C-105, C-109: goes cell by cell and plays what that sets off; a mover who cannot go on stops there. A mount takes
 * its rider along. Comes to the metres gone.
 */
export function* travel(
  encounter: ClashEncounter,
  mover: ClashFighter,
  path: readonly Place[],
  enter: EnterAreas,
): Procedure<number> {
  const { ground } = encounter;
  const from = mover.place;
  if (path.length === 0) return 0;
  const cells = from ? cellsAlong(ground, from, path) : [...path];
  const rider = riderOf(encounter, mover);
  const waypoints: Place[] = [];
  let stretch: Place[] = [];
  let last = from;
  for (const [at, cell] of cells.entries()) {
    const isEnd = at === cells.length - 1;
    const before = last;
    const isArea = enteredAreas(encounter, before, cell).length > 0;
    last = cell;
    if (path.includes(cell) || isEnd) waypoints.push(cell);
    if (!isArea && !isEnd) {
      if (path.includes(cell)) stretch.push(cell);
      continue;
    }
    yield* applyChange({ kind: 'move', of: mover.id, to: cell, by: stretch });
    if (rider?.place)
      yield* applyChange({ kind: 'move', of: rider.id, to: { ...rider.place, ...center(cell) }, by: stretch });
    stretch = [];
    yield* enter(encounter, [before, cell], rider ? [mover, rider] : [mover]);
    if (!isEnd && isAble(mover) && deepEqual(mover.place, cell)) continue;
    const those = rider ? [mover, rider] : [mover];
    for (const each of those) if (from) yield* discover(encounter, each, from, cells.slice(0, at + 1));
    break;
  }
  return pathCost(ground, from, !last || deepEqual(waypoints.at(-1), last) ? waypoints : [...waypoints, last]);
}

/** Who is pushed, thrown or pulled enters each cell of its way as who walks, out of the saddle where it sat in one; C-A33: a mount has moved. */
export function* forceMove(
  encounter: ClashEncounter,
  fighter: ClashFighter,
  cells: readonly Place[],
  enter: EnterAreas,
): Procedure<void> {
  if (is(fighter, 'mounted')) yield* unseat(encounter, fighter);
  if (isInCombat(encounter) && riderOf(encounter, fighter)) yield* setState(fighter.id, 'moved', true);
  yield* travel(encounter, fighter, cells, enter);
  yield* revealAt(encounter, fighter, cells);
}

const center = ({ x, y, elevation }: Place) => ({ x, y, elevation });
