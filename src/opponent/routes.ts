import { groundAt, isElsewhere } from '../encounter/scenes';
import type { Encounter, Fighter, FighterId, Ground, Place } from '../encounter/state';
import { isStepClear } from '../toolkit/space/sight';
import { isFree, metresBetween, neighbours } from '../toolkit/space/space';
import { costAlong } from '../toolkit/space/terrain';

/** The most cells that are searched. */
const MOST_CELLS = 1200;

interface Cell {
  readonly place: Place;
  /** The next cells that walls and terrain allow; read once. */
  steps: readonly Cell[] | null;
}

/** A step of a way, and how many there are so far. */
interface Step {
  readonly cell: Cell;
  readonly last: Step | null;
  readonly far: number;
}

/** By ground, then by place and size; grounds never change in place. */
const cellsByGround = new WeakMap<Ground, Map<string, Cell>>();

function cellAt(map: Ground, place: Place): Cell {
  const ground = groundAt(map, place);
  const cells = cellsByGround.get(ground) ?? new Map<string, Cell>();
  cellsByGround.set(ground, cells);
  const { x, y, width, elevation, level = '' } = place;
  const key = `${Math.round(x * 100)},${Math.round(y * 100)},${width},${elevation},${level}`;
  const cell = cells.get(key) ?? { place, steps: null };
  cells.set(key, cell);
  return cell;
}

function stepsFrom(ground: Ground, cell: Cell): readonly Cell[] {
  cell.steps ??= neighbours(ground, cell.place).flatMap((next) =>
    isStepClear(ground, cell.place, next) && costAlong(ground, cell.place, next) !== null ? [cellAt(ground, next)] : [],
  );
  return cell.steps;
}

const othersThan = ({ fighters }: Encounter, id: FighterId, counts = (_: Fighter) => true): readonly Place[] =>
  Object.values(fighters).flatMap((other) => (other.id !== id && other.place && counts(other) ? [other.place] : []));

/** Returns true if all places beside a fighter are taken; fighters that need more than a cell are not judged. */
export function isSurrounded(encounter: Encounter, target: Fighter, mover: Fighter): boolean {
  if (!target.place) return false;
  const ground = groundAt(encounter.ground, target.place);
  const isSmall = ({ place }: Fighter): boolean => place !== null && Math.max(place.width, place.height) <= ground.cell;
  if (!isSmall(target) || !isSmall(mover)) return false;
  const others = othersThan(encounter, mover.id);
  return neighbours(ground, target.place).every((place) => !isFree(ground, place, others));
}

/** Returns a free place that is one step away, or null. */
export function firstStep(encounter: Encounter, { id, place }: Fighter): Place | null {
  if (!place) return null;
  const { ground } = encounter;
  const others = othersThan(encounter, id);
  const steps = stepsFrom(ground, cellAt(ground, place));
  return steps.find((step) => isFree(ground, step.place, others))?.place ?? null;
}

interface Goal {
  /** Returns true for the places where a way may end. */
  fits(place: Place): boolean;
  /** Where such a place is likely; else all directions are searched alike. */
  readonly toward?: Place | null;
  /** Returns true for the fighters that a way may lead through. */
  isPassable?(other: Fighter): boolean;
}

/** Returns a shortest way to a place that fits, without the mover's own; empty if there is none or it is already there. */
export function routeTo(encounter: Encounter, { id, place }: Fighter, goal: Goal): Place[] {
  const { fits, toward = null, isPassable = () => false } = goal;
  if (!place || fits(place) || (toward && isElsewhere(encounter.ground, place, toward))) return [];
  const ground = groundAt(encounter.ground, place);
  const others = othersThan(encounter, id);
  const blocking = othersThan(encounter, id, (other) => !isPassable(other));
  const stepsLeft = (at: Cell): number =>
    toward ? Math.round(metresBetween(ground, at.place, toward) / ground.cell) : 0;
  const from: Step = { cell: cellAt(ground, place), last: null, far: 0 };
  const shortest = new Map([[from.cell, from]]);
  const taken = new Set<Cell>();
  /** Steps to go on from, by the length of a way through them. */
  const open: Step[][] = [[from]];
  for (let length = 0, cells = 0; length < open.length && cells < MOST_CELLS; ) {
    const step = open[length]?.pop();
    if (!step) {
      length++;
      continue;
    }
    cells++;
    const { place: at } = step.cell;
    if (step !== from && fits(at) && isFree(ground, at, others)) return wayTo(step);
    for (const cell of stepsFrom(ground, step.cell)) {
      const far = step.far + 1;
      if (taken.has(cell) || (shortest.get(cell)?.far ?? Number.POSITIVE_INFINITY) <= far) continue;
      if (isFree(ground, cell.place, blocking)) {
        const next: Step = { cell, last: step, far };
        shortest.set(cell, next);
        const through = Math.max(length, far + stepsLeft(cell));
        while (open.length <= through) open.push([]);
        open[through]?.push(next);
      } else taken.add(cell);
    }
  }
  return [];
}

function wayTo(end: Step): Place[] {
  const way: Place[] = [];
  for (let step = end; step.last; step = step.last) way.unshift(step.cell.place);
  return way;
}
