import { HEX_SHAPES, type HexShape, type Place } from '../../encounter/state';

/** Rows of hexagons, or columns of them, which are rows with the axes exchanged. */
type HexGrid = 'hex-rows' | 'hex-columns';

/** Cells between two rows. */
const ROW = Math.sqrt(3) / 2;

/** A vector in cells: along the rows, and across them. */
type Vector = readonly [along: number, across: number];

const toRows = (grid: HexGrid, east: number, south: number): Vector =>
  grid === 'hex-rows' ? [east, south] : [south, east];

/** Returns the steps between hexagon centers, not rounded. Distances are in cells. */
export function hexSteps(grid: HexGrid, east: number, south: number): number {
  const [along, across] = toRows(grid, east, south);
  const row = across / ROW;
  const column = along - row / 2;
  return Math.max(Math.abs(row), Math.abs(column), Math.abs(row + column));
}

/** Returns column and row of the hexagon that contains a point, relative to another center. Both are in cells. */
function hexAt(along: number, across: number): Vector {
  const r = across / ROW;
  const q = along - r / 2;
  // The three coordinates sum to 0: the one that rounding changed most follows from the others.
  const [a, b, c] = [Math.round(q), Math.round(r), Math.round(-q - r)];
  const [da, db, dc] = [Math.abs(a - q), Math.abs(b - r), Math.abs(c + q + r)];
  if (da > db && da > dc) return [-b - c, b];
  return db > dc ? [a, -a - c] : [a, b];
}

/** Returns the center of the hexagon that contains a point, relative to another center. */
export function nearestHex(grid: HexGrid, east: number, south: number, cell: number): Vector {
  const [along, across] = toRows(grid, east / cell, south / cell);
  const [q, r] = hexAt(along, across);
  return toRows(grid, (q + r / 2) * cell, r * ROW * cell);
}

/** The hexagons of a body by column and row from the first one, whose center is off the body's own, in cells. */
interface Footprint {
  readonly first: Vector;
  readonly hexes: readonly Vector[];
}

const SINGLE: Footprint = { first: [0, 0], hexes: [[0, 0]] };

/**
 * Returns the footprint of rows, given where each begins, in cells, and how many hexagons it has. The middle of a body is
 * the mean of its hexagons.
 */
function footprintOfRows(rows: readonly { readonly start: number; readonly count: number }[]): Footprint {
  const points = rows.flatMap(({ start, count }, row) =>
    Array.from({ length: Math.max(0, count) }, (_, at): Vector => [start + at, row]),
  );
  const [origin = [0, 0]] = points;
  const mean = (axis: 0 | 1): number => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const hexes = points.map(([x, row]): Vector => [x - origin[0] - (row - origin[1]) / 2, row - origin[1]]);
  return { first: [origin[0] - mean(0), (origin[1] - mean(1)) * ROW], hexes };
}

/** One full row, and shorter ones above and below. @param above how many */
const stack = (width: number, height: number, above: number): Footprint =>
  footprintOfRows(
    Array.from({ length: height }, (_, row) => {
      const off = Math.abs(row - above);
      return { start: off / 2, count: width - off };
    }),
  );

/** Rows of two lengths in turn. @param isFull whether the first is the longer one */
const rectangle = (width: number, height: number, isFull: boolean): Footprint =>
  footprintOfRows(
    Array.from({ length: height }, (_, row) => {
      const odd = row % 2;
      const skipped = isFull ? 0 : 1 - odd;
      const end = Math.floor(width + odd / 2) - (isFull ? odd : 0);
      return { start: odd / 2 + skipped, count: end - skipped };
    }),
  );

/**
 * Returns the hexagons under a body as Foundry counts them, or null for a size that has no such shape. API: BaseToken,
 * #getHexagonalShape; source: core 13, common/documents/token.mjs.
 */
function exactFootprint(width: number, height: number, shape: HexShape): Footprint | null {
  if (width === height && width <= 1) return SINGLE;
  const [isWide, isHigh] = [Number.isInteger(width), Number.isInteger(height)];
  const less = Math.floor((height - 1) / 2);
  switch (shape) {
    case 'ellipse-1':
    case 'ellipse-2':
      if (!isWide || !isHigh || height >= 2 * width) return null;
      return stack(width, height, shape === 'ellipse-1' ? less : height - 1 - less);
    case 'trapezoid-1':
    case 'trapezoid-2':
      if (!isWide || !isHigh || height > width) return null;
      return stack(width, height, shape === 'trapezoid-1' ? 0 : height - 1);
    case 'rectangle-1':
    case 'rectangle-2':
      if (width < 1 || !isHigh || (width === 1 && height > 1) || (!isWide && height === 1)) return null;
      return rectangle(width, height, shape === 'rectangle-1' || height === 1);
  }
}

/** Other sizes cover the nearest rectangle. Source: BaseToken._getHexagonalOffsets. */
function nearestFootprint(width: number, height: number): Footprint {
  const rows = Math.round(height);
  const wide = width + 0.5;
  if (rows === 1) return rectangle(Math.floor(wide), 1, true);
  return rectangle(wide === 1 ? 1.5 : wide, rows, true);
}

/** Cells, in halves. */
export const cellsOf = (metres: number, cell: number): number => Math.max(1, Math.round((metres * 2) / cell)) / 2;

/** The most cells, either way, for which hexagons are counted: sizes come from documents. */
const MOST = 50;

/** By shape and size: distances are asked very often. */
const footprints = new Map<number, Footprint>();

function footprintOf(grid: HexGrid, { width, height, shape = 'ellipse-1' }: Place, cell: number): Footprint {
  const [along, across] = toRows(grid, Math.min(MOST, cellsOf(width, cell)), Math.min(MOST, cellsOf(height, cell)));
  if (along <= 1 && across <= 1) return SINGLE;
  const key = (along * 2 * 1000 + across * 2) * 10 + HEX_SHAPES.indexOf(shape);
  const found = footprints.get(key) ?? exactFootprint(along, across, shape) ?? nearestFootprint(along, across);
  footprints.set(key, found);
  return found;
}

/** Returns the steps between the nearest hexagons of two bodies: 0 if they share one. */
export function hexesApart(grid: HexGrid, cell: number, a: Place, b: Place): number {
  const [from, to] = [footprintOf(grid, a, cell), footprintOf(grid, b, cell)];
  const [along, across] = toRows(grid, (b.x - a.x) / cell, (b.y - a.y) / cell);
  const [q, r] = hexAt(along + to.first[0] - from.first[0], across + to.first[1] - from.first[1]);
  let least = Number.POSITIVE_INFINITY;
  for (const [fromQ, fromR] of from.hexes)
    for (const [toQ, toR] of to.hexes) {
      const [dq, dr] = [q + toQ - fromQ, r + toR - fromR];
      least = Math.min(least, Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr)));
    }
  return least;
}

/** Returns the centers of the hexagons under a body. */
export function hexesUnder(grid: HexGrid, cell: number, body: Place): { readonly x: number; readonly y: number }[] {
  const { first, hexes } = footprintOf(grid, body, cell);
  return hexes.map(([q, r]) => {
    const [east, south] = toRows(grid, first[0] + q + r / 2, first[1] + r * ROW);
    return { x: body.x + east * cell, y: body.y + south * cell };
  });
}
