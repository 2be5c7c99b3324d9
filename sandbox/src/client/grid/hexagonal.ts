import { GRID_TYPES, GRID_SNAPPING_MODES as SNAP } from '../../shared/constants';
import { BaseGrid } from './base';
import { CUBE_STEPS, cubeDistance, cubeRound, cubeToOffset, offsetToCube } from './cube';
import { nearest } from './square';
import { type DiagonalCount, measureSteps } from './steps';
import {
  type Coordinates,
  type Cube,
  type GridConfig,
  isCube,
  isOffset,
  type Offset,
  type Point,
  type Snapping,
  type Waypoint,
} from './types';

const halfway = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** Hexagons in rows (pointy top) or columns (flat top). T13: common/grid/hexagonal.d.mts. */
export class HexagonalGrid extends BaseGrid {
  static cubeRound = cubeRound;
  static cubeDistance = cubeDistance;

  static offsetToCube(offset: Offset, { columns = true, even = false } = {}): Cube {
    return offsetToCube(offset, { columns, even });
  }

  static cubeToOffset(cube: Cube, { columns = true, even = false } = {}): Offset {
    return cubeToOffset(cube, { columns, even });
  }

  columns: boolean;
  even: boolean;

  constructor(config: GridConfig & { columns?: boolean; even?: boolean }) {
    super(config);
    this.columns = config.columns === true;
    this.even = config.even === true;
    const rows = this.even ? GRID_TYPES.HEXEVENR : GRID_TYPES.HEXODDR;
    this.type = this.columns ? (this.even ? GRID_TYPES.HEXEVENQ : GRID_TYPES.HEXODDQ) : rows;
    // The configured size is the distance between opposite sides; the one between corners is longer.
    const across = (this.size * 2) / Math.sqrt(3);
    if (this.columns) this.sizeX = across;
    else this.sizeY = across;
  }

  getCube(coords: Coordinates): Cube {
    if (isCube(coords)) return cubeRound(coords);
    if (isOffset(coords)) return this.offsetToCube(coords);
    return cubeRound(this.pointToCube(coords));
  }

  offsetToCube(offset: Offset): Cube {
    return offsetToCube(offset, this);
  }

  cubeToOffset(cube: Cube): Offset {
    return cubeToOffset(cube, this);
  }

  /**
   * Returns fractional cube coordinates. The first row (or column) begins half a space outside the map, and of even grids
   * at its edge. T13: HexagonalGrid#pointToCube.
   */
  pointToCube(point: Point): Cube {
    const k = this.level(point);
    const [along, across] = this.columns ? [point.x, point.y] : [point.y, point.x];
    const long = (2 / Math.sqrt(3)) * (along / this.size) - 2 / 3;
    const short = across / this.size - (long + (this.even ? 1 : 0)) / 2;
    const [q, r] = this.columns ? [long, short] : [short, long];
    return { q, r, s: 0 - q - r, ...(k === undefined ? {} : { k }) };
  }

  cubeToPoint({ q, r }: Cube): Point {
    const [long, short] = this.columns ? [q, r] : [r, q];
    const along = (Math.sqrt(3) / 2) * (long + 2 / 3) * this.size;
    const across = (short + (long + (this.even ? 1 : 0)) / 2) * this.size;
    return this.columns ? { x: along, y: across } : { x: across, y: along };
  }

  override getOffset(coords: Coordinates): Offset {
    return isOffset(coords) ? { ...coords } : this.cubeToOffset(this.getCube(coords));
  }

  override getCenterPoint(coords: Coordinates): Point {
    return this.cubeToPoint(this.getCube(coords));
  }

  override getTopLeftPoint(coords: Coordinates): Point {
    const { x, y } = this.getCenterPoint(coords);
    return { x: x - this.sizeX / 2, y: y - this.sizeY / 2 };
  }

  override getShape(): Point[] {
    const [w, h] = [this.sizeX / 2, this.sizeY / 2];
    const pointy: [number, number][] = [
      [0, -h],
      [w, -h / 2],
      [w, h / 2],
      [0, h],
      [-w, h / 2],
      [-w, -h / 2],
    ];
    const flat: [number, number][] = [
      [-w, 0],
      [-w / 2, -h],
      [w / 2, -h],
      [w, 0],
      [w / 2, h],
      [-w / 2, h],
    ];
    return (this.columns ? flat : pointy).map(([x, y]) => ({ x, y }));
  }

  getAdjacentCubes(coords: Coordinates): Cube[] {
    const { q, r, s } = this.getCube(coords);
    return CUBE_STEPS.map((d) => ({ q: q + d.q, r: r + d.r, s: s + d.s }));
  }

  override getAdjacentOffsets(coords: Coordinates): Offset[] {
    return this.getAdjacentCubes(coords).map((cube) => this.cubeToOffset(cube));
  }

  override testAdjacency(first: Coordinates, second: Coordinates): boolean {
    const [a, b] = [this.getCube(first), this.getCube(second)];
    return Math.abs((a.k ?? 0) - (b.k ?? 0)) <= 1 && cubeDistance(a, b) === 1;
  }

  /** Returns the neighbor in a direction of CONST.MOVEMENT_DIRECTIONS; of two, the upper or left one. */
  getShiftedCube(coords: Coordinates, direction: number): Cube {
    const from = this.getCube(coords);
    const dx = (direction & 8 ? 1 : 0) - (direction & 4 ? 1 : 0);
    const dy = (direction & 2 ? 1 : 0) - (direction & 1 ? 1 : 0);
    if (!dx && !dy) return from;
    const center = this.cubeToPoint(from);
    const gain = (cube: Cube) => {
      const to = this.cubeToPoint(cube);
      return (to.x - center.x) * dx + (to.y - center.y) * dy;
    };
    return this.getAdjacentCubes(from).reduce((best, cube) => (gain(cube) > gain(best) + 1e-6 ? cube : best));
  }

  override getShiftedOffset(coords: Coordinates, direction: number): Offset {
    return this.cubeToOffset(this.getShiftedCube(coords, direction));
  }

  override getShiftedPoint(point: Point, direction: number): Point {
    const [from, to] = [this.getCenterPoint(point), this.getCenterPoint(this.getShiftedCube(point, direction))];
    return { x: point.x + to.x - from.x, y: point.y + to.y - from.y };
  }

  override getDirectPath(waypoints: Coordinates[]): Offset[] {
    const path: Cube[] = [];
    for (const coords of waypoints) {
      const to = this.getCube(coords);
      const from = path.at(-1);
      if (!from) path.push(to);
      else path.push(...walk(from, to));
    }
    return path.map((cube) => this.cubeToOffset(cube));
  }

  override getSnappedPoint(point: Point, { mode }: Snapping): Point {
    const points: Point[] = [];
    for (const cube of [this.getCube(point), ...this.getAdjacentCubes(point)]) {
      const center = this.cubeToPoint(cube);
      const at = (p: Point) => ({ x: center.x + p.x, y: center.y + p.y });
      const shape = this.getShape();
      const [w, h] = [this.sizeX / 2, this.sizeY / 2];
      if (mode & SNAP.CENTER) points.push(center);
      if (mode & SNAP.VERTEX) points.push(...shape.map(at));
      if (mode & SNAP.EDGE_MIDPOINT) {
        points.push(...shape.map((p, n) => at(halfway(p, shape[(n + 1) % 6]!))));
      }
      if (mode & SNAP.TOP_LEFT_CORNER) points.push(at({ x: -w, y: -h }));
      if (mode & SNAP.TOP_RIGHT_CORNER) points.push(at({ x: w, y: -h }));
      if (mode & SNAP.BOTTOM_LEFT_CORNER) points.push(at({ x: -w, y: h }));
      if (mode & SNAP.BOTTOM_RIGHT_CORNER) points.push(at({ x: w, y: h }));
      if (mode & SNAP.TOP_SIDE_MIDPOINT) points.push(at({ x: 0, y: -h }));
      if (mode & SNAP.BOTTOM_SIDE_MIDPOINT) points.push(at({ x: 0, y: h }));
      if (mode & SNAP.LEFT_SIDE_MIDPOINT) points.push(at({ x: -w, y: 0 }));
      if (mode & SNAP.RIGHT_SIDE_MIDPOINT) points.push(at({ x: w, y: 0 }));
    }
    return nearest(point, points);
  }

  override calculateDimensions(sceneWidth: number, sceneHeight: number, padding: number) {
    // The padding is a whole number of double rows, so that the pattern always starts alike at the scene's corner.
    const stepX = this.columns ? this.sizeX * 1.5 : this.sizeX;
    const stepY = this.columns ? this.sizeY : this.sizeY * 1.5;
    const x = Math.round(Math.ceil((padding * sceneWidth) / stepX) * stepX);
    const y = Math.round(Math.ceil((padding * sceneHeight) / stepY) * stepY);
    const [width, height] = [sceneWidth + 2 * x, sceneHeight + 2 * y];
    const rows = Math.ceil(height / (this.columns ? this.sizeY : this.sizeY * 0.75));
    const columns = Math.ceil(width / (this.columns ? this.sizeX * 0.75 : this.sizeX));
    return { width, height, x, y, rows, columns };
  }

  protected override countSpaces(from: Waypoint, to: Waypoint, count: DiagonalCount) {
    const [a, b] = [this.getCube(from), this.getCube(to)];
    const axes: [number, number, number] = [cubeDistance(a, b), (b.k ?? 0) - (a.k ?? 0), 0];
    const { distance, diagonals } = measureSteps(axes, this.diagonals, count);
    return { distance, spaces: Math.max(axes[0], Math.abs(axes[1])), diagonals };
  }
}

/** Returns the hexagons on a straight line, which is nudged off their common edges. */
function walk(from: Cube, to: Cube): Cube[] {
  const rise = (to.k ?? 0) - (from.k ?? 0);
  const steps = Math.max(cubeDistance(from, to), Math.abs(rise));
  const path: Cube[] = [];
  for (let n = 1; n <= steps; n++) {
    const t = n / steps;
    const along = (a: number, b: number, nudge: number) => a + (b - a) * t + (n === steps ? 0 : nudge);
    const cube: Cube = {
      q: along(from.q, to.q, 1e-6),
      r: along(from.r, to.r, 2e-6),
      s: along(from.s, to.s, -3e-6),
    };
    if (from.k !== undefined && to.k !== undefined) cube.k = from.k + rise * t;
    path.push(cubeRound(cube));
  }
  return path;
}
