import type { Brightness, Ground, Lamp, Place, Point, Wall } from '../../encounter/state';

/** Points on the edge of a wall or a body count as beside it, not behind it. Metres. */
const SLACK = 1e-6;
/** How far from its middle towards its corners a body is looked at: who stands flush with a wall is not behind it. */
const INSET = 0.9;

/** Twice the area of a triangle: positive where `c` lies to the right of the way from `a` to `b`, the south being down. */
const turn = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** Whether a straight way from one point to another is stopped by a wall. Whoever only touches it is not. */
function isStopped({ from, to, side }: Wall, a: Point, b: Point): boolean {
  const start = turn(from, to, a);
  if (side && start !== 0 && (start > 0 ? 'right' : 'left') !== side) return false;
  return start * turn(from, to, b) < -SLACK && turn(a, b, from) * turn(a, b, to) <= SLACK;
}

function isOpen({ walls }: Ground, stops: (wall: Wall) => boolean, a: Point, b: Point): boolean {
  if (!walls?.length) return true;
  // Odds ask this some thousand times, and most walls stand elsewhere.
  const [west, east] = a.x < b.x ? [a.x, b.x] : [b.x, a.x];
  const [north, south] = a.y < b.y ? [a.y, b.y] : [b.y, a.y];
  return walls.every((wall) => {
    const { from, to } = wall;
    if ((from.x < west && to.x < west) || (from.x > east && to.x > east)) return true;
    if ((from.y < north && to.y < north) || (from.y > south && to.y > south)) return true;
    return !stops(wall) || !isStopped(wall, a, b);
  });
}

const stopsSight = ({ sight }: Wall): boolean => sight;
const stopsMove = ({ move }: Wall): boolean => move;
/** What one sees over or through stops feet, no arrow; what one only cannot see through, such as a bush, stops neither. */
const stopsEffect = ({ sight, move }: Wall): boolean => sight && move;
const isAny = (): boolean => true;

/** Whether whoever is pushed gets straight from one place to another: no wall that stops movement stands between. */
export const isPathClear = (ground: Ground, from: Point, to: Point): boolean => isOpen(ground, stopsMove, from, to);

/** The middle of a body and its corners. */
function pointsOf({ x, y, width, height }: Place): Point[] {
  const [dx, dy] = [(width / 2) * INSET, (height / 2) * INSET];
  const corners = [-1, 1].flatMap((east) => [-1, 1].map((south) => ({ x: x + east * dx, y: y + south * dy })));
  return [{ x, y }, ...corners];
}

const shareOpen = (ground: Ground, stops: (wall: Wall) => boolean, from: Place, body: Place): number => {
  if (!ground.walls?.length) return 1;
  const points = pointsOf(body);
  return points.filter((point) => isOpen(ground, stops, from, point)).length / points.length;
};

const isOpenInPart = (ground: Ground, stops: (wall: Wall) => boolean, from: Place, body: Place): boolean =>
  !ground.walls?.length || pointsOf(body).some((point) => isOpen(ground, stops, from, point));

/** How much of a body is to be seen from the middle of another place, 0 to 1. All of it where the map knows of no walls. */
export const visibleShare = (ground: Ground, from: Place, body: Place): number =>
  shareOpen(ground, stopsSight, from, body);

/** How much of a body is behind something from there, 0 to 1: walls, and low ones one shoots over. */
export const coveredShare = (ground: Ground, from: Place, body: Place): number =>
  1 - shareOpen(ground, isAny, from, body);

/** A point a cell away from a body, on the way to another place. */
function besideTowards({ cell }: Ground, { x, y, width, height }: Place, other: Place): Place {
  const [east, south] = [other.x - x, other.y - y];
  const length = Math.max(Math.abs(east), Math.abs(south));
  const far = Math.max(width, height) / 2 + cell / 2;
  const share = length === 0 ? 0 : Math.min(1, far / length);
  return { ...other, x: x + east * share, y: y + south * share };
}

/** How much of a body is behind something it stands right at, as seen from another place, 0 to 1. */
export const shelteredShare = (ground: Ground, from: Place, body: Place): number =>
  ground.walls?.length ? coveredShare(ground, besideTowards(ground, body, from), body) : 0;

/** Whether somebody can be seen from a place, in part at least; off the map everybody can. */
export const hasLineOfSight = (ground: Ground, from: Place | null, body: Place | null): boolean =>
  !from || !body || isOpenInPart(ground, stopsSight, from, body);

/** Whether a blow, a shot or a spell gets from one to the other: no wall stands wholly between them. Off the map none does. */
export const hasLineOfEffect = (ground: Ground, from: Place | null, body: Place | null): boolean =>
  !from || !body || isOpenInPart(ground, stopsEffect, from, body);

/** How bright it is in a place; null where the map does not tell. */
export function brightnessAt(ground: Ground, place: Point): Brightness | null {
  if (!ground.light) return null;
  const { ambient, lamps } = ground.light;
  if (ambient === 'bright') return ambient;
  const isLit = (radiusOf: (lamp: Lamp) => number): boolean =>
    lamps.some(
      (lamp) =>
        Math.hypot(place.x - lamp.x, place.y - lamp.y) <= radiusOf(lamp) && isOpen(ground, stopsSight, lamp, place),
    );
  if (isLit(({ bright }) => bright)) return 'bright';
  return ambient === 'dim' || isLit(({ dim }) => dim) ? 'dim' : 'dark';
}
