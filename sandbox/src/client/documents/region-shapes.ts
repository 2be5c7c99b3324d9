import { NotInSandbox } from '../../shared/not-in-sandbox';

interface Point {
  x: number;
  y: number;
}

interface Box extends Point {
  width: number;
  height: number;
  anchorX?: number;
  anchorY?: number;
  rotation?: number;
}

interface ConeShape extends Point {
  radius: number;
  angle: number;
  rotation?: number;
  curvature?: 'round' | 'flat' | 'semicircle';
}

interface GridShape {
  type: 'grid';
  offsets: { i: number; j: number }[];
}

/** T14: common/data/data.d.mts */
export type RegionShape = { hole?: boolean } & (
  | GridShape
  | ({ type: 'rectangle' } & Box)
  | ({ type: 'line'; length: number; width: number; rotation?: number } & Point)
  | ({ type: 'circle'; radius: number } & Point)
  | ({ type: 'ellipse'; radiusX: number; radiusY: number; rotation?: number } & Point)
  | ({ type: 'cone' } & ConeShape)
  | ({ type: 'token'; width: number; height: number } & Point)
  | { type: 'emanation'; radius: number; base: { type: string; width: number; height: number } & Point }
  | { type: 'polygon'; points: number[] }
);

const turned = ({ x, y }: Point, degrees: number): Point => {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
};

/**
 * Returns the corners of a rectangle. Its anchor is its origin and pivot. T14: common/data/data.d.mts
 * RectangleShapeData; foundryvtt issue 13298. On squares, a grid-based rectangle is the same.
 */
function corners({ x, y, width, height, anchorX = 0, anchorY = 0, rotation = 0 }: Box): Point[] {
  const [left, top] = [-anchorX * width, -anchorY * height];
  return [
    { x: left, y: top },
    { x: left + width, y: top },
    { x: left + width, y: top + height },
    { x: left, y: top + height },
  ].map((corner) => {
    const { x: dx, y: dy } = turned(corner, rotation);
    return { x: x + dx, y: y + dy };
  });
}

/** Approximates an ellipse with a polygon. */
const round = (x: number, y: number, radiusX: number, radiusY: number, rotation = 0): Point[] =>
  Array.from({ length: 64 }, (_, n) => {
    const angle = (n / 32) * Math.PI;
    const { x: dx, y: dy } = turned({ x: radiusX * Math.cos(angle), y: radiusY * Math.sin(angle) }, rotation);
    return { x: x + dx, y: y + dy };
  });

/** Returns a cone with an arc or a straight line as its end. T14: common/data/data.d.mts ConeShapeData. */
function cone({ x, y, radius, angle, rotation = 0, curvature = 'round' }: ConeShape): Point[] {
  if (curvature === 'semicircle') throw new NotInSandbox('a cone that ends in a semicircle');
  const at = (degrees: number): Point => {
    // A flat cone has longer sides, so that its end is at the full distance.
    const far = curvature === 'flat' ? radius / Math.cos((degrees * Math.PI) / 180) : radius;
    const { x: dx, y: dy } = turned({ x: far, y: 0 }, rotation + degrees);
    return { x: x + dx, y: y + dy };
  };
  const steps = curvature === 'flat' ? 1 : 32;
  const arc = Array.from({ length: steps + 1 }, (_, n) => at(-angle / 2 + (angle * n) / steps));
  return angle >= 360 ? arc : [{ x, y }, ...arc];
}

/** Returns all points within a radius of a rectangle. T14: EmanationShapeData. */
function aroundBox(x: number, y: number, width: number, height: number, radius: number): Point[] {
  const quarter = (cx: number, cy: number, from: number) =>
    Array.from({ length: 9 }, (_, n) => {
      const { x: dx, y: dy } = turned({ x: radius, y: 0 }, from + (90 * n) / 8);
      return { x: cx + dx, y: cy + dy };
    });
  return [
    ...quarter(x + width, y + height, 0),
    ...quarter(x, y + height, 90),
    ...quarter(x, y, 180),
    ...quarter(x + width, y, 270),
  ];
}

interface GridLike {
  readonly size: number;
  getVertices(offset: { i: number; j: number }): Point[];
}

/** Returns the outlines of a shape; for grid spaces one per space. T14: common/data/data.d.mts GridShapeData. */
function outlines(shape: RegionShape, grid: GridLike | null): Point[][] {
  if (shape.type !== 'grid') return [outline(shape, grid?.size ?? 100)];
  if (!grid) throw new NotInSandbox('spaces of a region without a scene');
  return shape.offsets.map((offset) => grid.getVertices(offset));
}

function outline(shape: Exclude<RegionShape, GridShape>, size: number): Point[] {
  switch (shape.type) {
    case 'rectangle':
      return corners(shape);
    case 'line':
      // The origin is the middle of one end. T14: LineShapeData.
      return corners({ ...shape, width: shape.length, height: shape.width, anchorX: 0, anchorY: 0.5 });
    case 'circle':
      return round(shape.x, shape.y, shape.radius, shape.radius);
    case 'ellipse':
      return round(shape.x, shape.y, shape.radiusX, shape.radiusY, shape.rotation);
    case 'cone':
      return cone(shape);
    case 'token':
      return corners({ x: shape.x, y: shape.y, width: shape.width * size, height: shape.height * size });
    case 'emanation':
      if (shape.base?.type !== 'token') throw new NotInSandbox(`an emanation from a "${shape.base?.type}"`);
      return aroundBox(shape.base.x, shape.base.y, shape.base.width * size, shape.base.height * size, shape.radius);
    case 'polygon':
      return Array.from({ length: Math.floor((shape.points ?? []).length / 2) }, (_, n) => ({
        x: shape.points[2 * n]!,
        y: shape.points[2 * n + 1]!,
      }));
    default:
      throw new NotInSandbox(`a region of shape "${(shape as { type: string }).type}"`);
  }
}

function contains(points: Point[], { x, y }: Point): boolean {
  let inside = false;
  for (const [n, a] of points.entries()) {
    const b = points[(n + 1) % points.length]!;
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

/** The area of a region. T14: client/data/polygon-tree.d.mts: contained points and bounds, without the tree. */
export class PolygonTree {
  readonly #shapes: { points: Point[]; hole: boolean }[];

  constructor(shapes: RegionShape[], grid: GridLike | null = null) {
    this.#shapes = shapes.flatMap((shape) =>
      outlines(shape, grid).map((points) => ({ points, hole: shape.hole === true })),
    );
  }

  /** The outlines of all shapes, for drawing. */
  get outlines(): { points: Point[]; hole: boolean }[] {
    return this.#shapes;
  }

  get bounds(): { x: number; y: number; width: number; height: number } {
    const points = this.#shapes.filter(({ hole }) => !hole).flatMap(({ points: own }) => own);
    if (points.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
  }

  /** Later shapes and holes override earlier ones. */
  testPoint(point: Point): boolean {
    let inside = false;
    for (const { points, hole } of this.#shapes) if (contains(points, point)) inside = !hole;
    return inside;
  }
}
