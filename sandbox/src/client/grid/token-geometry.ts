import { GRID_SNAPPING_MODES } from '../../shared/constants';
import type { BaseGrid } from './base';
import type { HexagonalGrid } from './hexagonal';
import type { Offset, Point } from './types';

/** A token's position (pixels, top left) and size in spaces. */
export interface Footprint {
  x: number;
  y: number;
  elevation?: number;
  width: number;
  height: number;
}

/** Returns a token's size in pixels; neighboring hexagons overlap along the long axis. T13: BaseToken#getSize. */
export function tokenSize(grid: BaseGrid, { width, height }: { width: number; height: number }) {
  const overlapping = (n: number) => 0.75 * Math.floor(n) + 0.5 * (n % 1) + 0.25;
  const columns = grid.isHexagonal && (grid as HexagonalGrid).columns;
  const w = columns ? overlapping(width) : width;
  const h = grid.isHexagonal && !columns ? overlapping(height) : height;
  return { width: w * grid.sizeX, height: h * grid.sizeY };
}

/** T13: BaseToken#getCenterPoint. */
export function tokenCenter(grid: BaseGrid, token: Footprint): Required<Point> {
  const { width, height } = tokenSize(grid, token);
  return { x: token.x + width / 2, y: token.y + height / 2, elevation: token.elevation ?? 0 };
}

/** Returns the nearest position at which the token fits the grid. T13: BaseToken#getSnappedPosition. */
export function snapToken(grid: BaseGrid, token: Footprint): Required<Point> {
  const elevation = token.elevation ?? 0;
  if (grid.isGridless) return { x: Math.round(token.x), y: Math.round(token.y), elevation };
  if (grid.isSquare) {
    const snap = (at: number, spaces: number) => {
      const step = spaces % 1 ? grid.size / 2 : grid.size;
      return Math.round(Math.round(at / step) * step);
    };
    return { x: snap(token.x, token.width), y: snap(token.y, token.height), elevation };
  }
  const { width, height } = tokenSize(grid, token);
  const odd = Math.max(1, Math.round(Math.max(token.width, token.height))) % 2 === 1;
  const mode = odd ? GRID_SNAPPING_MODES.CENTER : GRID_SNAPPING_MODES.VERTEX;
  const center = grid.getSnappedPoint(tokenCenter(grid, token), { mode });
  return { x: Math.round(center.x - width / 2), y: Math.round(center.y - height / 2), elevation };
}

/** Returns the spaces under a token at its snapped position; none without a grid. T13: getOccupiedGridSpaceOffsets. */
export function occupiedOffsets(grid: BaseGrid, token: Footprint): Offset[] {
  if (grid.isGridless) return [];
  const at = { ...token, ...snapToken(grid, token) };
  const center = tokenCenter(grid, at);
  const here = grid.getOffset({ x: center.x, y: center.y });
  if (token.width <= 1 && token.height <= 1) return [here];
  const { width, height } = tokenSize(grid, at);
  const reach = Math.ceil(Math.max(token.width, token.height));
  const offsets: Offset[] = [];
  for (let i = here.i - reach; i <= here.i + reach; i++) {
    for (let j = here.j - reach; j <= here.j + reach; j++) {
      const point = grid.getCenterPoint({ i, j });
      const [dx, dy] = [Math.abs(point.x - center.x) / (width / 2), Math.abs(point.y - center.y) / (height / 2)];
      const inside = grid.isSquare ? Math.max(dx, dy) < 1 : Math.hypot(dx, dy) < 1;
      if (inside) offsets.push({ i, j });
    }
  }
  return offsets;
}

/** Returns the token's space on a path: under its center, or its first one if it covers several. */
export function pathOffset(grid: BaseGrid, token: Footprint): Offset {
  const k = Math.floor((token.elevation ?? 0) / grid.distance + 1e-8);
  const first = occupiedOffsets(grid, token)[0] ?? grid.getOffset(tokenCenter(grid, token));
  return { i: first.i, j: first.j, k };
}
