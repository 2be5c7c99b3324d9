import { groundAt, isElsewhere } from '../../encounter/scenes';
import type { Area, Ground, Location, Place, Point } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import { hexesUnder } from './hexes';
import { groundOfLevel } from './levels';
import { hasLineOfEffect, isOnWall, isStepClear } from './sight';
import { cellsAlong, isOverlap, metresBetween, TOUCH } from './space';

/** Metres. Points on the edge of an area belong to it. */
const SLACK = 1e-6;
const covers = ({ x, y, width, height }: Area, point: Point): boolean =>
  Math.abs(point.x - x) * 2 <= width + SLACK && Math.abs(point.y - y) * 2 <= height + SLACK;

/** A point without an elevation is at the area's. */
type At = Location & Partial<Pick<Place, 'elevation'>>;

/** A bridge does not slow who passes below it, nor the mud below who flies. */
const isAtHeight = ({ bottom = -Infinity, top = Infinity }: Area, { elevation }: Partial<Pick<Place, 'elevation'>>) =>
  elevation === undefined || (bottom - SLACK <= elevation && elevation <= top + SLACK);

/** Returns true if the body overlaps the area; touching its edge does not count. */
const overlaps = ({ x, y, width, height }: Area, body: Place, cell: number): boolean =>
  Math.abs(body.x - x) * 2 < width + body.width - cell * TOUCH * 2 &&
  Math.abs(body.y - y) * 2 < height + body.height - cell * TOUCH * 2;

const highestCost = (areas: readonly Area[]): number | null =>
  areas.reduce<number | null>(
    (highest, { cost = 2 }) => (highest === null || cost === null ? null : Math.max(highest, cost)),
    1,
  );

/** Returns the cost factor of walking at a point; null if impassable. */
export function costAt(ground: Ground, point: At): number | null {
  const { difficult = [] } = groundOfLevel(ground, point);
  if (difficult.length === 0) return 1;
  return highestCost(difficult.filter((area) => covers(area, point) && isAtHeight(area, point)));
}

/** Returns the cost factor for a body: the highest of all spaces it covers. */
export function costForBody(ground: Ground, body: Place): number | null {
  const { grid, cell, difficult = [] } = groundOfLevel(ground, body);
  if (difficult.length === 0) return 1;
  if (grid === 'gridless' || Math.max(body.width, body.height) <= cell * (1 + TOUCH)) return costAt(ground, body);
  const level = difficult.filter((area) => isAtHeight(area, body));
  if (grid === 'square') return highestCost(level.filter((area) => overlaps(area, body, cell)));
  const hexes = hexesUnder(grid, cell, body);
  return highestCost(level.filter((area) => hexes.some((hex) => covers(area, hex))));
}

/**
 * Returns the cost factor of a straight move: the mean over the cells entered, or without a grid over the length.
 * Null if any part is impassable, or on another scene.
 */
export function costAlong(ground: Ground, from: Place, to: Place): number | null {
  if (isElsewhere(ground, from, to)) return null;
  const local = groundAt(ground, from);
  if (!local.difficult?.length) return 1;
  if (local.grid === 'gridless') return costOfLine(groundOfLevel(local, from, to).difficult ?? [], from, to);
  let [metres, weighted] = [0, 0];
  let last = from;
  for (const cell of cellsAlong(ground, from, [to])) {
    const cost = costForBody(ground, cell);
    if (cost === null) return null;
    const length = metresBetween(ground, last, cell);
    metres += length;
    weighted += length * cost;
    last = cell;
  }
  return metres > 0 ? weighted / metres : 1;
}

function costOfLine(difficult: readonly Area[], from: Place, to: Place): number | null {
  const [dx, dy, rise] = [to.x - from.x, to.y - from.y, to.elevation - from.elevation];
  const edges = difficult.flatMap(({ x, y, width, height, bottom, top }) => [
    ...(dx === 0 ? [] : [x - width / 2 - from.x, x + width / 2 - from.x].map((offset) => offset / dx)),
    ...(dy === 0 ? [] : [y - height / 2 - from.y, y + height / 2 - from.y].map((offset) => offset / dy)),
    ...[bottom, top].flatMap((edge) => (edge === undefined || rise === 0 ? [] : [(edge - from.elevation) / rise])),
  ]);
  const crossings = [0, ...edges.filter((share) => share > 0 && share < 1).sort((a, b) => a - b), 1];
  let mean = 0;
  for (const [at, end] of crossings.entries()) {
    const start = crossings[at - 1] ?? 0;
    if (end - start < SLACK) continue;
    const middle = (start + end) / 2;
    const [x, y] = [from.x + dx * middle, from.y + dy * middle];
    const elevation = from.elevation + rise * middle;
    const cost = highestCost(difficult.filter((area) => covers(area, { x, y }) && isAtHeight(area, { elevation })));
    if (cost === null) return null;
    mean += cost * (end - start);
  }
  return mean;
}

/**
 * Returns the metres of a path, multiplied by the cost of the ground; splitting the path does not change it.
 * Impassable ground counts once, see `whyNotWalk`. A fighter from off the map pays one cell for its first place.
 */
export function pathCost(ground: Ground, from: Place | null, path: readonly Place[]): number {
  let weighted = 0;
  let at = from;
  for (const next of path) {
    weighted += at ? metresBetween(ground, at, next) * (costAlong(ground, at, next) ?? 1) : groundAt(ground, next).cell;
    at = next;
  }
  return Math.round(weighted * 1e6) / 1e6;
}

const isBetween = (a: Point, b: Point, c: Point): boolean =>
  Math.abs((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)) <= SLACK &&
  (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) > 0;

/** Returns the map's reasons against walking: walls and impassable ground. */
export function whyNotWalk(ground: Ground, from: Place | null, path: readonly Place[]): Reason[] {
  const steps = path.map((to, at): readonly [Place, Place] => [path[at - 1] ?? from ?? to, to]);
  const walled =
    steps.some(([a, b]) => !isStepClear(ground, a, b)) ||
    // A large body may end on the end of a wall, but not pass it: that would depend on how its path is cut into steps.
    steps.some(([a, b], at) => {
      const [, c] = steps[at + 1] ?? [];
      return c !== undefined && isBetween(a, b, c) && !isStepClear(ground, a, c);
    });
  const forbidden = steps.some(([a, b]) => costAlong(ground, a, b) === null);
  return [...(walled ? [{ id: 'wall' }] : []), ...(forbidden ? [{ id: 'forbidden' }] : [])];
}

/** A fighter, or an object, that takes up a space. */
interface SpaceHolder {
  readonly name: string;
  readonly place: Place | null;
}

/** Returns the reason against ending a movement where another fighter stands. @param there undefined off the map */
export function whyNotEndOn(ground: Ground, there: Place | undefined, others: readonly SpaceHolder[]): Reason[] {
  const holder = there && others.find(({ place }) => place !== null && isOverlap(ground, there, place));
  return holder ? [{ id: 'occupied', data: { name: holder.name } }] : [];
}

/** Returns the map's reasons against a jump: only full walls on the way, and any wall at the landing place, matter. */
export function whyNotLeap(ground: Ground, from: Place | null, to: Place | undefined): Reason[] {
  if (!to) return [];
  return [
    ...(hasLineOfEffect(ground, from, to) && !isOnWall(ground, to) ? [] : [{ id: 'wall' }]),
    ...(costForBody(ground, to) === null ? [{ id: 'forbidden' }] : []),
  ];
}

/** Returns the ground without the cost of water. */
export const groundForSwimmers = (ground: Ground): Ground =>
  ground.difficult?.some(({ water }) => water)
    ? { ...ground, difficult: ground.difficult.filter(({ water }) => !water) }
    : ground;

export const isWater = (ground: Ground, point: At): boolean =>
  groundOfLevel(ground, point).difficult?.some(
    (area) => area.water === true && covers(area, point) && isAtHeight(area, point),
  ) ?? false;

export const isForbidden = (ground: Ground, point: At): boolean => costAt(ground, point) === null;
