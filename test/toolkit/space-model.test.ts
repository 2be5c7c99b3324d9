import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Grid, Ground, Place } from '../../src/encounter/state';
import {
  angleBetween,
  bearing,
  cellsAlong,
  directions,
  gap,
  isFacingPlace,
  isFree,
  metresBetween,
  neighbours,
  placeAt,
  snapDirection,
} from '../../src/toolkit/space/space';

const at = (x: number, y: number, rest: Partial<Place> = {}): Place => ({
  x,
  y,
  width: 1,
  height: 1,
  elevation: 0,
  facing: 0,
  ...rest,
});
const square: Ground = { grid: 'square', cell: 1 };
const open: Ground = { grid: 'gridless', cell: 1 };
const GRIDS: readonly Grid[] = ['square', 'hex-rows', 'hex-columns', 'gridless'];
const degrees = fc.integer({ min: -7200, max: 7200 }).map((n) => n / 10);
/** Returns the angle between two directions, from their unit vectors. */
function turnOf(a: number, b: number): number {
  const [p, q] = [(a * Math.PI) / 180, (b * Math.PI) / 180];
  return (Math.acos(Math.min(1, Math.max(-1, Math.cos(p) * Math.cos(q) + Math.sin(p) * Math.sin(q)))) * 180) / Math.PI;
}

describe('a direction', () => {
  it('is that of the offset, clockwise from south', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 359 }), fc.integer({ min: 1, max: 30 }), (angle, length) => {
        const radians = (angle * Math.PI) / 180;
        const to = at(3 - Math.sin(radians) * length, -2 + Math.cos(radians) * length);
        const found = bearing(at(3, -2), to) ?? NaN;
        expect(turnOf(found, angle)).toBeLessThan(1e-4);
        expect(found).toBeGreaterThanOrEqual(0);
        expect(found).toBeLessThan(360);
      }),
    );
  });

  it('is a known one if only one coordinate differs', () => {
    expect([bearing(at(1, 1), at(1, 2)), bearing(at(1, 1), at(2, 1)), bearing(at(1, 1), at(1, 0))]).toEqual([
      0, 270, 180,
    ]);
  });

  it('is between 0 and 180 degrees apart from another', () => {
    fc.assert(
      fc.property(degrees, degrees, (a, b) => {
        const apart = angleBetween(a, b);
        expect(Math.abs(apart - turnOf(a, b))).toBeLessThan(1e-4);
        expect(angleBetween(b, a)).toBe(apart);
      }),
    );
  });

  it('snaps to the nearest of the grid', () => {
    const allowed: Record<Grid, number[]> = {
      square: [0, 45, 90, 135, 180, 225, 270, 315],
      'hex-columns': [0, 60, 120, 180, 240, 300],
      'hex-rows': [30, 90, 150, 210, 270, 330],
      gridless: [],
    };
    fc.assert(
      fc.property(fc.constantFrom(...GRIDS), degrees, (grid, angle) => {
        const snapped = snapDirection(grid, angle);
        expect(snapped).toBeGreaterThanOrEqual(0);
        expect(snapped).toBeLessThan(360);
        if (grid === 'gridless') {
          expect(turnOf(snapped, angle)).toBeLessThan(1e-4);
          return;
        }
        expect(allowed[grid]).toContain(snapped);
        const nearest = Math.min(...allowed[grid].map((each) => turnOf(each, angle)));
        expect(turnOf(snapped, angle)).toBeLessThan(nearest + 1e-4);
      }),
    );
  });

  it('faces every place in the front half, and its own', () => {
    expect(isFacingPlace(square, at(2, 2, { facing: 180 }), at(2, 2))).toBe(true);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 359 }), fc.integer({ min: 0, max: 359 }), (facing, angle) => {
        const radians = (angle * Math.PI) / 180;
        const apart = turnOf(facing, angle);
        if (Math.abs(apart - 90) < 0.01) return;
        const to = at(5 - Math.sin(radians) * 4, 5 + Math.cos(radians) * 4);
        expect(isFacingPlace(open, at(5, 5, { facing }), to)).toBe(apart < 90);
      }),
    );
  });
});

describe('metres between two places', () => {
  it.each<[Grid, number, Place, number]>([
    ['square', 1, at(3, 4), 4],
    ['square', 1, at(-4, 3), 4],
    ['square', 1.5, at(3, 4.5), 4.5],
    ['square', 1, at(2.4, 0), 2],
    ['square', 1, at(2.6, 0), 3],
    ['square', 2, at(2, 0, { elevation: 6 }), 6],
    ['square', 2, at(2, 0, { elevation: -6 }), 6],
    ['hex-rows', 2, at(4, 0), 4],
    ['hex-columns', 2, at(0, 4), 4],
    ['hex-rows', 1, at(1, 0, { elevation: 3 }), 3],
    ['gridless', 1, at(3, 4, { elevation: 12 }), 13],
    ['gridless', 5, at(0.3, 0.4), 0.5],
  ])('on a grid of %s with cells of %d: %#', (grid, cell, to, metres) => {
    const shifted = { ...to, x: to.x + 7, y: to.y - 3, elevation: to.elevation + 1 };
    const from = at(7, -3, { elevation: 1 });
    expect(metresBetween({ grid, cell }, from, shifted)).toBeCloseTo(metres);
    expect(metresBetween({ grid, cell }, shifted, from)).toBeCloseTo(metres);
  });
});

describe('the gap between two bodies', () => {
  /** A body on the grid by its north-west cell, its size in cells and its height above the ground in cells. */
  const blocks = fc.record({
    x: fc.integer({ min: -5, max: 5 }),
    y: fc.integer({ min: -5, max: 5 }),
    z: fc.integer({ min: -3, max: 3 }),
    width: fc.integer({ min: 1, max: 3 }),
    height: fc.integer({ min: 1, max: 3 }),
  });

  it('on squares is that of their nearest cells', () => {
    fc.assert(
      fc.property(blocks, blocks, fc.constantFrom(1, 1.5, 5), (a, b, cell) => {
        const bodyOf = ({ x, y, z, width, height }: typeof a) =>
          at((x + width / 2) * cell, (y + height / 2) * cell, {
            width: width * cell,
            height: height * cell,
            elevation: z * cell,
          });
        const cellsOf = ({ x, y, z, width, height }: typeof a) =>
          Array.from({ length: width * height }, (_, n) => [x + (n % width), y + Math.floor(n / width), z] as const);
        const apart = cellsOf(a).flatMap((p) =>
          cellsOf(b).map((q) => Math.max(Math.abs(p[0] - q[0]), Math.abs(p[1] - q[1]), Math.abs(p[2] - q[2]))),
        );
        const nearest = Math.min(...apart);
        const wanted = nearest === 0 ? -1 : (nearest - 1) * cell;
        expect(gap({ grid: 'square', cell }, bodyOf(a), bodyOf(b))).toBeCloseTo(wanted);
        expect(isFree({ grid: 'square', cell }, bodyOf(a), [null, bodyOf(b)])).toBe(wanted >= 0);
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, Ground, Place, Place, number]>([
    [
      'small bodies fill their hexagons',
      { grid: 'hex-rows', cell: 1 },
      at(0, 0, { width: 0.5, height: 0.5 }),
      at(1, 0),
      0,
    ],
    ['large bodies on hexagons', { grid: 'hex-columns', cell: 1 }, at(0, 0, { width: 3, height: 3 }), at(0, 4), 2],
    ['long bodies on hexagons', { grid: 'hex-rows', cell: 1 }, at(0, 0, { width: 3, height: 1 }), at(4, 0), 2],
    ['high bodies on hexagons', { grid: 'hex-rows', cell: 1 }, at(0, 0, { width: 1, height: 3 }), at(4, 0), 3],
    ['large hexagons', { grid: 'hex-rows', cell: 2 }, at(0, 0, { width: 2, height: 2 }), at(6, 0, { width: 2 }), 4],
    ['one hexagon', { grid: 'hex-rows', cell: 2 }, at(3, 3), at(3, 3), -1],
    ['above each other on hexagons', { grid: 'hex-rows', cell: 1 }, at(3, 3), at(3, 3, { elevation: -4 }), 3],
    ['a gap that is no whole cell', square, at(0.5, 0.5), at(2.2, 0.5), 1],
    ['a hair’s breadth between neighbors', square, at(0.5, 0.5), at(1.5 + 1e-9, 0.5), 0],
    ['a hair’s breadth of overlap', square, at(0.5, 0.5), at(1.5 - 1e-9, 0.5), 0],
    ['off the grid, half over each other', open, at(0, 0), at(0.5, 0), 0],
    ['off the grid, more than half over each other', open, at(0, 0), at(0.49, 0), -1],
    ['off the grid, large ones more than half over each other', open, at(0, 0, { width: 3 }), at(0, 0.9), -1],
    ['off the grid, large ones half over each other', open, at(0, 0, { width: 3 }), at(0, 1), 0],
    ['off the grid, in the air above', open, at(0, 0), at(0, 0, { elevation: 1 }), 0],
    ['off the grid, higher above', open, at(0, 0), at(0, 0, { elevation: 3 }), 2],
    ['off the grid, less than a cell above', open, at(0, 0), at(0, 0, { elevation: 0.9 }), -1],
    ['off the grid, far and high', open, at(0, 0), at(3, 4, { elevation: 2 }), 4],
    ['off the grid, in cells of five', { ...open, cell: 5 }, at(0, 0), at(0, 12), 7],
  ])('%s', (_, ground, a, b, empty) => {
    expect(gap(ground, a, b)).toBeCloseTo(empty, 6);
    expect(gap(ground, b, a)).toBeCloseTo(empty, 6);
  });
});

describe('a very long path', () => {
  it.each(['square', 'gridless'] as const)('on a grid of %s has at most 2000 places, evenly spaced', (grid) => {
    const all = cellsAlong({ grid, cell: 1 }, at(0, 0), [at(1e6, 0, { elevation: 4000 })]);
    expect(all).toHaveLength(2000);
    expect(all.slice(0, 2).map(({ x, elevation }) => [x, elevation])).toEqual([
      [500, 2],
      [1000, 4],
    ]);
  });
});

it('a path rises evenly, and places between two waypoints have the second one’s facing', () => {
  const all = cellsAlong(square, at(0.5, 0.5, { elevation: 1 }), [
    at(3.5, 0.5, { elevation: 4, facing: 270 }),
    at(3.5, 1.5, { elevation: 4 }),
  ]);
  expect(all.map(({ x, y, elevation, facing }) => [x, y, elevation, facing])).toEqual([
    [1.5, 0.5, 2, 270],
    [2.5, 0.5, 3, 270],
    [3.5, 0.5, 4, 270],
    [3.5, 1.5, 4, 0],
  ]);
});

it('a path without a grid has a place each metre, however long a cell is', () => {
  const all = cellsAlong({ ...open, cell: 5 }, at(0, 0), [at(0, 3.5)]);
  expect(all.map(({ y }) => y)).toEqual([1, 2, 3, 3.5]);
});

it('a place without a grid is exactly at its offset', () => {
  expect(placeAt(open, at(1.25, 2, { facing: 30 }), 0.1, -0.3)).toEqual(at(1.35, 1.7, { facing: 30 }));
});

describe('the directions of a throw', () => {
  const offsets = (ground: Ground) =>
    directions(ground, at(5, 5)).map(({ x, y }) => [
      Math.round((x - 5) * 1000) / 1000,
      Math.round((y - 5) * 1000) / 1000,
    ]);

  it('on squares lead to the neighbors and between each two of them', () => {
    expect(offsets(square)).toEqual([
      [1, 0],
      [2, 1],
      [1, 1],
      [1, 2],
      [0, 1],
      [-1, 2],
      [-1, 1],
      [-2, 1],
      [-1, 0],
      [-2, -1],
      [-1, -1],
      [-1, -2],
      [0, -1],
      [1, -2],
      [1, -1],
      [2, -1],
    ]);
    expect(offsets({ ...square, cell: 1.5 })[1]).toEqual([3, 1.5]);
  });

  it.each(['hex-rows', 'hex-columns'] as const)('on %s lead to the neighbors', (grid) => {
    const ground = { grid, cell: 2 };
    expect(directions(ground, at(5, 5))).toEqual(neighbours(ground, at(5, 5)));
    expect(directions(ground, at(5, 5))).toHaveLength(6);
  });

  it('without a grid are sixteen, a metre away, evenly around', () => {
    const all = directions({ ...open, cell: 5 }, at(5, 5));
    const bearings = all.map((place) => bearing(at(5, 5), place) ?? NaN);
    for (const [n, place] of all.entries()) {
      expect(Math.hypot(place.x - 5, place.y - 5)).toBeCloseTo(1);
      expect(angleBetween(bearings[n] ?? NaN, bearings[(n + 1) % 16] ?? NaN)).toBeCloseTo(22.5);
    }
    expect(all).toHaveLength(16);
  });
});

it('neighbors of a place have exact coordinates', () => {
  expect(neighbours(square, at(0.5, 0.5)).map(({ x, y }) => [x, y])).toEqual([
    [1.5, 0.5],
    [1.5, 1.5],
    [0.5, 1.5],
    [-0.5, 1.5],
    [-0.5, 0.5],
    [-0.5, -0.5],
    [0.5, -0.5],
    [1.5, -0.5],
  ]);
  expect(neighbours({ grid: 'hex-rows', cell: 2 }, at(0, 0))[0]).toMatchObject({ x: 2, y: 0 });
  expect(neighbours({ grid: 'hex-columns', cell: 2 }, at(0, 0))[1]).toMatchObject({ x: 0, y: 2 });
});
