import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headingOf } from '../../src/client/canvas/movement/operation';
import { createGrid } from '../../src/client/grid/index';
import { occupiedOffsets, snapToken, tokenCenter, tokenSize } from '../../src/client/grid/token-geometry';

const grids = [1, 2, 3, 4, 5].map((type) => createGrid({ type, size: 100, distance: 1 }));
const pixel = fc.integer({ min: -2000, max: 2000 });

describe.each(grids.map((grid) => [grid.type, grid] as const))('a token on a grid of type %i', (_type, grid) => {
  it('keeps a snapped position, in the one space under its center', () => {
    fc.assert(
      fc.property(pixel, pixel, (x, y) => {
        const token = { x, y, width: 1, height: 1 };
        const snapped = { ...token, ...snapToken(grid, token) };
        expect(snapToken(grid, snapped)).toEqual(snapToken(grid, token));
        const spaces = occupiedOffsets(grid, snapped);
        expect(spaces).toHaveLength(1);
        const center = tokenCenter(grid, snapped);
        const space = grid.getCenterPoint(spaces[0]!);
        expect(Math.hypot(center.x - space.x, center.y - space.y)).toBeLessThan(1);
      }),
    );
  });
});

describe('large tokens', () => {
  const square = grids[0]!;

  it('cover width times height squares', () => {
    expect(occupiedOffsets(square, { x: 100, y: 200, width: 2, height: 3 })).toHaveLength(6);
    expect(occupiedOffsets(square, { x: 100, y: 200, width: 2, height: 2 })).toContainEqual({ i: 3, j: 2 });
  });

  it('have overlapping rows on hexagons', () => {
    const { width, height } = tokenSize(grids[1]!, { width: 2, height: 2 });
    expect(width).toBeCloseTo(200);
    expect(height).toBeCloseTo(1.75 * grids[1]!.sizeY);
  });

  it('cover no spaces without a grid', () => {
    expect(occupiedOffsets(createGrid({ type: 0, size: 100 }), { x: 1, y: 1, width: 1, height: 1 })).toEqual([]);
  });
});

/** Ellipse, trapezoid and rectangle, of either kind. */
const [ELLIPSE, ELLIPSE_2, TRAPEZOID, TRAPEZOID_2, RECTANGLE, RECTANGLE_2] = [0, 1, 2, 3, 4, 5];

describe('hexagonal shapes', () => {
  /** Spaces of each row from the top, and where the row begins, in halves of a space from the leftmost. */
  const rowsOf = (width: number, height: number, shape: number, type = 2) => {
    const grid = grids[type - 1]!;
    const token = { x: 700, y: 700, width, height, shape };
    const points = occupiedOffsets(grid, { ...token, ...snapToken(grid, token) }).map((o) => grid.getCenterPoint(o));
    const [lines, along] = type > 3 ? (['x', 'y'] as const) : (['y', 'x'] as const);
    const left = Math.min(...points.map((p) => p[along]));
    return [...new Set(points.map((p) => Math.round(p[lines])))]
      .sort((a, b) => a - b)
      .map((line) => {
        const row = points.filter((p) => Math.round(p[lines]) === line).map((p) => p[along]);
        return [row.length, Math.round((Math.min(...row) - left) / 50)];
      });
  };

  it.each<[number, number, number | undefined, number[][]]>([
    [
      2,
      2,
      ELLIPSE,
      [
        [2, 0],
        [1, 1],
      ],
    ],
    [
      2,
      2,
      ELLIPSE_2,
      [
        [1, 1],
        [2, 0],
      ],
    ],
    [
      3,
      3,
      ELLIPSE,
      [
        [2, 1],
        [3, 0],
        [2, 1],
      ],
    ],
    [
      4,
      4,
      ELLIPSE,
      [
        [3, 1],
        [4, 0],
        [3, 1],
        [2, 2],
      ],
    ],
    [
      3,
      2,
      TRAPEZOID,
      [
        [3, 0],
        [2, 1],
      ],
    ],
    [
      3,
      3,
      TRAPEZOID_2,
      [
        [1, 2],
        [2, 1],
        [3, 0],
      ],
    ],
    [
      2,
      2,
      RECTANGLE,
      [
        [2, 0],
        [1, 1],
      ],
    ],
    [
      2,
      2,
      RECTANGLE_2,
      [
        [1, 1],
        [2, 0],
      ],
    ],
    [
      3,
      3,
      RECTANGLE,
      [
        [3, 0],
        [2, 1],
        [3, 0],
      ],
    ],
    [
      3,
      3,
      RECTANGLE_2,
      [
        [2, 1],
        [3, 0],
        [2, 1],
      ],
    ],
    [
      2.5,
      2,
      RECTANGLE,
      [
        [2, 0],
        [2, 1],
      ],
    ],
    [3, 1, RECTANGLE, [[3, 0]]],
    [
      1,
      2,
      RECTANGLE,
      [
        [1, 0],
        [1, 1],
      ],
    ],
    [
      1,
      3,
      ELLIPSE,
      [
        [1, 0],
        [1, 1],
        [1, 0],
      ],
    ],
    [0.5, 1, RECTANGLE, [[1, 0]]],
  ])('of %d by %d spaces and type %d have these rows', (width, height, shape = 0, rows) => {
    for (const type of [2, 3]) expect(rowsOf(width, height, shape, type)).toEqual(rows);
    for (const type of [4, 5]) expect(rowsOf(height, width, shape, type)).toEqual(rows);
  });

  it('stay where they are snapped, on whole pixels too', () => {
    const size = fc.constantFrom(0.5, 1, 1.5, 2, 3, 4);
    const shape = fc.integer({ min: 0, max: 5 });
    fc.assert(
      fc.property(
        fc.constantFrom(...grids.slice(1)),
        pixel,
        pixel,
        size,
        size,
        shape,
        (grid, x, y, width, height, shape) => {
          const token = { x, y, width, height, shape };
          const at = snapToken(grid, token);
          const stored = { ...token, x: Math.round(at.x), y: Math.round(at.y) };
          expect(occupiedOffsets(grid, stored)).toEqual(occupiedOffsets(grid, { ...token, ...at }));
          expect(snapToken(grid, stored).x).toBeCloseTo(at.x, 5);
        },
      ),
    );
  });
});

it('a half-size token is in the square of its middle, at a quarter of it', () => {
  const square = grids[0]!;
  const half = { y: 0, width: 0.5, height: 0.5 };
  const snapped = [10, 20, 30, 60, 70, 80].map((x) => snapToken(square, { ...half, x }).x);
  expect(snapped).toEqual([0, 25, 25, 50, 50, 100]);
  expect([74, 76].map((x) => occupiedOffsets(square, { ...half, x }).map(({ j }) => j))).toEqual([[0], [1]]);
});

describe('a heading', () => {
  it.each([
    [0, 1, 0],
    [-1, 0, 90],
    [0, -1, 180],
    [1, 0, 270],
    [-1, 1, 45],
  ])('towards (%i, %i) is %i degrees from south', (x, y, degrees) => {
    expect(headingOf({ x: 0, y: 0 }, { x, y })).toBe(degrees);
  });
});
