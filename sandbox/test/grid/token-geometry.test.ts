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
