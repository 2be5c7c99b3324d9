import { TOKEN_SHAPES } from '../../shared/constants';
import type { Point } from './types';

/**
 * The hexagons of a token. `points` are their centers, in sizes of a hexagon from the corner of the token's box; `anchor` is the
 * point whose hexagon is looked up on the map, and `first` the one that this finds.
 */
export interface HexShape {
  points: Point[];
  anchor: Point;
  first: Point;
  /** Where core puts the middle; null for the middle of the box. */
  center: Point | null;
}

/** A row of hexagons by the center of its first one. */
const row = (x: number, line: number, count: number): Point[] =>
  Array.from({ length: Math.max(0, count) }, (_, at) => ({ x: x + at, y: 0.5 + 0.75 * line }));

/** T13: BaseToken##createHexagonalEllipseOrTrapezoid: one row of full width, and shorter ones above and below it. */
function stacked(width: number, height: number, shape: number): HexShape | null {
  if (!Number.isInteger(width) || !Number.isInteger(height)) return null;
  const isEllipse = shape === TOKEN_SHAPES.ELLIPSE_1 || shape === TOKEN_SHAPES.ELLIPSE_2;
  if (isEllipse ? height >= 2 * width : height > width) return null;
  const [less, more] = [Math.floor((height - 1) / 2), Math.floor(height / 2)];
  const above = {
    [TOKEN_SHAPES.ELLIPSE_1]: less,
    [TOKEN_SHAPES.ELLIPSE_2]: more,
    [TOKEN_SHAPES.TRAPEZOID_1]: 0,
    [TOKEN_SHAPES.TRAPEZOID_2]: height - 1,
  }[shape]!;
  const points = Array.from({ length: height }, (_, line) => {
    const off = Math.abs(line - above);
    return row(0.5 + off / 2, line, width - off);
  }).flat();
  const mean = (axis: 'x' | 'y') => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const anchor = { x: above % 2 ? 0 : 0.5, y: 0.5 };
  // The centroid of equal hexagons is the mean of their centers.
  return { points, anchor, first: anchor, center: { x: mean('x'), y: mean('y') } };
}

/** T13: BaseToken##createHexagonalRectangle: rows of two lengths in turn. */
function rectangle(width: number, height: number, shape: number): HexShape | null {
  if (width < 1 || !Number.isInteger(height) || (width === 1 && height > 1)) return null;
  if (!Number.isInteger(width) && height === 1) return null;
  const isFull = shape === TOKEN_SHAPES.RECTANGLE_1 || height === 1;
  const points = Array.from({ length: height }, (_, line) => {
    const odd = line % 2;
    const skipped = isFull ? 0 : 1 - odd;
    const end = Math.floor(width + odd / 2) - (isFull ? odd : 0);
    return row((isFull ? 0.5 : 0) + odd / 2 + skipped, line, end - skipped);
  }).flat();
  const anchor = { x: isFull ? 0.5 : 0, y: 0.5 };
  return { points, anchor, first: anchor, center: null };
}

const MIDDLE = { x: 0.5, y: 0.5 };

/** T13: BaseToken##getHexagonalShape, for rows. Sizes are in halves. */
function exactShape(width: number, height: number, shape: number): HexShape | null {
  if (width === 0.5 && height === 0.5) {
    const middle = { x: 0.25, y: 0.25 };
    return { points: [middle], anchor: middle, first: middle, center: middle };
  }
  if (width === 1 && height === 1) return { points: [MIDDLE], anchor: MIDDLE, first: MIDDLE, center: MIDDLE };
  return shape <= TOKEN_SHAPES.TRAPEZOID_2 ? stacked(width, height, shape) : rectangle(width, height, shape);
}

/** T13: BaseToken._getHexagonalOffsets, for rows: sizes that are no hexagonal shape cover the nearest rectangle. */
function nearestShape(width: number, height: number): HexShape {
  const lines = Math.round(height);
  const wide = width + 0.5;
  const length = lines === 1 ? Math.floor(wide) : wide === 1 ? 1.5 : wide;
  const found = exactShape(length, lines, TOKEN_SHAPES.RECTANGLE_1)!;
  const anchor = { x: found.anchor.x - 0.25, y: found.anchor.y - 0.25 };
  return { ...found, anchor, center: null };
}

const turned = <T extends Point | null>(point: T): T => (point && { x: point.y, y: point.x }) as T;

/** @param columns which exchange the axes */
function oriented(found: HexShape, columns: boolean): HexShape {
  if (!columns) return found;
  const { points, anchor, first, center } = found;
  return { points: points.map(turned), anchor: turned(anchor), first: turned(first), center: turned(center) };
}

/** Returns the shape of a token by its size in halves; `isExact` is false for sizes that are no hexagonal shape. */
export function hexShape(
  { width, height, shape }: { width: number; height: number; shape: number },
  columns: boolean,
): HexShape & { isExact: boolean } {
  const [wide, high] = columns ? [height, width] : [width, height];
  const exact = exactShape(wide, high, shape);
  return { ...oriented(exact ?? nearestShape(wide, high), columns), isExact: exact !== null };
}
