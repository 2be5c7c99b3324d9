import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGrid, HexagonalGrid, SquareGrid } from '../../src/client/grid/index';

const integer = fc.integer({ min: -40, max: 40 });
const offset = fc.record({ i: integer, j: integer });
const hexTypes = [2, 3, 4, 5];
const grids = [1, ...hexTypes].map((type) => createGrid({ type, size: 100, distance: 1, units: 'm' }));

describe.each(grids.map((grid) => [`type ${grid.type}`, grid] as const))('a grid of %s', (_name, grid) => {
  it('converts an offset to its center and back', () => {
    fc.assert(
      fc.property(offset, (o) => {
        expect(grid.getOffset(grid.getCenterPoint(o))).toEqual(o);
      }),
    );
  });

  it('has symmetric adjacency, and every neighbour is adjacent', () => {
    fc.assert(
      fc.property(offset, (o) => {
        for (const n of grid.getAdjacentOffsets(o)) {
          expect(grid.testAdjacency(o, n)).toBe(true);
          expect(grid.getAdjacentOffsets(n)).toContainEqual(o);
        }
        expect(grid.testAdjacency(o, o)).toBe(false);
      }),
    );
  });

  it('measures as many spaces as a direct path has adjacent steps', () => {
    fc.assert(
      fc.property(offset, offset, (a, b) => {
        const path = grid.getDirectPath([a, b]);
        expect(path[0]).toEqual(a);
        expect(path.at(-1)).toEqual(b);
        for (let n = 1; n < path.length; n++) expect(grid.testAdjacency(path[n - 1]!, path[n]!)).toBe(true);
        expect(grid.measurePath([a, b]).spaces).toBe(path.length - 1);
      }),
    );
  });

  it('calls the cost function for each step and adds the results', () => {
    fc.assert(
      fc.property(offset, offset, (a, b) => {
        const { cost, spaces } = grid.measurePath([a, b], { cost: () => 2 });
        expect(cost).toBe(2 * spaces);
      }),
    );
  });

  it('snaps a point to the center of its space', () => {
    fc.assert(
      fc.property(offset, (o) => {
        const center = grid.getCenterPoint(o);
        const snapped = grid.getSnappedPoint({ x: center.x + 13, y: center.y - 11 }, { mode: 1 });
        expect(snapped.x).toBeCloseTo(center.x);
        expect(snapped.y).toBeCloseTo(center.y);
      }),
    );
  });
});

describe('hexagons', () => {
  it.each(hexTypes)('of type %i convert to cube coordinates and back', (type) => {
    const grid = createGrid({ type, size: 100 }) as HexagonalGrid;
    fc.assert(
      fc.property(offset, offset, (a, b) => {
        const cube = grid.offsetToCube(a);
        expect(cube.q + cube.r + cube.s).toBe(0);
        expect(grid.cubeToOffset(cube)).toEqual(a);
        const hexes = HexagonalGrid.cubeDistance(cube, grid.offsetToCube(b));
        expect(grid.measurePath([a, b]).distance).toBe(hexes);
      }),
    );
  });

  it('begin half outside the map where their first row is not the one that is shifted', () => {
    const [odd, even] = [createGrid({ type: 2, size: 100 }), createGrid({ type: 3, size: 100 })];
    const xs = (grid: typeof odd) => [0, 1, 2].map((i) => Math.round(grid.getCenterPoint({ i, j: 0 }).x));
    expect([xs(odd), xs(even)]).toEqual([
      [0, 50, 0],
      [50, 0, 50],
    ]);
    expect(odd.getCenterPoint({ i: 0, j: 0 }).y).toBeCloseTo(odd.sizeY / 2);
  });
});

describe('diagonals on squares', () => {
  const far = (diagonals: number) =>
    new SquareGrid({ size: 50, distance: 5, diagonals }).measurePath([
      { i: 0, j: 0 },
      { i: 3, j: 5 },
    ]);

  it.each([
    [0, 25],
    [1, (2 + 3 * Math.SQRT2) * 5],
    [2, (2 + 4.5) * 5],
    [3, 40],
    [4, 30],
    [5, 35],
    [6, 40],
  ])('under rule %i give a distance of %d for five by three spaces', (rule, distance) => {
    expect(far(rule).distance).toBeCloseTo(distance);
  });

  it('alternate across the segments of a path', () => {
    const grid = new SquareGrid({ size: 50, diagonals: 4 });
    const corners = [0, 1, 2, 3].map((n) => ({ i: n, j: n }));
    expect(grid.measurePath(corners).segments.map((s) => s.distance)).toEqual([1, 2, 1]);
    expect(grid.measurePath(corners, { cost: (_a, _b, d) => d }).cost).toBe(4);
  });

  it('are not adjacent if illegal', () => {
    const grid = new SquareGrid({ size: 50, diagonals: 6 });
    expect(grid.testAdjacency({ i: 0, j: 0 }, { i: 1, j: 1 })).toBe(false);
    expect(grid.getAdjacentOffsets({ i: 0, j: 0 })).toHaveLength(4);
  });
});

describe('measuring', () => {
  const grid = new SquareGrid({ size: 100, distance: 2 });

  it('skips a segment with measure: false and calls the cost function once for a teleport', () => {
    const calls: number[] = [];
    const cost = (_a: unknown, _b: unknown, distance: number) => calls.push(distance);
    const path = grid.measurePath(
      [
        { i: 0, j: 0 },
        { i: 0, j: 3, measure: false },
        { i: 0, j: 6, teleport: true },
      ],
      { cost },
    );
    expect(path.segments.map((s) => s.distance)).toEqual([0, 6]);
    expect(calls).toEqual([6]);
  });

  it('counts elevation as a third axis', () => {
    expect(
      grid.measurePath([
        { x: 50, y: 50, elevation: 0 },
        { x: 250, y: 50, elevation: 8 },
      ]).distance,
    ).toBe(8);
  });

  it('is euclidean without a grid', () => {
    const gridless = createGrid({ type: 0, size: 100, distance: 1 });
    expect(
      gridless.measurePath([
        { x: 0, y: 0 },
        { x: 300, y: 400 },
      ]).distance,
    ).toBeCloseTo(5);
  });
});
