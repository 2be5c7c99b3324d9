import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Area, Grid, Ground, Place, Point } from '../../src/encounter/state';
import { placeAwayFrom, traceForcedPath } from '../../src/toolkit/space/forced';
import { hexesUnder } from '../../src/toolkit/space/hexes';
import {
  costAlong,
  costAt,
  costForBody,
  groundForSwimmers,
  isForbidden,
  isWater,
  pathCost,
  whyNotLeap,
  whyNotWalk,
} from '../../src/toolkit/space/terrain';

const at = (x: number, y: number, size = 1): Place => ({ x, y, width: size, height: size, elevation: 0, facing: 0 });
const square: Ground = { grid: 'square', cell: 1 };
const whole = fc.integer({ min: 0, max: 8 });
const areas = fc.array(
  fc
    .record({
      x: whole,
      y: whole,
      width: fc.integer({ min: 1, max: 4 }),
      height: fc.integer({ min: 1, max: 4 }),
      cost: fc.constantFrom<(number | null | undefined)[]>(undefined, 1.5, 3, null),
    })
    .map(
      ({ x, y, width, height, cost }): Area => ({
        x: x + width / 2,
        y: y + height / 2,
        width,
        height,
        ...(cost !== undefined && { cost }),
      }),
    ),
  { minLength: 1, maxLength: 5 },
);

/** Returns the cost at a point that is on no edge: the highest, twice the normal one by default, null if impassable. */
function costHere(all: readonly Area[], { x, y }: Point): number | null {
  let highest = 1;
  for (const area of all) {
    const isInside =
      x > area.x - area.width / 2 &&
      x < area.x + area.width / 2 &&
      y > area.y - area.height / 2 &&
      y < area.y + area.height / 2;
    if (!isInside) continue;
    if (area.cost === null) return null;
    highest = Math.max(highest, area.cost ?? 2);
  }
  return highest;
}
const meanOf = (costs: readonly (number | null)[]): number | null =>
  costs.some((cost) => cost === null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0) / costs.length;
const highestOf = (costs: readonly (number | null)[]): number | null =>
  costs.some((cost) => cost === null) ? null : Math.max(...costs.map((cost) => cost ?? 0));

describe('the cost of ground', () => {
  it('for a body on a grid is the highest of the spaces it covers, else that of its center', () => {
    fc.assert(
      fc.property(areas, whole, whole, fc.integer({ min: 1, max: 3 }), (difficult, x, y, size) => {
        const body = at(x + size / 2, y + size / 2, size);
        const squares = Array.from({ length: size * size }, (_, n) => ({
          x: x + (n % size) + 0.5,
          y: y + Math.floor(n / size) + 0.5,
        }));
        const wanted = highestOf(squares.map((each) => costHere(difficult, each)));
        expect(costForBody({ ...square, difficult }, body)).toBe(wanted);
        const off = { ...body, x: x + 0.3, y: y + 0.7 };
        expect(costForBody({ grid: 'gridless', cell: 1, difficult }, off)).toBe(costHere(difficult, off));
        const hexes = hexesUnder('hex-rows', 1, off).map((each) => costHere(difficult, each));
        expect(costForBody({ grid: 'hex-rows', cell: 1, difficult }, off)).toBe(highestOf(hexes));
        expect(hexes).toHaveLength([1, 3, 7][size - 1] as number);
        expect(costAt({ ...square, difficult }, off)).toBe(costHere(difficult, off));
        expect(isForbidden({ ...square, difficult }, off)).toBe(costHere(difficult, off) === null);
      }),
      { numRuns: 300 },
    );
  });

  it('along a straight move on squares is the mean of the cells that are entered', () => {
    fc.assert(
      fc.property(areas, whole, whole, fc.integer({ min: 1, max: 7 }), (difficult, x, y, length) => {
        const ground = { ...square, difficult };
        for (const [east, south] of [
          [1, 0],
          [0, -1],
          [1, 1],
          [-1, 1],
        ] as const) {
          const cells = Array.from({ length }, (_, n) => ({
            x: x + 0.5 + (n + 1) * east,
            y: y + 0.5 + (n + 1) * south,
          }));
          const [from, to] = [at(x + 0.5, y + 0.5), at(x + 0.5 + length * east, y + 0.5 + length * south)];
          const mean = meanOf(cells.map((cell) => costHere(difficult, cell)));
          const cost = costAlong(ground, from, to);
          if (mean === null) expect(cost).toBeNull();
          else expect(cost).toBeCloseTo(mean);
          // Impassable ground is no bargain: it counts once.
          expect(pathCost(ground, from, [to])).toBeCloseTo(length * (mean ?? 1));
          expect(whyNotWalk(ground, from, [to])).toEqual(mean === null ? [{ id: 'forbidden' }] : []);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('along a line without a grid is the mean over its length', () => {
    const point = fc.tuple(whole, whole).map(([x, y]) => at(x + 0.37, y + 0.61));
    fc.assert(
      fc.property(areas, point, fc.tuple(whole, whole), fc.boolean(), (difficult, from, [x, y], isStraight) => {
        const to = at(isStraight ? from.x : x + 0.83, y + 0.19);
        const samples = Array.from({ length: 2000 }, (_, n) => (n + 0.5) / 2000).map((share) =>
          costHere(difficult, { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }),
        );
        const cost = costAlong({ grid: 'gridless', cell: 1, difficult }, from, to);
        const mean = meanOf(samples);
        if (mean !== null && cost !== null) expect(Math.abs(cost - mean)).toBeLessThan(0.02);
        // A corner may be cut between two samples.
        else if (mean === null) expect(cost).toBeNull();
      }),
      { numRuns: 200 },
    );
  });

  it.each<Grid>(['square', 'gridless'])('is 1 without areas, and where one stays: %s', (grid) => {
    const mud: Area = { x: 5, y: 5, width: 4, height: 4, cost: 3 };
    expect([costAt({ grid, cell: 1 }, at(1, 1)), costAlong({ grid, cell: 1 }, at(1, 1), at(9, 9))]).toEqual([1, 1]);
    expect(costAlong({ grid, cell: 1, difficult: [] }, at(1, 1), at(9, 9))).toBe(1);
    expect(pathCost({ grid, cell: 1, difficult: [mud] }, at(5.5, 5.5), [at(5.5, 5.5)])).toBe(0);
    expect(costAlong({ grid: 'square', cell: 1, difficult: [mud] }, at(5.5, 5.5), at(5.5, 5.5))).toBe(1);
  });

  it('at the edge of an area is that of the area', () => {
    const mud: Area = { x: 3, y: 5, width: 2, height: 4 };
    const ground = { ...square, difficult: [mud] };
    for (const [x, y] of [
      [2, 5],
      [4, 5],
      [3, 3],
      [3, 7],
      [4, 7],
    ] as const)
      expect(costAt(ground, { x, y })).toBe(2);
    for (const [x, y] of [
      [1.99, 5],
      [4.01, 5],
      [3, 2.99],
      [3, 7.01],
    ] as const)
      expect(costAt(ground, { x, y })).toBe(1);
  });

  it('does not concern a large body that touches the area only', () => {
    const ground = { ...square, difficult: [{ x: 3, y: 3, width: 2, height: 2 }] };
    for (const [x, y] of [
      [1, 3],
      [5, 3],
      [3, 1],
      [3, 5],
    ] as const)
      expect(costForBody(ground, at(x, y, 2))).toBe(1);
    for (const [x, y] of [
      [1.1, 3],
      [4.9, 3],
      [3, 1.1],
      [3, 4.9],
    ] as const)
      expect(costForBody(ground, at(x, y, 2))).toBe(2);
  });
});

describe('a path', () => {
  const wall = { from: { x: 3, y: 0 }, to: { x: 3, y: 9 }, sight: true, move: true };

  it('of a fighter from off the map costs one cell for its first place', () => {
    const ground: Ground = { grid: 'square', cell: 2, difficult: [{ x: 1, y: 1, width: 2, height: 2, cost: 3 }] };
    expect(pathCost(ground, null, [at(1, 1, 2)])).toBe(2);
    expect(pathCost(ground, null, [at(1, 1, 2), at(5, 1, 2)])).toBe(6);
    expect(pathCost(ground, null, [])).toBe(0);
  });

  it('may not lead through a wall or into impassable ground, at any of its steps', () => {
    const pit: Area = { x: 5.5, y: 0.5, width: 1, height: 1, cost: null };
    const ground = { ...square, walls: [wall], difficult: [pit] };
    const reasons = (from: Place | null, ...path: Place[]) => whyNotWalk(ground, from, path).map(({ id }) => id);
    expect(reasons(at(0.5, 0.5), at(1.5, 0.5), at(2.5, 0.5))).toEqual([]);
    expect(reasons(at(0.5, 0.5), at(2.5, 0.5), at(3.5, 0.5))).toEqual(['wall']);
    expect(reasons(at(3.5, 0.5), at(4.5, 0.5), at(5.5, 0.5))).toEqual(['forbidden']);
    expect(reasons(at(0.5, 0.5), at(3.5, 0.5), at(5.5, 0.5))).toEqual(['wall', 'forbidden']);
    expect(reasons(null, at(4.5, 0.5))).toEqual([]);
    expect(reasons(null, at(1.5, 0.5), at(3.5, 0.5))).toEqual(['wall']);
    expect(reasons(null)).toEqual([]);
  });

  it('in the air meets only full walls and the ground where it lands', () => {
    const pit: Area = { x: 4.5, y: 0.5, width: 1, height: 1, cost: null };
    const ground = { ...square, walls: [wall], difficult: [pit] };
    const reasons = (from: Place | null, to?: Place) => whyNotLeap(ground, from, to).map(({ id }) => id);
    expect(reasons(at(3.5, 0.5), at(5.5, 0.5))).toEqual([]);
    expect(reasons(at(2.5, 0.5), at(4.5, 0.5))).toEqual(['wall', 'forbidden']);
    expect([reasons(null, at(5.5, 0.5)), reasons(null, at(4.5, 0.5)), reasons(at(2.5, 0.5))]).toEqual([
      [],
      ['forbidden'],
      [],
    ]);
  });
});

describe('water', () => {
  const lake: Area = { x: 2, y: 2, width: 4, height: 4, cost: 3, water: true };
  const mud: Area = { x: 6, y: 2, width: 4, height: 4, cost: 2 };

  it('costs swimmers nothing more, and other ground the same', () => {
    const ground = groundForSwimmers({ ...square, difficult: [lake, mud] });
    expect([costAt(ground, at(1, 1)), costAt(ground, at(6, 1))]).toEqual([1, 2]);
    const dry = { ...square, difficult: [mud] };
    expect([groundForSwimmers(dry), groundForSwimmers(square)]).toEqual([dry, square]);
    expect(groundForSwimmers(dry)).toBe(dry);
  });

  it('is where an area of it is', () => {
    const ground = { ...square, difficult: [lake, mud] };
    expect([
      isWater(ground, at(1, 1)),
      isWater(ground, at(6, 1)),
      isWater(ground, at(1, 9)),
      isWater(square, at(1, 1)),
    ]).toEqual([true, false, false, false]);
  });
});

describe('a forced move', () => {
  it.each<[Grid, Place, number, number, number]>([
    ['square', at(2.5, 4.5), 2, 6.5, 4.5],
    ['square', at(4.5, 5.5), 2, 4.5, 2.5],
    ['square', at(4.5, 5.5), -1, 4.5, 5.5],
    // The longer leg counts: two cells west are one cell north as well.
    ['square', at(6.5, 5.5), 2, 2.5, 3.5],
    ['square', at(6.5, 5.5), -2, 6.5, 5.5],
    ['square', at(4.5, 4.5), 3, 4.5, 4.5],
    ['gridless', at(7.5, 8.5), 5, 1.5, 0.5],
    ['gridless', at(7.5, 8.5), -5, 7.5, 8.5],
    ['gridless', at(4.5, 4.5), 3, 4.5, 4.5],
  ])('on a grid of %s, from %j by %d metres, ends at %d, %d', (grid, source, metres, x, y) => {
    expect(placeAwayFrom({ grid, cell: 1 }, at(4.5, 4.5), source, metres)).toMatchObject({ x, y });
  });

  it('keeps the facing of who is moved', () => {
    const from = { ...at(0.5, 0.5), facing: 90 };
    const { cells } = traceForcedPath(square, from, at(2.5, 0.5), []);
    expect(cells.map(({ x, facing }) => [x, facing])).toEqual([
      [1.5, 90],
      [2.5, 90],
    ]);
  });

  it('ends in the first pit, before what is behind it', () => {
    const ground: Ground = {
      ...square,
      difficult: [{ x: 2.5, y: 0.5, width: 1, height: 1, cost: null }],
      walls: [{ from: { x: 4, y: 0 }, to: { x: 4, y: 1 }, sight: true, move: true }],
    };
    expect(traceForcedPath(ground, at(0.5, 0.5), at(5.5, 0.5), [at(3.5, 0.5)])).toMatchObject({
      cells: [{ x: 1.5 }, { x: 2.5 }],
      stoppedBy: 'forbidden',
    });
  });
});
