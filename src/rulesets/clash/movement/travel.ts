import { applyChange } from '../../../encounter/change';
import type { Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { deepEqual } from '../../../kernel/deep-equal';
import type { Procedure } from '../../../kernel/procedure';
import { logStop } from '../../../toolkit/define/command-run';
import { cellsAlong } from '../../../toolkit/space/space';
import { pathCost, whyNotEndOn } from '../../../toolkit/space/terrain';
import { is, isAble, isInCombat, mountOf, riderOf } from '../conditions';
import { enteredAreas } from '../magic/areas';
import { type ClashEncounter, type ClashFighter, setState } from '../state';
import { discover, revealAt } from './hiding';
import { isInSaddle, unseat } from './riding';

/** C-104: what an area does goes on for those who can move no farther; a move judges its own steps. */
export const GOES_ON_MOVING = {
  grappled: 'C-104',
  mounted: 'C-104',
  'not-mounted': 'C-104',
  'mount-grappled': 'C-104',
  'no-path': 'C-104',
  'no-movement': 'C-104',
  wall: 'C-104',
  forbidden: 'C-104',
  occupied: 'C-104',
} as const;

/** A parameter, because areas move fighters and therefore import this file. */
type EnterAreas = (
  encounter: ClashEncounter,
  step: readonly [Place | null, Place],
  those: readonly ClashFighter[],
) => Procedure<void>;

/** Others who take up their space: not a mount and its rider, who share one, nor those who cannot act. */
const othersInTheWay = (encounter: ClashEncounter, mover: ClashFighter): ClashFighter[] =>
  Object.values(encounter.fighters).filter(
    (other) =>
      other !== mover && isAble(other) && mountOf(encounter, other) !== mover && mountOf(encounter, mover) !== other,
  );

/** Returns the reason against ending a movement where another fighter stands. */
export const whyNotEnd = (encounter: ClashEncounter, mover: ClashFighter, end: Place | undefined): Reason[] =>
  whyNotEndOn(encounter.ground, end, othersInTheWay(encounter, mover));

interface Way {
  /** Returns the reasons against the next step, after so many metres; by default none. */
  whyNot?(from: Place, next: Place, metres: number): readonly Reason[];
  /** Set if a roll, or the end of the turn, decides whether the mover is seen (C-113). */
  readonly seenLater?: boolean;
  /** Whether it ends on a free space if it is cut short among others. */
  readonly endsFree?: boolean;
}

interface Journey {
  readonly metres: number;
  /** Every place entered. */
  readonly cells: readonly Place[];
}

/** C-17, C-104, C-105, C-109: judges each step after an area; stops if that or others disable or move the mover. */
export function* travel(
  encounter: ClashEncounter,
  mover: ClashFighter,
  path: readonly Place[],
  enter: EnterAreas,
  { whyNot, seenLater = false, endsFree = false }: Way = {},
): Procedure<Journey> {
  const { ground } = encounter;
  const from = mover.place;
  if (path.length === 0) return { metres: 0, cells: [] };
  const cells = from ? cellsAlong(ground, from, path) : [...path];
  const waypoints: Place[] = [];
  let passed: Place[] = [];
  let current = from;
  const metres = (): number => pathCost(ground, from, current ? [...waypoints, current] : waypoints);
  for (const [at, cell] of cells.entries()) {
    const next = cells[at + 1];
    const isEnd = !next;
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
    if (next && isAble(mover) && deepEqual(mover.place, cell)) {
      const reasons = whyNot?.(cell, next, metres()) ?? [];
      if (reasons.length === 0) continue;
      yield* logStop(rider?.id ?? mover.id, reasons, Math.round(metres() * 10) / 10);
    }
    const entered = cells.slice(0, at + 1);
    if (endsFree && next && from && deepEqual(mover.place, cell)) yield* stepBack(encounter, mover, [from, ...entered]);
    for (const each of rider ? [mover, rider] : [mover]) {
      if (!seenLater) yield* revealAt(encounter, each, entered);
      if (from) yield* discover(encounter, each, from, entered);
    }
    return { metres: metres(), cells: entered };
  }
  return { metres: metres(), cells };
}

/** Ends a walk that was cut short among others on the last free space of its way, with the rider. */
function* stepBack(encounter: ClashEncounter, mover: ClashFighter, way: readonly Place[]): Procedure<void> {
  const free = way.findLast((place) => whyNotEnd(encounter, mover, place).length === 0);
  if (!free || deepEqual(free, mover.place)) return;
  const rider = carriedBy(encounter, mover);
  yield* applyChange({ kind: 'move', of: mover.id, to: free, by: [] });
  if (rider?.place) yield* applyChange({ kind: 'move', of: rider.id, to: { ...free, ...bodyOf(rider.place) }, by: [] });
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
}

/** C-64: returns the rider who moves with a mount. */
export const carriedBy = (encounter: ClashEncounter, mount: ClashFighter): ClashFighter | null => {
  const rider = riderOf(encounter, mount);
  return rider && isAble(rider) && isInSaddle(encounter, rider, mount) ? rider : null;
};

export const bodyOf = ({ width, height, facing }: Place) => ({ width, height, facing });
