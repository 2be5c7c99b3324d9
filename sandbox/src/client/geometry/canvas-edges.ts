import type { Level } from '../documents/level';
import type { Edge } from './edge';

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The edges of a level. T14: client/canvas/geometry/edges/edges.d.mts; a linear search replaces the quadtree. */
export class CanvasEdges extends Map<string, Edge> {
  readonly #level: Level;

  constructor(level: Level) {
    super();
    this.#level = level;
  }

  get level(): Level {
    return this.#level;
  }

  override set(key: string, edge: Edge): this {
    if (!this.#level.parent?.initializedEdges) throw new Error('The edges of the scene have not been initialized yet');
    return super.set(key, edge);
  }

  getEdges(
    rect: Rectangle,
    {
      includeOuterBounds = true,
      collisionTest = () => true,
      collisionTestBounds = false,
    }: { includeOuterBounds?: boolean; collisionTest?: (edge: Edge) => boolean; collisionTestBounds?: boolean } = {},
  ): Set<Edge> {
    return new Set(
      [...this.values()].filter((edge) => {
        if (edge.type === 'outerBounds') return includeOuterBounds && (!collisionTestBounds || collisionTest(edge));
        return overlap(edge.bounds, rect) && collisionTest(edge);
      }),
    );
  }
}

const overlap = (a: Rectangle, b: Rectangle): boolean =>
  a.x <= b.x + b.width && a.x + a.width >= b.x && a.y <= b.y + b.height && a.y + a.height >= b.y;
