import { groundAt, isElsewhere } from '../../encounter/scenes';
import type { Brightness, Ground, LightSource, Location, Place, Point, Wall } from '../../encounter/state';
import { lookup } from '../../kernel/lookup';
import { groundOfLevel } from './levels';

/** Metres. Points on the edge of a wall or body count as beside it, not behind it. */
const SLACK = 1e-6;
/** Share of the distance to a body's corners that is sampled: a body flush with a wall is not behind it. */
const INSET = 0.9;

/**
 * Returns twice the signed area of a triangle: positive if `c` is right of the line from `a` to `b`, with y pointing
 * south.
 */
const crossProduct = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** Returns true if a wall blocks lines from this side. */
const isFaced = ({ side }: Wall, start: number): boolean => !side || (start > 0 ? 'right' : 'left') === side;

/** Returns true if a wall blocks the line. Touching it does not count. */
function isBlockedBy(wall: Wall, a: Point, b: Point): boolean {
  const { from, to } = wall;
  const start = crossProduct(from, to, a);
  if (!isFaced(wall, start)) return false;
  return start * crossProduct(from, to, b) < -SLACK && crossProduct(a, b, from) * crossProduct(a, b, to) <= SLACK;
}

/** Returns true if a step ends on a wall: the center of a large body may be on a line between squares. */
function isEndOn(wall: Wall, a: Point, b: Point): boolean {
  if (!isWithin(wall, b)) return false;
  const start = crossProduct(wall.from, wall.to, a);
  // Along the line of the wall it may only go on or leave.
  return Math.abs(start) <= SLACK ? !isWithin(wall, a) : isFaced(wall, start);
}

/** Returns true if a point lies on a wall. The ends of a wall can be passed. */
const isWithin = ({ from, to }: Wall, { x, y }: Point): boolean =>
  Math.abs(crossProduct(from, to, { x, y })) <= SLACK && (x - from.x) * (x - to.x) + (y - from.y) * (y - to.y) < -SLACK;

/** Returns true if a wall is on one side of a line, by one coordinate of their ends. */
const isApart = (from: number, to: number, a: number, b: number): boolean =>
  Math.max(from, to) < Math.min(a, b) || Math.min(from, to) > Math.max(a, b);

function isLineClear(
  { walls }: Ground,
  blocks: (wall: Wall) => boolean,
  a: Point,
  b: Point,
  meets: typeof isBlockedBy = isBlockedBy,
): boolean {
  if (!walls?.length) return true;
  return walls.every((wall) => {
    const { from, to } = wall;
    // Odds call this thousands of times, and most walls are far away.
    if (isApart(from.x, to.x, a.x, b.x) || isApart(from.y, to.y, a.y, b.y)) return true;
    return !blocks(wall) || !meets(wall, a, b);
  });
}

const blocksSight = ({ sight }: Wall): boolean => sight;
const blocksMove = ({ move }: Wall): boolean => move;
/** A low wall or a window blocks movement only, a bush sight only: neither stops an effect. */
const blocksEffect = ({ sight, move }: Wall): boolean => sight && move;
const isAny = (): boolean => true;

const isStoppedBy = (wall: Wall, a: Point, b: Point): boolean => isBlockedBy(wall, a, b) || isEndOn(wall, a, b);

/** Returns true if a body can take the step: its center may not end on a wall, and each of its cells has to pass. */
export function isStepClear(ground: Ground, from: Location, to: Location | Place): boolean {
  if (isElsewhere(ground, from, to)) return false;
  const local = groundOfLevel(ground, from, to);
  if (!local.walls?.length) return true;
  if (!isLineClear(local, blocksMove, from, to, isStoppedBy)) return false;
  const after = cellsOf(local, to);
  if (after.length <= 1) return true;
  const before = after.map(({ x, y }) => ({ x: x + from.x - to.x, y: y + from.y - to.y }));
  const meets = (wall: Wall, a: Point, b: Point): boolean =>
    // A body that was put astride a wall may leave it.
    isBlockedBy(wall, a, b) && !isWithin(wall, from) && !isBetween(wall, before);
  return after.every((cell, at) => isLineClear(local, blocksMove, before[at] ?? cell, cell, meets));
}

/** Returns true if a body would stand on a wall, with its center or between its cells. One-way walls can be stood on. */
export function isOnWall(ground: Ground, at: Location | Place): boolean {
  const local = groundOfLevel(ground, at);
  const walls = local.walls?.filter(({ move, side }) => move && !side) ?? [];
  return walls.some((wall) => isWithin(wall, at) || isBetween(wall, cellsOf(local, at)));
}

/** Returns true if a wall lies between the cells of a body. */
const isBetween = (wall: Wall, cells: readonly Point[]): boolean =>
  cells.some((a) => cells.some((b) => isBlockedBy(wall, a, b)));

/** Returns the centers of the cells of a body; none on hexes, where it has no rows and columns. */
function cellsOf({ grid, cell }: Ground, body: Location | Place): Point[] {
  if (!('width' in body) || grid === 'hex-rows' || grid === 'hex-columns') return [];
  const { x, y, width, height } = body;
  const [columns, rows] = [Math.round(width / cell), Math.round(height / cell)];
  return Array.from({ length: columns * rows }, (_, at) => ({
    x: x + (((at % columns) + 0.5) / columns - 0.5) * width,
    y: y + ((Math.floor(at / columns) + 0.5) / rows - 0.5) * height,
  }));
}

/** Returns the center and corners of a body. */
function pointsOf({ x, y, width, height }: Place): Point[] {
  const [dx, dy] = [(width / 2) * INSET, (height / 2) * INSET];
  const corners = [-1, 1].flatMap((east) => [-1, 1].map((south) => ({ x: x + east * dx, y: y + south * dy })));
  return [{ x, y }, ...corners];
}

function isPartlyClear(ground: Ground, blocks: (wall: Wall) => boolean, from: Place, body: Place): boolean {
  if (isCutOff(ground, from, body)) return false;
  const local = groundOfLevel(ground, from, body);
  if (!local.walls?.length) return true;
  return pointsOf(body).some((point) => isLineClear(local, blocks, from, point));
}

/** Returns true if no line leads from one point to another: neither of their levels shows the other, or their scenes differ. */
function isCutOff(ground: Ground, from: Location, to: Location): boolean {
  if (isElsewhere(ground, from, to)) return true;
  const { levels } = groundAt(ground, from);
  const [a, b] = [from.level, to.level];
  if (!levels || a === undefined || b === undefined || a === b) return false;
  return !lookup(levels, a)?.includes(b) && !lookup(levels, b)?.includes(a);
}

/** Returns the share of a body behind any wall, low ones included, 0 to 1; 0 without walls and floors on one scene. */
export function coveredShare(ground: Ground, from: Place, body: Place): number {
  if (isCutOff(ground, from, body)) return 1;
  const local = groundOfLevel(ground, from, body);
  if (!local.walls?.length) return 0;
  const points = pointsOf(body);
  return points.filter((point) => !isLineClear(local, isAny, from, point)).length / points.length;
}

/** Returns a point one cell from the body, towards the other place. */
function besideTowards(ground: Ground, body: Place, other: Place): Place {
  const { x, y, width, height } = body;
  const { cell } = groundAt(ground, body);
  const [east, south] = [other.x - x, other.y - y];
  const length = Math.max(Math.abs(east), Math.abs(south));
  const distance = Math.max(width, height) / 2 + cell / 2;
  const share = Math.min(1, distance / length);
  return { ...other, x: x + east * share, y: y + south * share };
}

/** Returns the share of a body behind a wall directly beside it, 0 to 1. */
export const shelteredShare = (ground: Ground, from: Place, body: Place): number =>
  coveredShare(ground, besideTowards(ground, body, from), body);

/** Returns true if any part of a body is visible; always true off the map, never between scenes. */
export const hasLineOfSight = (ground: Ground, from: Place | null, body: Place | null): boolean =>
  !from || !body || isPartlyClear(ground, blocksSight, from, body);

/** Returns true if a blow, a shot or a spell can reach any part of a body; always true off the map, never between scenes. */
export const hasLineOfEffect = (ground: Ground, from: Place | null, body: Place | null): boolean =>
  !from || !body || isPartlyClear(ground, blocksEffect, from, body);

/** Returns the brightness, or null if the map has no data. */
export function brightnessAt(ground: Ground, place: Location): Brightness | null {
  const local = groundOfLevel(ground, place);
  if (!local.light) return null;
  const { ambient, lamps } = local.light;
  if (ambient === 'bright') return ambient;
  const isLit = (radiusOf: (lamp: LightSource) => number): boolean =>
    lamps.some((lamp) => {
      const radius = radiusOf(lamp);
      if (radius === 0 || Math.hypot(place.x - lamp.x, place.y - lamp.y) > radius) return false;
      return isLineClear(local, blocksSight, lamp, place);
    });
  if (isLit(({ bright }) => bright)) return 'bright';
  return ambient === 'dim' || isLit(({ dim }) => dim) ? 'dim' : 'dark';
}
