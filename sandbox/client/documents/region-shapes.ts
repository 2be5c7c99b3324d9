import { NotInSandbox } from '../../shared/not-in-sandbox';

interface Point {
  x: number;
  y: number;
}

const turned = ({ x, y }: Point, degrees: number): Point => {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
};

/**
 * The corners of a rectangle. Its origin is where its anchor is, and what it turns around. T14: common/data/data.d.mts RectangleShapeData;
 * foundryvtt issue 13298. That it is made by the grid changes nothing on squares.
 */
function corners({ x, y, width, height, anchorX = 0, anchorY = 0, rotation = 0 }: any): Point[] {
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

/** A polygon of many sides for what is round. */
const round = (x: number, y: number, radiusX: number, radiusY: number, rotation = 0): Point[] =>
  Array.from({ length: 64 }, (_, n) => {
    const angle = (n / 32) * Math.PI;
    const { x: dx, y: dy } = turned({ x: radiusX * Math.cos(angle), y: radiusY * Math.sin(angle) }, rotation);
    return { x: x + dx, y: y + dy };
  });

function outline(shape: any): Point[] {
  switch (shape.type) {
    case 'rectangle':
      return corners(shape);
    case 'circle':
      return round(shape.x, shape.y, shape.radius, shape.radius);
    case 'ellipse':
      return round(shape.x, shape.y, shape.radiusX, shape.radiusY, shape.rotation);
    case 'polygon':
      return Array.from({ length: Math.floor((shape.points ?? []).length / 2) }, (_, n) => ({
        x: shape.points[2 * n],
        y: shape.points[2 * n + 1],
      }));
    default:
      throw new NotInSandbox(`a region of shape "${shape.type}"`);
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

/** What a region covers. T14: client/data/polygon-tree.d.mts: containment of points and the bounds, without the tree. */
export class PolygonTree {
  readonly #shapes: { points: Point[]; hole: boolean }[];

  constructor(shapes: any[]) {
    this.#shapes = shapes.map((shape) => ({ points: outline(shape), hole: shape.hole === true }));
  }

  get bounds(): { x: number; y: number; width: number; height: number } {
    const points = this.#shapes.filter(({ hole }) => !hole).flatMap(({ points: own }) => own);
    if (points.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
  }

  /** A later shape covers an earlier one, as a hole or not. */
  testPoint(point: Point): boolean {
    let inside = false;
    for (const { points, hole } of this.#shapes) if (contains(points, point)) inside = !hole;
    return inside;
  }
}
