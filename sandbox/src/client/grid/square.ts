import { GRID_DIAGONALS, GRID_TYPES, GRID_SNAPPING_MODES as SNAP } from '../../shared/constants';
import { BaseGrid } from './base';
import { type DiagonalCount, measureSteps } from './steps';
import {
  type Coordinates,
  type GridConfig,
  isOffset,
  type Offset,
  type Point,
  type Snapping,
  type Waypoint,
} from './types';

/** T13: common/grid/square.d.mts. */
export class SquareGrid extends BaseGrid {
  constructor(config: GridConfig) {
    super(config);
    this.type = GRID_TYPES.SQUARE;
  }

  override getOffset(coords: Coordinates): Offset {
    if (isOffset(coords)) return { ...coords };
    const { x, y } = coords as Point;
    const k = this.level(coords);
    const offset = { i: Math.floor(y / this.size), j: Math.floor(x / this.size) };
    return k === undefined ? offset : { ...offset, k };
  }

  override getTopLeftPoint(coords: Coordinates): Point {
    const { i, j } = this.getOffset(coords);
    return { x: j * this.size, y: i * this.size };
  }

  override getCenterPoint(coords: Coordinates): Point {
    const { x, y } = this.getTopLeftPoint(coords);
    return { x: x + this.size / 2, y: y + this.size / 2 };
  }

  override getShape(): Point[] {
    const s = this.size / 2;
    return [
      { x: -s, y: -s },
      { x: s, y: -s },
      { x: s, y: s },
      { x: -s, y: s },
    ];
  }

  /** Returns the eight neighbors; only the four with a common edge if diagonals are illegal. */
  override getAdjacentOffsets(coords: Coordinates): Offset[] {
    const { i, j } = this.getOffset(coords);
    const offsets: Offset[] = [];
    for (let di = -1; di <= 1; di++) {
      for (let dj = -1; dj <= 1; dj++) {
        if (this.isStep(di, dj)) offsets.push({ i: i + di, j: j + dj });
      }
    }
    return offsets;
  }

  override testAdjacency(first: Coordinates, second: Coordinates): boolean {
    const [a, b] = [this.getOffset(first), this.getOffset(second)];
    if (Math.abs((a.k ?? 0) - (b.k ?? 0)) > 1) return false;
    return this.isStep(a.i - b.i, a.j - b.j);
  }

  private isStep(di: number, dj: number): boolean {
    const most = Math.max(Math.abs(di), Math.abs(dj));
    return most === 1 && (this.diagonals !== GRID_DIAGONALS.ILLEGAL || !di || !dj);
  }

  override getShiftedOffset(coords: Coordinates, direction: number): Offset {
    const { i, j } = this.getOffset(coords);
    const di = (direction & 2 ? 1 : 0) - (direction & 1 ? 1 : 0);
    const dj = (direction & 8 ? 1 : 0) - (direction & 4 ? 1 : 0);
    if (di && dj && this.diagonals === GRID_DIAGONALS.ILLEGAL) return { i, j };
    return { i: i + di, j: j + dj };
  }

  override getShiftedPoint(point: Point, direction: number): Point {
    const [from, to] = [this.getOffset(point), this.getShiftedOffset(point, direction)];
    return { x: point.x + (to.j - from.j) * this.size, y: point.y + (to.i - from.i) * this.size };
  }

  override getDirectPath(waypoints: Coordinates[]): Offset[] {
    const path: Offset[] = [];
    for (const coords of waypoints) {
      const to = this.getOffset(coords);
      const from = path.at(-1);
      if (!from) path.push(to);
      else path.push(...this.walk(from, to));
    }
    return path;
  }

  private walk(from: Offset, to: Offset): Offset[] {
    const [di, dj, dk] = [to.i - from.i, to.j - from.j, (to.k ?? 0) - (from.k ?? 0)];
    const steps = Math.max(Math.abs(di), Math.abs(dj), Math.abs(dk));
    const withLevel = from.k !== undefined && to.k !== undefined;
    // Halves are rounded towards the start, so that the way back uses the same spaces.
    const along = (delta: number, n: number) => Math.sign(delta) * Math.ceil((Math.abs(delta) * n) / steps - 0.5);
    const path: Offset[] = [];
    let last = from;
    for (let n = 1; n <= steps; n++) {
      const next: Offset = { i: from.i + along(di, n), j: from.j + along(dj, n) };
      if (withLevel) next.k = from.k! + along(dk, n);
      if (this.diagonals === GRID_DIAGONALS.ILLEGAL && next.i !== last.i && next.j !== last.j) {
        path.push({ ...next, i: last.i });
      }
      path.push(next);
      last = next;
    }
    return path;
  }

  /** T13: CONST.GRID_SNAPPING_MODES. On a square grid a corner is a vertex. */
  override getSnappedPoint(point: Point, { mode, resolution = 1 }: Snapping): Point {
    const step = this.size / resolution;
    const lattice = (ox: number, oy: number) => ({
      x: (Math.round(point.x / step - ox) + ox) * step,
      y: (Math.round(point.y / step - oy) + oy) * step,
    });
    const points: Point[] = [];
    if (mode & SNAP.CENTER) points.push(lattice(0.5, 0.5));
    if (mode & (SNAP.VERTEX | SNAP.CORNER)) points.push(lattice(0, 0));
    if (mode & (SNAP.EDGE_MIDPOINT | SNAP.TOP_SIDE_MIDPOINT | SNAP.BOTTOM_SIDE_MIDPOINT)) points.push(lattice(0.5, 0));
    if (mode & (SNAP.EDGE_MIDPOINT | SNAP.LEFT_SIDE_MIDPOINT | SNAP.RIGHT_SIDE_MIDPOINT)) points.push(lattice(0, 0.5));
    return nearest(point, points);
  }

  override calculateDimensions(sceneWidth: number, sceneHeight: number, padding: number) {
    const x = Math.ceil((padding * sceneWidth) / this.size) * this.size;
    const y = Math.ceil((padding * sceneHeight) / this.size) * this.size;
    const [width, height] = [sceneWidth + 2 * x, sceneHeight + 2 * y];
    return { width, height, x, y, rows: Math.ceil(height / this.size), columns: Math.ceil(width / this.size) };
  }

  protected override countSpaces(from: Waypoint, to: Waypoint, count: DiagonalCount) {
    const [a, b] = [this.getOffset(from), this.getOffset(to)];
    const axes: [number, number, number] = [b.i - a.i, b.j - a.j, (b.k ?? 0) - (a.k ?? 0)];
    const { distance, diagonals } = measureSteps(axes, this.diagonals, count);
    const spaces = this.diagonals === GRID_DIAGONALS.ILLEGAL ? distance : Math.max(...axes.map(Math.abs));
    return { distance, spaces, diagonals };
  }
}

/** Returns the candidate closest to a point, or the point itself without candidates. */
export function nearest(point: Point, candidates: Point[]): Point {
  let best: Point = { x: point.x, y: point.y };
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const distance = Math.hypot(candidate.x - point.x, candidate.y - point.y);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}
