import { GRID_TYPES } from '../../shared/constants';
import { NotInSandbox } from '../../shared/not-in-sandbox';
import type { DiagonalCount } from './steps';
import type {
  Coordinates,
  CostFunction,
  GridConfig,
  GridDimensions,
  MeasuredPath,
  MeasuredSegment,
  MeasuredWaypoint,
  Offset,
  Point,
  Snapping,
  Waypoint,
} from './types';

const ZERO = { distance: 0, spaces: 0, cost: 0, diagonals: 0, euclidean: 0 };

/** T13: common/grid/base.d.mts; only overridden methods are available. */
export class BaseGrid {
  type: number = GRID_TYPES.GRIDLESS;
  size: number;
  sizeX: number;
  sizeY: number;
  distance: number;
  units: string;
  style: string;
  color: string | number;
  alpha: number;
  thickness: number;
  diagonals: number;

  constructor(config: GridConfig) {
    this.size = config.size;
    this.sizeX = this.sizeY = this.size;
    this.distance = config.distance ?? 1;
    this.units = config.units ?? '';
    this.style = config.style ?? 'solidLines';
    this.color = config.color ?? '#000000';
    this.alpha = config.alpha ?? 1;
    this.thickness = config.thickness ?? 1;
    this.diagonals = config.diagonals ?? 0;
  }

  get isGridless(): boolean {
    return this.type === GRID_TYPES.GRIDLESS;
  }

  get isSquare(): boolean {
    return this.type === GRID_TYPES.SQUARE;
  }

  get isHexagonal(): boolean {
    return this.type >= GRID_TYPES.HEXODDR && this.type <= GRID_TYPES.HEXEVENQ;
  }

  getOffset(_coords: Coordinates): Offset {
    throw new NotInSandbox('BaseGrid#getOffset');
  }

  getCenterPoint(_coords: Coordinates): Point {
    throw new NotInSandbox('BaseGrid#getCenterPoint');
  }

  getTopLeftPoint(_coords: Coordinates): Point {
    throw new NotInSandbox('BaseGrid#getTopLeftPoint');
  }

  getAdjacentOffsets(_coords: Coordinates): Offset[] {
    throw new NotInSandbox('BaseGrid#getAdjacentOffsets');
  }

  testAdjacency(_a: Coordinates, _b: Coordinates): boolean {
    throw new NotInSandbox('BaseGrid#testAdjacency');
  }

  getShape(): Point[] {
    throw new NotInSandbox('BaseGrid#getShape');
  }

  getDirectPath(_waypoints: Coordinates[]): Offset[] {
    throw new NotInSandbox('BaseGrid#getDirectPath');
  }

  getSnappedPoint(_point: Point, _behavior: Snapping): Point {
    throw new NotInSandbox('BaseGrid#getSnappedPoint');
  }

  calculateDimensions(_width: number, _height: number, _padding: number): GridDimensions {
    throw new NotInSandbox('BaseGrid#calculateDimensions');
  }

  getShiftedOffset(_coords: Coordinates, _direction: number): Offset {
    throw new NotInSandbox('BaseGrid#getShiftedOffset');
  }

  getShiftedPoint(_point: Point, _direction: number): Point {
    throw new NotInSandbox('BaseGrid#getShiftedPoint');
  }

  /** Returns the corners of a space. */
  getVertices(coords: Coordinates): Point[] {
    const { x, y } = this.getCenterPoint(coords);
    return this.getShape().map((p) => ({ x: x + p.x, y: y + p.y }));
  }

  /** The offsets [i0, j0, i1, j1) that a rectangle touches. */
  getOffsetRange({
    x,
    y,
    width,
    height,
  }: {
    x: number;
    y: number;
    width: number;
    height: number;
  }): [i0: number, j0: number, i1: number, j1: number] {
    const from = this.getOffset({ x, y });
    const to = this.getOffset({ x: x + width, y: y + height });
    return [from.i - 1, from.j - 1, to.i + 2, to.j + 2];
  }

  getCircle(center: Point, radius: number): Point[] {
    const pixels = (radius / this.distance) * this.size;
    return Array.from({ length: 32 }, (_, n) => {
      const angle = (n / 32) * Math.PI * 2;
      return { x: center.x + Math.cos(angle) * pixels, y: center.y + Math.sin(angle) * pixels };
    });
  }

  /**
   * Measures a path segment by segment. Without a cost function the cost is the distance. A teleport calls it once,
   * from end to end; a segment with `measure: false` counts nothing. T13: common/grid/base.d.mts `measurePath`,
   * common/grid/_types.d.mts.
   */
  measurePath(waypoints: Waypoint[], options: { cost?: CostFunction } = {}): MeasuredPath {
    const result: MeasuredPath = { waypoints: [], segments: [], ...ZERO };
    const count: DiagonalCount = { diagonals: 0 };
    for (const [index, waypoint] of waypoints.entries()) {
      const to: MeasuredWaypoint = { backward: null, forward: null, ...ZERO };
      result.waypoints.push(to);
      if (!index) continue;
      const from = result.waypoints[index - 1]!;
      const segment: MeasuredSegment = { from, to, teleport: waypoint.teleport === true, ...ZERO };
      from.forward = to.backward = segment;
      result.segments.push(segment);
      if (waypoint.measure !== false)
        this.measureSegment(waypoints[index - 1]!, waypoint, segment, count, options.cost);
      for (const key of Object.keys(ZERO) as (keyof typeof ZERO)[]) to[key] = result[key] = from[key] + segment[key];
    }
    return result;
  }

  protected measureSegment(
    from: Waypoint,
    to: Waypoint,
    segment: MeasuredSegment,
    count: DiagonalCount,
    cost?: CostFunction,
  ): void {
    segment.euclidean = this.euclidean(from, to);
    const spaces = this.countSpaces(from, to, count);
    segment.distance = spaces.distance * this.distance;
    segment.spaces = spaces.spaces;
    segment.diagonals = spaces.diagonals;
    segment.cost = this.segmentCost(from, to, segment, count.diagonals - spaces.diagonals, to.cost ?? cost);
  }

  /** Returns the length in spaces (possibly fractional), the number of moves and of diagonal moves. */
  protected countSpaces(_from: Waypoint, _to: Waypoint, _count: DiagonalCount) {
    return { distance: 0, spaces: 0, diagonals: 0 };
  }

  private segmentCost(
    from: Waypoint,
    to: Waypoint,
    segment: MeasuredSegment,
    diagonals: number,
    cost?: number | CostFunction,
  ): number {
    if (cost === undefined) return segment.distance;
    if (typeof cost === 'number') return cost;
    const path = segment.teleport || this.isGridless ? this.ends(from, to) : this.getDirectPath([from, to]);
    const count = { diagonals };
    let total = 0;
    for (let n = 1; n < path.length; n++) {
      const [a, b] = [path[n - 1]!, path[n]!];
      const whole = path.length === 2;
      const distance = whole ? segment.distance : this.countSpaces(a, b, count).distance * this.distance;
      total += cost(a, b, distance, to);
    }
    return total;
  }

  private ends(from: Waypoint, to: Waypoint): Offset[] {
    const [a, b] = [this.getOffset(from), this.getOffset(to)];
    return a.i === b.i && a.j === b.j && (a.k ?? 0) === (b.k ?? 0) ? [a] : [a, b];
  }

  private euclidean(from: Waypoint, to: Waypoint): number {
    const pointOf = (w: Waypoint) => ('x' in w ? w : this.getCenterPoint(w)) as Point;
    const [a, b] = [pointOf(from), pointOf(to)];
    const rise = ((b.elevation ?? 0) - (a.elevation ?? 0)) / this.distance;
    return Math.hypot((b.x - a.x) / this.size, (b.y - a.y) / this.size, rise) * this.distance;
  }

  /** Returns a coordinate's level on the third axis, or undefined. */
  protected level(coords: Coordinates): number | undefined {
    if ('k' in coords) return coords.k;
    const { elevation } = coords as Point;
    return elevation === undefined ? undefined : Math.floor(elevation / this.distance + 1e-8);
  }
}
