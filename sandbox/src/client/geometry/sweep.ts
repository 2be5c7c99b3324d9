import {
  EDGE_DIRECTION_MODES,
  EDGE_DIRECTIONS,
  EDGE_SENSE_TYPES,
  WALL_RESTRICTION_TYPES,
} from '../../shared/constants';
import { NotInSandbox } from '../../shared/not-in-sandbox';
import type { Level } from '../documents/level';
import type { Edge, Point, Restriction } from './edge';

/** A collision of a ray with edges. T14: client/canvas/geometry/edges/vertex.d.mts; its position is rounded. */
export class PolygonVertex {
  readonly x: number;
  readonly y: number;
  readonly edges = new Set<Edge>();
  readonly _distance: number;

  constructor({ x, y }: Point, distance: number) {
    this.x = Math.round(x);
    this.y = Math.round(y);
    this._distance = distance;
  }
}

export interface CollisionConfig {
  type: Restriction;
  mode?: 'any' | 'all' | 'closest';
  level?: Level | null;
  useThreshold?: boolean;
  externalRadius?: number;
  edgeDirectionMode?: number;
  tMin?: number;
  tMax?: number;
  [option: string]: unknown;
}

/** Supported options: those that do not depend on a source object. */
const PLAIN = new Set([
  'type',
  'mode',
  'level',
  'useThreshold',
  'externalRadius',
  'edgeDirectionMode',
  'tMin',
  'tMax',
  'source',
]);

/**
 * Tests lines between two points. T14: client/canvas/geometry/{clockwise-sweep,shapes/source-polygon}.d.mts; a ray
 * passes the first limited edge, foundryvtt issue 8885. Polygons are not computed here.
 */
export class ClockwiseSweepPolygon {
  static create(): never {
    throw new NotInSandbox('ClockwiseSweepPolygon.create');
  }

  /** T14: for the modes `any`, `closest` and `all`, the default. The default level is the viewed one. */
  static testCollision(origin: Point, destination: Point, config: CollisionConfig & { mode: 'any' }): boolean;
  static testCollision(
    origin: Point,
    destination: Point,
    config: CollisionConfig & { mode: 'closest' },
  ): PolygonVertex | null;
  static testCollision(origin: Point, destination: Point, config: CollisionConfig): PolygonVertex[];
  static testCollision(
    origin: Point,
    destination: Point,
    { mode = 'all', ...config }: CollisionConfig,
  ): boolean | PolygonVertex | PolygonVertex[] | null {
    const type = config.type;
    if (!(WALL_RESTRICTION_TYPES as readonly unknown[]).includes(type))
      throw new Error(`"${type}" is not a type of collision`);
    for (const option of Object.keys(config))
      if (!PLAIN.has(option)) throw new NotInSandbox(`the option ${option} of testCollision`);
    const level = config.level ?? globalThis.canvas?.level;
    if (!level) throw new Error('A collision is tested in a level');
    const met = collisions(level.edges.values(), origin, destination, config);
    if (mode === 'any') return met.some(({ isLimited }, n) => !isLimited || n > 0);
    if (met[0]?.isLimited) met.shift();
    const vertices = met.map(({ vertex }) => vertex);
    return mode === 'closest' ? (vertices[0] ?? null) : vertices;
  }
}

interface Met {
  vertex: PolygonVertex;
  isLimited: boolean;
}

function collisions(edges: Iterable<Edge>, from: Point, to: Point, config: CollisionConfig): Met[] {
  const { type, tMin = 0, tMax = 1 } = config;
  const found = new Map<string, Met>();
  for (const edge of edges) {
    if (!stops(edge, from, config)) continue;
    const at = crossing(from, to, edge.a, edge.b);
    if (!at || at.t <= tMin || at.t > tMax) continue;
    const fresh = new PolygonVertex(at, at.t);
    const key = `${fresh.x},${fresh.y}`;
    const met = found.get(key) ?? { vertex: fresh, isLimited: true };
    met.vertex.edges.add(edge);
    met.isLimited &&= edge.isLimited(type);
    found.set(key, met);
  }
  return [...found.values()].sort((a, b) => a.vertex._distance - b.vertex._distance);
}

/** Returns whether this edge blocks a ray from a point. An edge in line with the origin does not. */
function stops(
  edge: Edge,
  origin: Point,
  { type, useThreshold, externalRadius, edgeDirectionMode }: CollisionConfig,
): boolean {
  if (edge[type] === EDGE_SENSE_TYPES.NONE) return false;
  if (edge.type === 'outerBounds') return true;
  const side = edge.orientPoint(origin);
  if (side === EDGE_DIRECTIONS.BOTH) return false;
  const mode = edgeDirectionMode ?? EDGE_DIRECTION_MODES.NORMAL;
  if (edge.direction !== EDGE_DIRECTIONS.BOTH && mode !== EDGE_DIRECTION_MODES.BOTH) {
    const struck = side === edge.direction;
    if (struck !== (mode === EDGE_DIRECTION_MODES.NORMAL)) return false;
  }
  return !(useThreshold && type !== 'move' && edge.applyThreshold(type, origin, externalRadius));
}

/**
 * Returns the intersection of two segments, endpoints included, and its position along the first. Parallel ones have
 * none.
 */
function crossing(a: Point, b: Point, c: Point, d: Point): (Point & { t: number }) | null {
  const across = (d.y - c.y) * (b.x - a.x) - (d.x - c.x) * (b.y - a.y);
  if (across === 0) return null;
  const t = ((d.x - c.x) * (a.y - c.y) - (d.y - c.y) * (a.x - c.x)) / across;
  const u = ((b.x - a.x) * (a.y - c.y) - (b.y - a.y) * (a.x - c.x)) / across;
  if (t < -CLOSE || t > 1 + CLOSE || u < -CLOSE || u > 1 + CLOSE) return null;
  return { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y), t: Math.min(1, t) };
}

const CLOSE = 1e-8;
