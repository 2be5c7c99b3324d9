import { createGrid, type Footprint, occupiedOffsets, snapToken } from '@cadence/sandbox/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ground, Place } from '../../src/encounter/state';
import { gap, isFree, metresBetween, neighbours } from '../../src/toolkit/space/space';
import { runs } from '../tiers/tier';

type Grid = ReturnType<typeof createGrid>;
type Token = object;
type Box = Required<Omit<Footprint, 'elevation'>>;
/** Its types are Foundry's, which tests of this folder do not know. */
const HOST = '../../src/foundry/host';
const reader = (await import(`${HOST}/reader`)) as {
  cornerOf(token: Token, place: Place): { x: number; y: number };
  placeOf(token: Token): Place;
};
const units = (await import(`${HOST}/units`)) as {
  metricGrid(grid: Grid): { cell: number; metresPerPixel: number };
};
const { cornerOf, placeOf } = reader;
const { metricGrid } = units;

interface Offset {
  i: number;
  j: number;
}

/** A token with core's geometry, as the sandbox has it. */
const tokenOn = (grid: Grid, box: Box): Token => ({
  parent: { grid },
  _source: { elevation: 0, rotation: 0, ...box },
  getSnappedPosition: (at: object) => snapToken(grid, { ...box, ...at }),
  getOccupiedGridSpaceOffsets: (at: object) => occupiedOffsets(grid, { ...box, ...at }),
});
const placeIn = (grid: Grid, box: Box): Place => placeOf(tokenOn(grid, box));
const NAMES = ['gridless', 'square', 'hex-rows', 'hex-rows', 'hex-columns', 'hex-columns'] as const;
const groundFor = (grid: Grid): Ground => {
  const { cell, metresPerPixel } = metricGrid(grid);
  return { grid: NAMES[grid.type] ?? 'square', cell, ...(grid.isGridless && { pixel: metresPerPixel }) };
};

/** Foundry's measure: the fewest spaces between two that are occupied, diagonals as one. */
function spacesBetween(grid: Grid, a: Box, b: Box): number {
  const all = occupiedOffsets(grid, a).flatMap((from) =>
    occupiedOffsets(grid, b).map((to) => measured(grid, from, to)),
  );
  return Math.min(...all);
}
const measured = (grid: Grid, from: Offset, to: Offset): number =>
  grid.isSquare
    ? Math.max(Math.abs(from.i - to.i), Math.abs(from.j - to.j))
    : (grid as Grid & { measurePath: (path: Offset[]) => { spaces: number } }).measurePath([from, to]).spaces;

const KINDS = { gridless: 0, square: 1, 'hex odd-r': 2, 'hex even-r': 3, 'hex odd-q': 4, 'hex even-q': 5 };
const ON_SPACES = Object.entries(KINDS).filter(([name]) => name !== 'gridless');

const scales = fc.constantFrom(
  { distance: 1, units: 'm' },
  { distance: 1.5, units: 'm' },
  { distance: 5, units: 'm' },
  { distance: 1, units: 'ft' },
  { distance: 1.5, units: 'ft' },
  { distance: 5, units: 'ft' },
  { distance: 1, units: 'yd' },
);
const sizes = fc.constantFrom(0.5, 1, 1.5, 2, 2.5, 3, 4);
const diagonals = fc.integer({ min: 0, max: 6 });
const pixel = fc.integer({ min: 400, max: 1100 });
const jitter = fc.integer({ min: -1, max: 1 });
const boxes = fc.record({ x: pixel, y: pixel, width: sizes, height: sizes, shape: fc.integer({ min: 0, max: 5 }) });
const pixels = fc.constantFrom(50, 70, 100, 140);

/** A token as core stores it: snapped, on whole pixels. */
function stored(grid: Grid, box: Box): Box {
  const { x, y } = snapToken(grid, box);
  return { ...box, x: Math.round(x), y: Math.round(y) };
}

describe.each(ON_SPACES)('on a grid of %s', (_, type) => {
  const gridOf = (scale: { distance: number; units: string }, size: number, rule: number): Grid =>
    createGrid({ type, size, diagonals: rule, ...scale });

  it('the gap is the one that Foundry measures, the same both ways, and a pixel is no matter', () => {
    fc.assert(
      fc.property(scales, pixels, diagonals, boxes, boxes, jitter, jitter, (scale, size, rule, a, b, dx, dy) => {
        const grid = gridOf(scale, size, rule);
        const ground = groundFor(grid);
        const [from, to] = [stored(grid, a), stored(grid, b)];
        const spaces = spacesBetween(grid, from, to);
        // A pixel may move a half-size token across a line.
        const isSmall = Math.min(b.width, b.height) < 1;
        const [one, other] = [placeIn(grid, from), placeIn(grid, isSmall ? to : { ...to, x: to.x + dx, y: to.y + dy })];
        const wanted = spaces === 0 ? -1 : (spaces - 1) * ground.cell;
        expect(gap(ground, one, other)).toBeCloseTo(wanted, 6);
        expect(gap(ground, other, one)).toBeCloseTo(wanted, 6);
        expect(gap(ground, one, one)).toBe(-1);
        expect(metresBetween(ground, other, other)).toBe(0);
      }),
      { numRuns: runs(200) },
    );
  });

  it('a token anywhere is where its occupied spaces are', () => {
    fc.assert(
      fc.property(scales, diagonals, boxes, boxes, (scale, rule, a, b) => {
        const grid = gridOf(scale, 100, rule);
        const ground = groundFor(grid);
        const spaces = spacesBetween(grid, a, b);
        const isSnapped = (box: Box): boolean => spacesBetween(grid, box, stored(grid, box)) === 0;
        if (!isSnapped(a) || !isSnapped(b)) return;
        const [from, to] = [stored(grid, a), stored(grid, b)];
        if (spacesBetween(grid, from, to) !== spaces) return;
        const wanted = spaces === 0 ? -1 : (spaces - 1) * ground.cell;
        expect(gap(ground, placeIn(grid, a), placeIn(grid, b))).toBeCloseTo(wanted, 6);
      }),
      { numRuns: runs(100) },
    );
  });

  it('neighbours are neighbours, one step away and free, and its own space is not', () => {
    fc.assert(
      fc.property(scales, boxes, jitter, (scale, box, dx) => {
        const grid = gridOf(scale, 100, 0);
        const ground = groundFor(grid);
        const small = stored(grid, { ...box, width: 1, height: 1 });
        const place = placeIn(grid, { ...small, x: small.x + dx });
        for (const next of neighbours(ground, place)) {
          expect(gap(ground, place, next)).toBe(0);
          expect(metresBetween(ground, place, next)).toBeCloseTo(ground.cell, 6);
        }
        const large = stored(grid, box);
        const body = placeIn(grid, large);
        for (const offset of occupiedOffsets(grid, large)) {
          const { x, y } = grid.getCenterPoint(offset);
          const on = stored(grid, { ...box, width: 1, height: 1, x: x - grid.sizeX / 2, y: y - grid.sizeY / 2 });
          expect(isFree(ground, placeIn(grid, on), [body])).toBe(false);
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it('a place is written back where it was read', () => {
    fc.assert(
      fc.property(scales, boxes, (scale, box) => {
        const grid = gridOf(scale, 100, 0);
        const at = stored(grid, box);
        const token = tokenOn(grid, at);
        const corner = cornerOf(token, placeOf(token));
        expect(Math.abs(corner.x - at.x)).toBeLessThanOrEqual(1);
        expect(Math.abs(corner.y - at.y)).toBeLessThanOrEqual(1);
      }),
      { numRuns: runs(60) },
    );
  });
});

it('a deep token reaches as far up as Foundry draws it', () => {
  const grid = createGrid({ type: 1, size: 100, distance: 5, units: 'ft' });
  const box: Box = { x: 400, y: 400, width: 1, height: 1, shape: 0 };
  const deep = placeOf({ ...tokenOn(grid, box), _source: { elevation: 10, rotation: 0, ...box, depth: 3 } });
  expect(deep).toMatchObject({ elevation: 3.048, depth: 4.572 });
  expect(placeIn(grid, box)).not.toHaveProperty('depth');
  const above = { ...placeIn(grid, { ...box, x: 500 }), elevation: 3.048 + 4.572 };
  expect(gap(groundFor(grid), deep, above)).toBe(0);
});

it('without a grid tokens touch edge to edge, within a pixel', () => {
  fc.assert(
    fc.property(scales, pixels, boxes, sizes, jitter, (scale, size, box, width, dx) => {
      const grid = createGrid({ type: 0, size, ...scale });
      const ground = groundFor(grid);
      const a = { ...box, height: box.width };
      const beside = { ...box, width, height: width, x: box.x + Math.max(1, a.width) * size, y: box.y };
      // Bodies of less than a cell count as one cell wide, about their middle.
      beside.x += Math.round(((Math.max(1, width) - width) / 2 - (Math.max(1, a.width) - a.width) / 2) * size) + dx;
      beside.y += Math.round(((a.width - width) / 2) * size);
      const [one, other] = [placeIn(grid, a), placeIn(grid, beside)];
      expect(gap(ground, one, other)).toBeLessThanOrEqual(ground.cell / size);
      expect(gap(ground, other, one)).toBe(gap(ground, one, other));
      expect(gap(ground, one, placeIn(grid, { ...beside, x: beside.x + 10 * size }))).toBeGreaterThan(9 * ground.cell);
    }),
    { numRuns: runs(60) },
  );
});
