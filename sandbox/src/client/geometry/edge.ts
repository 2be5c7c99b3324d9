import { EDGE_DIRECTIONS, EDGE_SENSE_TYPES } from '../../shared/constants';
import { variant } from '../../variants';

export interface Point {
  x: number;
  y: number;
}

export type Restriction = 'light' | 'darkness' | 'sight' | 'sound' | 'move';

export interface Threshold {
  light?: number | null;
  darkness?: number | null;
  sight?: number | null;
  sound?: number | null;
  attenuation?: boolean;
}

/** The wall or other object of an edge. */
interface EdgeObject {
  id?: string | null;
}

export interface EdgeOptions extends Partial<Record<Restriction, number>> {
  id?: string | null;
  object?: EdgeObject | null;
  type?: 'wall' | 'source' | 'innerBounds' | 'outerBounds';
  direction?: number;
  threshold?: Threshold | null;
  priority?: number;
}

/**
 * A line that restricts movement or a sense. T14: client/canvas/geometry/edges/edge.d.mts; intersections of edges are
 * not computed.
 */
export class Edge {
  readonly a: Point;
  readonly b: Point;
  id: string | undefined;
  object: EdgeObject | null | undefined;
  type: NonNullable<EdgeOptions['type']>;
  direction: number;
  light: number;
  darkness: number;
  sight: number;
  sound: number;
  move: number;
  threshold: Threshold | null;
  priority: number;

  constructor(a: Point, b: Point, options: EdgeOptions = {}) {
    const none = EDGE_SENSE_TYPES.NONE;
    this.a = { x: a.x, y: a.y };
    this.b = { x: b.x, y: b.y };
    this.id = options.id ?? options.object?.id ?? undefined;
    this.object = options.object;
    this.type = options.type ?? 'wall';
    this.direction = options.direction ?? EDGE_DIRECTIONS.BOTH;
    this.light = options.light ?? none;
    this.darkness = options.darkness ?? none;
    this.sight = options.sight ?? none;
    this.sound = options.sound ?? none;
    this.move = options.move ?? none;
    this.threshold = options.threshold ?? null;
    this.priority = options.priority ?? 0;
  }

  get bounds(): { x: number; y: number; width: number; height: number } {
    const { a, b } = this;
    const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
    return { x, y, width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
  }

  isLimited(type: Restriction): boolean {
    return this[type] === EDGE_SENSE_TYPES.LIMITED;
  }

  /**
   * Returns the side of the edge a point is on; `BOTH` on its line. The declarations do not define left: a variant
   * decides.
   */
  orientPoint({ x, y }: Point): number {
    const { a, b } = this;
    const turn = (a.y - y) * (b.x - x) - (a.x - x) * (b.y - y);
    if (turn === 0) return EDGE_DIRECTIONS.BOTH;
    const left = variant('oneWayWalls') === 'left-of-way' ? turn < 0 : turn > 0;
    return left ? EDGE_DIRECTIONS.LEFT : EDGE_DIRECTIONS.RIGHT;
  }

  /** True if the source's distance disables this edge. */
  applyThreshold(type: Exclude<Restriction, 'move'>, origin: Point, externalRadius = 0): boolean {
    const limit = this.threshold?.[type];
    if (!limit || this[type] < EDGE_SENSE_TYPES.PROXIMITY) return false;
    const distance = this.#distanceTo(origin) - externalRadius;
    return this[type] === EDGE_SENSE_TYPES.PROXIMITY ? distance < limit : distance > limit;
  }

  #distanceTo({ x, y }: Point): number {
    const { a, b } = this;
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const length = dx * dx + dy * dy;
    const t = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / length));
    return Math.hypot(x - a.x - t * dx, y - a.y - t * dy);
  }
}
