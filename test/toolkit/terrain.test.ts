import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Area, Grid, Ground, Place } from '../../src/encounter/state';
import { cellsAlong, metresBetween, placeAt } from '../../src/toolkit/space/space';
import {
  costAlong,
  costForBody,
  isForbidden,
  isWater,
  pathCost,
  whyNotLeap,
  whyNotWalk,
} from '../../src/toolkit/space/terrain';

const at = (x: number, y: number, size = 1): Place => ({
  x,
  y,
  width: size,
  height: size,
  elevation: 0,
  facing: 0,
});
const square: Ground = { grid: 'square', cell: 1 };
const gridless: Ground = { grid: 'gridless', cell: 1 };
const ids = (reasons: readonly { readonly id: string }[]) => reasons.map(({ id }) => id);

describe('a path over difficult ground', () => {
  const mud: Area = { x: 3, y: 0.5, width: 2, height: 1 };
  const scree: Area = { x: 6.5, y: 0.5, width: 1, height: 1, cost: 1.5 };

  it('costs the price of each cell it enters', () => {
    const ground = { ...square, difficult: [mud, scree] };
    expect(pathCost(ground, at(0.5, 0.5), [at(7.5, 0.5)])).toBe(7 + 2 + 0.5);
    expect(pathCost(ground, at(0.5, 0.5), [at(7.5, 7.5)])).toBe(7);
  });

  it.each<Grid>(['square', 'hex-rows', 'gridless'])('costs its price only at its height: %s', (grid) => {
    const bog: Area = { x: 3, y: 0.5, width: 20, height: 20, bottom: -1, top: 2 };
    const ground: Ground = { grid, cell: 1, difficult: [bog] };
    const costAtHeight = (elevation: number, size = 1) => costForBody(ground, { ...at(3, 0.5, size), elevation });
    expect([-2, -1, 0, 2, 3].map((elevation) => costAtHeight(elevation))).toEqual([1, 2, 2, 2, 1]);
    expect([0, 3].map((elevation) => costAtHeight(elevation, 2))).toEqual([2, 1]);
    const isIn = (elevation: number) =>
      isWater({ ...ground, difficult: [{ ...bog, water: true }] }, { ...at(3, 0.5), elevation });
    expect([isIn(0), isIn(3)]).toEqual([true, false]);
    const pit = { ...ground, difficult: [{ ...bog, cost: null }] };
    expect([0, 3].map((elevation) => isForbidden(pit, { ...at(3, 0.5), elevation }))).toEqual([true, false]);
    const high = { ...at(0.5, 0.5), elevation: 4 };
    expect(pathCost(ground, high, [{ ...high, x: 2.5 }])).toBe(2);
  });

  it('costs its price up to its top on a line without a grid', () => {
    const fog: Area = { x: 5, y: 0.5, width: 20, height: 20, cost: 3, bottom: 0, top: 2 };
    const steep = costAlong({ ...gridless, difficult: [fog] }, at(0.5, 0.5), { ...at(4.5, 0.5), elevation: 4 });
    expect(steep).toBeCloseTo(2);
  });

  it('is difficult up to the edge of an area, and not beyond', () => {
    const ground = { ...square, difficult: [mud] };
    const costs = (points: readonly (readonly [number, number])[]) =>
      points.map(([x, y]) => costForBody(ground, at(x, y)));
    expect(
      costs([
        [2, 0.5],
        [4, 0.5],
        [3, 0],
        [3, 1],
      ]),
    ).toEqual([2, 2, 2, 2]);
    expect(
      costs([
        [1.99, 0.5],
        [4.01, 0.5],
        [3, -0.01],
        [3, 1.01],
      ]),
    ).toEqual([1, 1, 1, 1]);
  });

  it('costs by the metre without a grid, however the path is divided', () => {
    const ground = { ...gridless, difficult: [mud, scree] };
    expect(pathCost(ground, at(0.5, 0.5), [at(3.25, 0.5)])).toBe(2.75 + 1.25);
    expect(costAlong(ground, at(6.25, 0.5), at(6.75, 0.5))).toBe(1.5);
    expect(pathCost(ground, at(3, -1), [at(3, 2)])).toBe(4);
  });

  it('costs a large body the most expensive square under it', () => {
    const ground = { ...square, difficult: [mud] };
    expect([
      costForBody(ground, at(2, 2, 2)),
      costForBody(ground, at(3, 1, 2)),
      costForBody(ground, at(1, 1, 2)),
    ]).toEqual([1, 2, 1]);
  });

  it('is refused through forbidden ground and walls; a leap passes over them', () => {
    const pit: Area = { x: 2.5, y: 0.5, width: 1, height: 1, cost: null };
    const low = { from: { x: 2, y: 0 }, to: { x: 2, y: 9 }, sight: false, move: true };
    for (const grid of [square, gridless]) {
      const ground = { ...grid, difficult: [pit] };
      expect(ids(whyNotWalk(ground, at(0.5, 0.5), [at(4.5, 0.5)]))).toEqual(['forbidden']);
      expect(ids(whyNotWalk({ ...ground, walls: [low] }, at(0.5, 3.5), [at(4.5, 3.5)]))).toEqual(['wall']);
      expect(whyNotLeap({ ...ground, walls: [low] }, at(0.5, 0.5), at(4.5, 0.5))).toEqual([]);
      expect(ids(whyNotLeap(ground, at(0.5, 0.5), at(2.5, 0.5)))).toEqual(['forbidden']);
      expect(ids(whyNotLeap({ ...ground, walls: [{ ...low, sight: true }] }, at(0.5, 3.5), at(4.5, 3.5)))).toEqual([
        'wall',
      ]);
    }
  });
});

/** Random ground, start places and destinations. */
const grids = fc.constantFrom<Grid>('square', 'hex-rows', 'hex-columns', 'gridless');
const areas = fc.array(
  fc.record({
    x: fc.integer({ min: -16, max: 16 }).map((x) => x / 2),
    y: fc.integer({ min: -16, max: 16 }).map((y) => y / 2),
    width: fc.integer({ min: 1, max: 8 }),
    height: fc.integer({ min: 1, max: 8 }),
    cost: fc.constantFrom(1.5, 2, 3),
  }),
  { maxLength: 5 },
);
const spots = fc.tuple(fc.double({ min: -9, max: 9, noNaN: true }), fc.double({ min: -9, max: 9, noNaN: true }));

describe('on random ground', () => {
  it('a path in pieces costs the same as the whole', () => {
    fc.assert(
      fc.property(
        grids,
        fc.constantFrom(1, 1.5, 5),
        areas,
        fc.array(spots, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 9 }),
        (grid, cell, difficult, to, cut) => {
          const ground: Ground = { grid, cell, difficult };
          const from = at(cell / 2, cell / 2, cell);
          const path = to.map(([x, y]) => placeAt(ground, from, x, y));
          const cells = cellsAlong(ground, from, path);
          const whole = pathCost(ground, from, path);
          const pieces =
            pathCost(ground, from, cells.slice(0, cut)) +
            pathCost(ground, cells[Math.min(cut, cells.length) - 1] ?? from, cells.slice(cut));
          expect(pieces).toBeCloseTo(whole, 3);
        },
      ),
    );
  });

  it('the price is between the metres and the metres at the highest cost', () => {
    fc.assert(
      fc.property(grids, areas, spots, (grid, difficult, [x, y]) => {
        const ground: Ground = { grid, cell: 1, difficult };
        const from = at(0.5, 0.5);
        const to = placeAt(ground, from, x, y);
        const metres = metresBetween(ground, from, to);
        const paid = pathCost(ground, from, [to]);
        expect(paid).toBeGreaterThanOrEqual(metres - 1e-3);
        expect(paid).toBeLessThanOrEqual(3 * metres + 1e-3);
      }),
    );
  });
});
