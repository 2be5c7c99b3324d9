import { GRID_SNAPPING_MODES as SNAP, TOKEN_SHAPES } from '../../shared/constants';
import type { BaseGrid } from './base';
import { type HexShape, hexShape } from './hex-shapes';
import type { HexagonalGrid } from './hexagonal';
import type { Offset, Point } from './types';

interface Size {
  width: number;
  height: number;
  /** CONST.TOKEN_SHAPES; only matters on hexagons. */
  shape?: number;
}

/** A token's position (pixels, top left) and size in spaces. */
export interface Footprint extends Size {
  x: number;
  y: number;
  elevation?: number;
}

const isHexagonal = (grid: BaseGrid): grid is HexagonalGrid => grid.isHexagonal;

/** Returns a token's size in pixels; neighboring hexagons overlap along the long axis. T13: BaseToken#getSize. */
export function tokenSize(grid: BaseGrid, { width, height }: { width: number; height: number }) {
  const overlapping = (n: number) => 0.75 * Math.floor(n) + 0.5 * (n % 1) + 0.25;
  const columns = isHexagonal(grid) && grid.columns;
  const w = columns ? overlapping(width) : width;
  const h = grid.isHexagonal && !columns ? overlapping(height) : height;
  return { width: w * grid.sizeX, height: h * grid.sizeY };
}

/** Core snaps and counts spaces by sizes in halves. T13: BaseToken#getSnappedPosition, #_positionToGridOffset. */
const inHalves = ({ width, height, shape = TOKEN_SHAPES.RECTANGLE_1 }: Size) => ({
  width: Math.round(width * 2) / 2,
  height: Math.round(height * 2) / 2,
  shape,
});

/** T13: BaseToken#getCenterPoint. The centroid of hexagonal shapes, else the middle of the box. */
export function tokenCenter(grid: BaseGrid, token: Footprint): Required<Point> {
  const elevation = token.elevation ?? 0;
  const isWhole = [token.width, token.height].every((size) => Number.isInteger(size * 2));
  const center = isHexagonal(grid) && isWhole ? hexShape(inHalves(token), grid.columns).center : null;
  if (center) return { x: token.x + center.x * grid.sizeX, y: token.y + center.y * grid.sizeY, elevation };
  const { width, height } = tokenSize(grid, token);
  return { x: token.x + width / 2, y: token.y + height / 2, elevation };
}

/** Returns the nearest position at which the token fits the grid; not rounded to pixels. T13: BaseToken#getSnappedPosition. */
export function snapToken(grid: BaseGrid, token: Footprint): Required<Point> {
  const height = token.elevation ?? 0;
  if (grid.isGridless) return { x: token.x, y: token.y, elevation: height };
  const elevation = Math.round(height / grid.distance) * grid.distance;
  return { ...(isHexagonal(grid) ? snapToHexagons(grid, token) : snapToSquares(grid, token)), elevation };
}

function snapToHexagons(grid: HexagonalGrid, token: Footprint): Point {
  const { anchor, isExact } = hexShape(inHalves(token), grid.columns);
  if (!isExact)
    return grid.getSnappedPoint(token, { mode: SNAP.CENTER | SNAP.VERTEX | SNAP.CORNER | SNAP.SIDE_MIDPOINT });
  const [dx, dy] = [anchor.x * grid.sizeX, anchor.y * grid.sizeY];
  const at = grid.getCenterPoint({ x: token.x + dx, y: token.y + dy });
  return { x: at.x - dx, y: at.y - dy };
}

/** Whole sizes snap to whole squares, others to halves; a token smaller than a square to quarters within one. */
function snapToSquares(grid: BaseGrid, token: Footprint): Point {
  const { width, height } = inHalves(token);
  const isSmall = (width === 0.5 && height <= 1) || (width <= 1 && height === 0.5);
  const snap = (at: number, spaces: number) => {
    const squares = at / grid.size;
    if (Number.isInteger(spaces)) return Math.round(squares) * grid.size;
    if (!isSmall) return (Math.round(squares * 2) / 2) * grid.size;
    const square = Math.floor(squares);
    const eighth = Math.floor((squares - square) * 8);
    return (square + (eighth >= 6 ? 1 : eighth === 5 ? 0.5 : Math.round(eighth / 2) / 4)) * grid.size;
  };
  return { x: snap(token.x, width), y: snap(token.y, height) };
}

/**
 * Returns the spaces under a token at its snapped position; none without a grid. T13: getOccupiedGridSpaceOffsets.
 * UNVERIFIED: in 14 walls and surfaces cut them, unless `level` is null; not here.
 */
export function occupiedOffsets(grid: BaseGrid, token: Footprint): Offset[] {
  if (grid.isGridless) return [];
  const first = pathOffset(grid, token);
  const size = inHalves(token);
  if (isHexagonal(grid)) return hexesFrom(grid, first, hexShape(size, grid.columns));
  const offsets: Offset[] = [];
  for (let i = first.i; i < first.i + Math.ceil(size.height); i++)
    for (let j = first.j; j < first.j + Math.ceil(size.width); j++) offsets.push({ i, j });
  return offsets;
}

function hexesFrom(grid: HexagonalGrid, { i, j }: Offset, { points, first }: HexShape): Offset[] {
  const middle = grid.getCenterPoint({ i, j });
  return points.map(({ x, y }) =>
    grid.getOffset({ x: middle.x + (x - first.x) * grid.sizeX, y: middle.y + (y - first.y) * grid.sizeY }),
  );
}

/** Returns the first space of a token, which stands for it on a path. T13: BaseToken#_positionToGridOffset. */
export function pathOffset(grid: BaseGrid, token: Footprint): Offset {
  const { elevation = 0 } = token;
  const [x, y] = [Math.round(token.x), Math.round(token.y)];
  if (grid.isGridless) return grid.getOffset({ x, y, elevation });
  const size = inHalves(token);
  const anchor = isHexagonal(grid)
    ? hexShape(size, grid.columns).anchor
    : { x: Number.isInteger(size.width) ? 0.5 : 0.25, y: Number.isInteger(size.height) ? 0.5 : 0.25 };
  return grid.getOffset({ x: x + anchor.x * grid.sizeX, y: y + anchor.y * grid.sizeY, elevation });
}
