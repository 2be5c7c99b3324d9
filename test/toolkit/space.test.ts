import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ground, Place } from '../../src/encounter/state';
import {
  angleBetween,
  bearing,
  cellsAlong,
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
const rows: Ground = { grid: 'hex-rows', cell: 1 };
const columns: Ground = { grid: 'hex-columns', cell: 1 };
const open: Ground = { grid: 'gridless', cell: 1 };

it.each([
  [0, 1, 0],
  [-1, 1, 45],
  [-1, 0, 90],
  [0, -1, 180],
  [1, 0, 270],
])('east %d, south %d has a bearing of %d degrees', (x, y, degrees) => {
  expect(bearing(at(0, 0), at(x, y))).toBeCloseTo(degrees);
});
it('the own place has no bearing', () => expect(bearing(at(1, 1), at(1, 1))).toBeNull());

it.each([
  [10, 350, 20],
  [0, 180, 180],
  [90, 45, 45],
  [720, 0, 0],
])('from %d to %d is a turn of %d degrees', (a, b, turn) => expect(angleBetween(a, b)).toBe(turn));

describe('facing', () => {
  const ring = (ground: Ground, facing: number, cells: readonly Place[]) =>
    cells.filter((cell) => isFacingPlace(ground, at(0, 0, { facing }), cell)).length;
  const eight = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => at(x, y))).filter(({ x, y }) => x !== 0 || y !== 0);
  const hexes = (first: number) =>
    Array.from({ length: 6 }, (_, n) => {
      const angle = ((first + 60 * n) * Math.PI) / 180;
      return at(-Math.sin(angle), Math.cos(angle));
    });
  it('covers three squares in front and two at the sides', () => {
    for (const facing of [0, 45, 90, 135, 180, 225, 270, 315]) expect(ring(square, facing, eight)).toBe(5);
  });
  it('covers three of six hexagons at any rotation of the token', () => {
    for (let facing = 0; facing < 360; facing += 10) {
      expect(ring(rows, facing, hexes(30))).toBe(3);
      expect(ring(columns, facing, hexes(0))).toBe(3);
    }
  });
  it('without a grid covers a quarter turn to either side, inclusive', () => {
    expect(isFacingPlace(open, at(0, 0), at(5, 0))).toBe(true);
    expect(isFacingPlace(open, at(0, 0), at(5, -0.1))).toBe(false);
  });
  it('snaps to the grid', () => {
    expect([
      snapDirection('square', 50),
      snapDirection('hex-columns', 50),
      snapDirection('hex-rows', 50),
      snapDirection('gridless', 50),
    ]).toEqual([45, 60, 30, 50]);
  });
});

describe('metres between two places', () => {
  const hex = (ground: Ground, q: number, r: number) =>
    ground.grid === 'hex-rows' ? at(q + r / 2, (r * Math.sqrt(3)) / 2) : at((r * Math.sqrt(3)) / 2, q + r / 2);
  it('count cells, with diagonals as one, and height', () => {
    expect(metresBetween(square, at(0, 0), at(3, -2))).toBe(3);
    expect(metresBetween(square, at(0, 0), at(1, 0, { elevation: 4 }))).toBe(4);
    expect(metresBetween({ grid: 'square', cell: 2 }, at(0, 0), at(6, 2))).toBe(6);
    expect(metresBetween(open, at(0, 0), at(3, 4))).toBe(5);
  });
  it('count hexagons', () => {
    const axis = fc.integer({ min: -9, max: 9 });
    fc.assert(
      fc.property(axis, axis, fc.constantFrom(rows, columns), (q, r, ground) => {
        const steps = Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
        expect(metresBetween(ground, at(0, 0), hex(ground, q, r))).toBe(steps);
        if (steps > 0) expect(gap(ground, at(0, 0), hex(ground, q, r))).toBe(steps - 1);
      }),
    );
  });
});

describe('the gap between two bodies', () => {
  it.each<[string, Ground, Place, Place, number]>([
    ['side by side', square, at(0.5, 0.5), at(1.5, 0.5), 0],
    ['corner to corner', square, at(0.5, 0.5), at(1.5, 1.5), 0],
    ['in one space', square, at(0.5, 0.5), at(0.5, 0.5), -1],
    ['two cells apart', square, at(0.5, 0.5), at(3.5, 1.5), 2],
    ['beside a large body', square, at(1, 1, { width: 2, height: 2 }), at(2.5, 0.5), 0],
    ['above', square, at(0.5, 0.5), at(0.5, 0.5, { elevation: 3 }), 2],
    ['at the head of a tall body', square, at(0.5, 0.5, { depth: 3 }), at(1.5, 0.5, { elevation: 3 }), 0],
    ['inside a tall body', square, at(0.5, 0.5, { depth: 3 }), at(0.5, 0.5, { elevation: 2 }), -1],
    ['a tall body above', square, at(0.5, 0.5, { depth: 3, elevation: 2 }), at(0.5, 0.5), 1],
    ['above a tall body off the grid', open, at(0, 0, { depth: 3 }), at(1, 0, { elevation: 4.5 }), 1.5],
    ['small bodies fill their cell', square, at(0.5, 0.5, { width: 0.5, height: 0.5 }), at(1.5, 0.5), 0],
    [
      'a cell of two metres',
      { grid: 'square', cell: 2 },
      at(1, 1, { width: 2, height: 2 }),
      at(7, 1, { width: 2, height: 2 }),
      4,
    ],
    ['off the grid', open, at(0, 0), at(2.5, 0), 1.5],
    ['off the grid in one space', open, at(0, 0), at(0.2, 0), -1],
  ])('%s', (_, ground, a, b, empty) => {
    expect(gap(ground, a, b)).toBeCloseTo(empty);
    expect(gap(ground, b, a)).toBeCloseTo(empty);
  });
});

describe('a path cell by cell', () => {
  const height = Math.sqrt(3) / 2;
  /** The center of the cell at column a and row b. */
  const center = ({ grid, cell }: Ground, a: number, b: number): Place => {
    const [across, along] = grid === 'square' ? [a, b] : [a + b / 2, b * height];
    return at(
      ...((grid === 'hex-columns' ? [along * cell, across * cell] : [across * cell, along * cell]) as [number, number]),
    );
  };
  const grids: Ground[] = [square, rows, columns].flatMap((ground) => [ground, { ...ground, cell: 1.5 }]);
  const steps = fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }));

  it.each(grids)('goes one cell at a time and contains each waypoint itself: %j', (ground) => {
    fc.assert(
      fc.property(fc.array(steps, { minLength: 1, maxLength: 4 }), (cells) => {
        const from = at(0, 0);
        const way = cells.map(([a, b]) => center(ground, a, b));
        const all = cellsAlong(ground, from, way);
        for (const waypoint of way) expect(all).toContain(waypoint);
        let length = 0;
        let last = from;
        for (const next of way) {
          length += metresBetween(ground, last, next);
          last = next;
        }
        // A waypoint at the current place adds no step.
        const stays = way.filter((next, n) => metresBetween(ground, way[n - 1] ?? from, next) === 0).length;
        expect(all.length - stays).toBe(Math.round(length / ground.cell));
        last = from;
        for (const cell of all) {
          expect(Math.hypot(cell.x - last.x, cell.y - last.y)).toBeLessThan(1.5 * ground.cell);
          expect(metresBetween(ground, last, cell)).toBeCloseTo(
            way.includes(cell) && metresBetween(ground, last, cell) === 0 ? 0 : ground.cell,
          );
          last = cell;
        }
      }),
    );
  });
  it('without a grid goes metre by metre, with the remainder last, and rises evenly', () => {
    const all = cellsAlong(open, at(0, 0), [at(2.5, 0, { elevation: 0, facing: 270 })]);
    expect(all.map(({ x, facing }) => [x, facing])).toEqual([
      [1, 270],
      [2, 270],
      [2.5, 270],
    ]);
    expect(cellsAlong(open, at(0, 0), [at(0, 0, { elevation: 2 })]).map(({ elevation }) => elevation)).toEqual([1, 2]);
  });
  it.each([...grids, open])('has neighbours on all sides: %j', (ground) => {
    const around = neighbours(ground, at(3, 3, { facing: 90 }));
    expect(around).toHaveLength(ground.grid.startsWith('hex') ? 6 : 8);
    expect(new Set(around.map(({ x, y }) => `${x} ${y}`)).size).toBe(around.length);
    for (const place of around) {
      expect(metresBetween(ground, at(3, 3), place)).toBeCloseTo(ground.cell);
      expect(place.facing).toBe(90);
    }
  });
  it('ends only in a free cell', () => {
    expect(isFree(square, at(0.5, 0.5), [null, at(1.5, 0.5)])).toBe(true);
    expect(isFree(square, at(0.5, 0.5), [at(0.5, 0.5)])).toBe(false);
    expect(isFree(square, at(0.5, 0.5), [at(1, 1, { width: 2, height: 2 })])).toBe(false);
  });
});

it.each([
  ['square', square],
  ['hex rows', rows],
  ['hex columns', columns],
  ['large hex rows', { ...rows, cell: 1.5 }],
] as const)('the place on a grid of %s at an offset is the nearest one', (_, ground) => {
  const offset = fc.double({ min: -6, max: 6, noNaN: true });
  fc.assert(
    fc.property(offset, offset, (east, south) => {
      const from = at(0.5, 0.25);
      const place = placeAt(ground, from, east, south);
      const far = (each: Place) => Math.hypot(each.x - from.x - east, each.y - from.y - south);
      for (const next of neighbours(ground, place)) expect(far(place)).toBeLessThanOrEqual(far(next) + 1e-6);
      // It is a center: its offset leads to itself.
      expect(placeAt(ground, from, place.x - from.x, place.y - from.y)).toEqual(place);
    }),
  );
});
