import { groundAt, isElsewhere } from '../../encounter/scenes';
import type { Grid, Ground, Place } from '../../encounter/state';
import { cellsOf, hexesApart, hexSteps, nearestHex } from './hexes';

/** Metres, for rounding errors. */
const SLACK = 1e-6;

/** Cells, for rounding errors: less than a pixel. */
const ROUNDING = 1e-3;

/** Cells by which bodies that only touch may overlap: sizes and places come from whole pixels. */
export const TOUCH = 0.05;

/** Returns the direction in degrees clockwise from south, 0 to below 360; null for the same place. */
export function bearing(from: Place, to: Place): number | null {
  const east = to.x - from.x;
  const south = to.y - from.y;
  if (east === 0 && south === 0) return null;
  return normalizeDegrees((Math.atan2(-east, south) * 180) / Math.PI);
}

const normalizeDegrees = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** Returns the angle between two directions, 0 to 180 degrees. */
export function angleBetween(a: number, b: number): number {
  const apart = normalizeDegrees(a - b);
  return Math.round(Math.min(apart, 360 - apart) * 1e6) / 1e6;
}

/** Returns the nearest direction of the grid: eight on squares, six on hexagons, any without a grid. */
export function snapDirection(grid: Grid, degrees: number): number {
  switch (grid) {
    case 'square':
      return normalizeDegrees(Math.round(degrees / 45) * 45);
    case 'hex-columns':
      return normalizeDegrees(Math.round(degrees / 60) * 60);
    case 'hex-rows':
      return normalizeDegrees(Math.round((degrees - 30) / 60) * 60 + 30);
    case 'gridless':
      return normalizeDegrees(degrees);
  }
}

/** Returns true if the other place is in the front half, 90 degrees included; false on another scene. */
export function isFacingPlace(ground: Ground, place: Place, other: Place): boolean {
  if (isElsewhere(ground, place, other)) return false;
  const { grid } = groundAt(ground, place);
  const direction = bearing(place, other);
  return direction === null || angleBetween(snapDirection(grid, place.facing), direction) <= 90;
}

/** Returns the walking distance in metres: whole cells on a grid, a diagonal counting as one. Infinite between scenes. */
export function metresBetween(ground: Ground, from: Place, to: Place): number {
  if (isElsewhere(ground, from, to)) return Number.POSITIVE_INFINITY;
  const { grid, cell } = groundAt(ground, from);
  const up = Math.abs(to.elevation - from.elevation);
  const east = to.x - from.x;
  const south = to.y - from.y;
  if (grid === 'gridless') return Math.hypot(east, south, up);
  const flat =
    grid === 'square'
      ? Math.max(
          Math.abs(middle(to.x, to.width, cell) - middle(from.x, from.width, cell)),
          Math.abs(middle(to.y, to.height, cell) - middle(from.y, from.height, cell)),
        )
      : hexSteps(grid, east / cell, south / cell);
  return Math.round(Math.max(flat, up / cell)) * cell;
}

/** Returns the center in cells; of a small body, that of its cell. */
const middle = (at: number, size: number, cell: number): number =>
  size > 0 && cellsOf(size, cell) < 1 ? firstCell(at, size, cell) + 0.5 : at / cell;

/**
 * Returns the first row or column of a body. Lines are at whole cells, as on Foundry's maps; a place off the grid is that
 * of the nearest cells. API: BaseToken#getOccupiedGridSpaceOffsets.
 */
const firstCell = (at: number, size: number, cell: number): number =>
  Math.floor((at - size / 2) / cell + (Number.isInteger(cellsOf(size, cell)) ? 0.5 : 0.25) + ROUNDING);

/** Returns the empty rows or columns between two bodies on one axis; negative if they share some. */
function cellsApart(cell: number, a: number, sizeA: number, b: number, sizeB: number): number {
  const [firstA, firstB] = [firstCell(a, sizeA, cell), firstCell(b, sizeB, cell)];
  return firstA < firstB
    ? firstB - firstA - Math.ceil(cellsOf(sizeA, cell))
    : firstA - firstB - Math.ceil(cellsOf(sizeB, cell));
}

/**
 * Returns the empty metres between two fighters: 0 if adjacent, -1 if they overlap, infinite between scenes. On a grid the
 * spaces they occupy decide, not their centers or edges.
 */
export function gap(ground: Ground, a: Place, b: Place): number {
  if (isElsewhere(ground, a, b)) return Number.POSITIVE_INFINITY;
  const { grid, cell, pixel = 0 } = groundAt(ground, a);
  const [{ elevation: bottom, depth = cell }, top] = a.elevation < b.elevation ? [a, b] : [b, a];
  const up = top.elevation - bottom - depth;
  if (grid === 'gridless') {
    const apart = Math.hypot(a.x - b.x, a.y - b.y);
    const both = (Math.max(cell, a.width, a.height) + Math.max(cell, b.width, b.height)) / 2;
    if (apart + SLACK < both / 2 && up < 0) return -1;
    return Math.max(0, apart - both - pixel, up);
  }
  const flat =
    grid === 'square'
      ? Math.max(cellsApart(cell, a.x, a.width, b.x, b.width), cellsApart(cell, a.y, a.height, b.y, b.height))
      : hexesApart(grid, cell, a, b) - 1;
  const cells = Math.max(flat, Math.ceil(up / cell - ROUNDING));
  return cells < 0 ? -1 : Math.max(0, cells * cell);
}

/** Metres per step without a grid. */
const METRES_PER_STEP = 1;

/** Limits the steps of a path: places come from documents that players write and may be anywhere. */
const MAX_STEPS = 2000;

/** Returns the metres per step: a cell, or one metre without a grid. */
const stepLength = ({ grid, cell }: Ground): number => (grid === 'gridless' ? METRES_PER_STEP : cell);

/**
 * Returns every place on a path, waypoints and the last included, one step apart. Places between two waypoints
 * already face as the second.
 */
export function cellsAlong(ground: Ground, from: Place, waypoints: readonly Place[]): Place[] {
  const cells: Place[] = [];
  let last = from;
  for (const next of waypoints) {
    const local = groundAt(ground, last);
    const stepCount = Math.ceil(metresBetween(local, last, next) / stepLength(local) - SLACK);
    // Nothing lies between two scenes.
    const steps = stepCount === Number.POSITIVE_INFINITY ? 1 : Math.min(stepCount, MAX_STEPS);
    for (let step = 1; step < steps; step++) cells.push(placeBetween(local, last, next, step, steps));
    cells.push(next);
    last = next;
  }
  return cells;
}

function placeBetween(ground: Ground, from: Place, to: Place, step: number, steps: number): Place {
  const { grid } = ground;
  const share =
    grid === 'gridless' && steps < MAX_STEPS
      ? (step * METRES_PER_STEP) / metresBetween(ground, from, to)
      : step / steps;
  const { x, y } = placeAt(ground, from, (to.x - from.x) * share, (to.y - from.y) * share);
  const elevation = from.elevation + (to.elevation - from.elevation) * share;
  return { ...to, x, y, elevation: roundCoordinate(elevation) };
}

/** Returns the grid place nearest to an offset from another place. */
export function placeAt(ground: Ground, from: Place, east: number, south: number): Place {
  const { grid, cell } = groundAt(ground, from);
  const snap = (metres: number): number => Math.round(metres / cell) * cell;
  const [x, y] =
    grid === 'gridless'
      ? [east, south]
      : grid === 'square'
        ? [snap(east), snap(south)]
        : nearestHex(grid, east, south, cell);
  return { ...from, x: roundCoordinate(from.x + x), y: roundCoordinate(from.y + y) };
}

/** Removes rounding errors; coordinates must compare equal. */
const roundCoordinate = (value: number): number => Math.round(value * 1e9) / 1e9 || 0;

const NEIGHBOUR_COUNTS = { square: 8, 'hex-rows': 6, 'hex-columns': 6, gridless: 8 } as const;

/** Returns the adjacent places, with the same facing; one metre away without a grid. */
export function neighbours(ground: Ground, place: Place): Place[] {
  const local = groundAt(ground, place);
  const { grid } = local;
  const step = stepLength(local);
  const first = grid === 'hex-columns' ? 30 : 0;
  return Array.from({ length: NEIGHBOUR_COUNTS[grid] }, (_, side) => {
    const angle = ((first + (side * 360) / NEIGHBOUR_COUNTS[grid]) * Math.PI) / 180;
    const [east, south] = [Math.cos(angle), Math.sin(angle)];
    // Diagonal neighbours of a square are a whole cell off on both axes.
    const [dx, dy] = grid === 'square' ? [Math.round(east), Math.round(south)] : [east, south];
    return { ...place, x: roundCoordinate(place.x + dx * step), y: roundCoordinate(place.y + dy * step) };
  });
}

/** Returns a place per direction of a throw: the neighbours, and with eight of them also one between each two. */
export function directions(ground: Ground, place: Place): Place[] {
  const local = groundAt(ground, place);
  const adjacent = neighbours(local, place);
  const { grid } = local;
  if (grid === 'hex-rows' || grid === 'hex-columns') return adjacent;
  return adjacent.flatMap((neighbour, at) => {
    const next = adjacent[(at + 1) % adjacent.length] ?? neighbour;
    const [x, y] = [neighbour.x + next.x - place.x, neighbour.y + next.y - place.y];
    if (grid === 'square') return [neighbour, { ...place, x: roundCoordinate(x), y: roundCoordinate(y) }];
    const length = Math.hypot(x - place.x, y - place.y) / stepLength(local);
    return [
      neighbour,
      {
        ...place,
        x: roundCoordinate(place.x + (x - place.x) / length),
        y: roundCoordinate(place.y + (y - place.y) / length),
      },
    ];
  });
}

/** Returns true if a body takes up the space of another. Small ones share a cell if they stand apart in it. */
export const isOverlap = (ground: Ground, a: Place, b: Place): boolean => {
  if (gap(ground, a, b) >= 0) return false;
  const { grid, cell } = groundAt(ground, a);
  const least = cell * (1 - TOUCH);
  if (grid === 'gridless' || Math.max(a.width, a.height, b.width, b.height) > least) return true;
  const isApart = (along: number, both: number): boolean => Math.abs(along) >= both / 2 - cell * TOUCH;
  return !isApart(a.x - b.x, a.width + b.width) && !isApart(a.y - b.y, a.height + b.height);
};

/** Returns true if none of the others overlaps the place. */
export const isFree = (ground: Ground, place: Place, others: readonly (Place | null)[]): boolean =>
  others.every((other) => other === null || !isOverlap(ground, place, other));

/** Returns a body with all of the squares that it occupies, if it is not of whole squares itself. */
export function onWholeSquares(ground: Ground, body: Place): Place {
  const { grid, cell } = groundAt(ground, body);
  const [columns, rows] = [cellsOf(body.width, cell), cellsOf(body.height, cell)];
  if (grid !== 'square' || (Number.isInteger(columns) && Number.isInteger(rows))) return body;
  const [width, height] = [Math.ceil(columns) * cell, Math.ceil(rows) * cell];
  const x = firstCell(body.x, body.width, cell) * cell + width / 2;
  return { ...body, x, y: firstCell(body.y, body.height, cell) * cell + height / 2, width, height };
}

/** Returns a place with the size and shape of a body. */
export function withBody({ width, height, depth, shape }: Place, { depth: _, shape: __, ...place }: Place): Place {
  return { ...place, width, height, ...(depth !== undefined && { depth }), ...(shape && { shape }) };
}
