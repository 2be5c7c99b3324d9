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
import { isInSaddle, unseat } from './riding';

/** A parameter, because areas move fighters and therefore import this file. */
export type EnterAreas = (
  encounter: ClashEncounter,
  step: readonly [Place | null, Place],
  those: readonly ClashFighter[],
) => Procedure<void>;

/** C-104, C-105, C-109: stops if an area disables or moves the mover. Returns the metres moved. */
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
  const waypoints: Place[] = [];
  let passed: Place[] = [];
  let current = from;
  for (const [at, cell] of cells.entries()) {
    const isEnd = at === cells.length - 1;
    const previous = current;
    const isArea = enteredAreas(encounter, previous, cell).length > 0;
    current = cell;
    if (path.includes(cell) || isEnd) waypoints.push(cell);
    if (!isArea && !isEnd) {
      if (path.includes(cell)) passed.push(cell);
      continue;
    }
    // C-64: an area may have felled or moved the rider.
    const rider = carriedBy(encounter, mover);
    yield* applyChange({ kind: 'move', of: mover.id, to: cell, by: passed });
    if (rider?.place)
      yield* applyChange({ kind: 'move', of: rider.id, to: { ...cell, ...bodyOf(rider.place) }, by: passed });
    passed = [];
    yield* enter(encounter, [previous, cell], rider ? [mover, rider] : [mover]);
    if (!isEnd && isAble(mover) && deepEqual(mover.place, cell)) continue;
    const movers = rider ? [mover, rider] : [mover];
    for (const each of movers) if (from) yield* discover(encounter, each, from, cells.slice(0, at + 1));
    break;
  }
  return pathCost(ground, from, !current || deepEqual(waypoints.at(-1), current) ? waypoints : [...waypoints, current]);
}

/** Moves a fighter out of its saddle through each cell. C-A33: a mount counts as moved. */
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

const carriedBy = (encounter: ClashEncounter, mount: ClashFighter): ClashFighter | null => {
  const rider = riderOf(encounter, mount);
  return rider && isAble(rider) && isInSaddle(encounter, rider, mount) ? rider : null;
};

const bodyOf = ({ width, height, facing }: Place) => ({ width, height, facing });
