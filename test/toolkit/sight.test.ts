import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ground, Place, Wall } from '../../src/encounter/state';
import {
  brightnessAt,
  coveredShare,
  hasLineOfEffect,
  hasLineOfSight,
  isStepClear,
} from '../../src/toolkit/space/sight';
import { whyNotLeap } from '../../src/toolkit/space/terrain';

const at = (x: number, y: number, size = 1): Place => ({
  x,
  y,
  width: size,
  height: size,
  elevation: 0,
  facing: 0,
});
const wall = (x0: number, y0: number, x1: number, y1: number, rest: Partial<Wall> = {}): Wall => ({
  from: { x: x0, y: y0 },
  to: { x: x1, y: y1 },
  sight: true,
  move: true,
  ...rest,
});
const walled = (...walls: Wall[]): Ground => ({ grid: 'square', cell: 1, walls });

describe('a wall', () => {
  const between = walled(wall(2, 0, 2, 3));

  it('blocks sight and projectiles, but not a line past its end', () => {
    expect([
      hasLineOfSight(between, at(0.5, 1.5), at(4.5, 1.5)),
      hasLineOfEffect(between, at(0.5, 1.5), at(4.5, 1.5)),
    ]).toEqual([false, false]);
    expect(hasLineOfSight(between, at(0.5, 4.5), at(4.5, 4.5))).toBe(true);
  });

  it('hides no fighter beside it on the same side, and none without a place', () => {
    expect(hasLineOfSight(between, at(1.5, 0.5), at(1.5, 2.5))).toBe(true);
    expect(hasLineOfSight(between, null, at(4.5, 1.5))).toBe(true);
  });

  it('hides a part of a fighter behind its end', () => {
    const share = coveredShare(between, at(0.5, 3.5), at(3.5, 2.5));
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThan(1);
  });

  it('may block only one of the two: glass blocks movement, smoke blocks sight', () => {
    const glass = walled(wall(2, 0, 2, 3, { sight: false }));
    const smoke = walled(wall(2, 0, 2, 3, { move: false }));
    const [a, b] = [at(0.5, 1.5), at(4.5, 1.5)];
    expect([hasLineOfSight(glass, a, b), isStepClear(glass, a, b)]).toEqual([true, false]);
    expect([hasLineOfSight(smoke, a, b), isStepClear(smoke, a, b)]).toEqual([false, true]);
  });

  it('that can be seen over stops no arrow, but covers a fighter behind it', () => {
    const low = walled(wall(2, 0, 2, 3, { sight: false }));
    const [a, b] = [at(0.5, 1.5), at(4.5, 1.5)];
    expect([hasLineOfEffect(low, a, b), coveredShare(low, a, b), hasLineOfSight(low, a, b)]).toEqual([true, 1, true]);
    expect(coveredShare(low, a, at(1.5, 1.5))).toBe(0);
  });

  it('may block from one side only', () => {
    // Looking from its first point to its second, that is south, the west is on the right.
    const oneWay = walled(wall(2, 0, 2, 3, { side: 'right' }));
    expect(hasLineOfSight(oneWay, at(0.5, 1.5), at(4.5, 1.5))).toBe(false);
    expect(hasLineOfSight(oneWay, at(4.5, 1.5), at(0.5, 1.5))).toBe(true);
  });

  it('is no place for the center of a large body, whether it comes across, along the wall, or by a jump', () => {
    const fence = walled(wall(3, 3, 3, 6, { sight: false }));
    const on = at(3, 4, 2);
    expect(isStepClear(fence, at(2, 4, 2), on)).toBe(false);
    expect(isStepClear(fence, at(3, 2, 2), on)).toBe(false);
    expect(isStepClear(fence, at(3, 2, 2), at(3, 3, 2))).toBe(true);
    // Who stands there already may leave.
    expect(isStepClear(fence, on, at(3, 5, 2))).toBe(true);
    expect(isStepClear(fence, on, at(2, 4, 2))).toBe(true);
    expect(whyNotLeap(fence, at(1, 4, 2), on)).toEqual([{ id: 'wall' }]);
    expect(whyNotLeap(fence, at(1, 4, 2), at(5, 4, 2))).toEqual([]);
  });

  it('lets no body through a gate that is narrower, on squares and without a grid', () => {
    const gate = walled(wall(5, -9, 5, 4), wall(5, 5, 5, 19));
    for (const grid of ['square', 'gridless'] as const) {
      const ground = { ...gate, grid };
      const passes = (size: number, y = 4.5): boolean =>
        isStepClear(ground, at(5 - size / 2, y, size), at(6 - size / 2, y, size));
      expect([passes(1), passes(3), passes(3, 5.5)], grid).toEqual([true, false, false]);
      // One that the GM has put astride it may leave to both sides.
      expect([
        isStepClear(ground, at(5.5, 4.5, 3), at(4.5, 4.5, 3)),
        isStepClear(ground, at(5.5, 4.5, 3), at(6.5, 4.5, 3)),
      ]).toEqual([true, true]);
    }
    const post = walled(wall(5, 3, 5, 4, { sight: false }));
    expect(whyNotLeap(post, at(1.5, 4.5, 3), at(5.5, 4.5, 3))).toEqual([{ id: 'wall' }]);
    expect(whyNotLeap(post, at(1.5, 4.5, 3), at(6.5, 4.5, 3))).toEqual([]);
    const wide = walled(wall(5, -9, 5, 3), wall(5, 6, 5, 19));
    expect([
      isStepClear(wide, at(3.5, 4.5, 3), at(4.5, 4.5, 3)),
      isStepClear(wide, at(3.5, 5.5, 3), at(4.5, 5.5, 3)),
    ]).toEqual([true, false]);
  });

  it('leaves no gap where it meets another wall', () => {
    const corner = walled(wall(0, 2, 2, 2), wall(2, 2, 2, 0));
    expect(isStepClear(corner, { x: 1, y: 1 }, { x: 3, y: 3 })).toBe(false);
  });
});

it('is blocked by exactly the walls that the line crosses', () => {
  const whole = fc.integer({ min: 0, max: 6 });
  const point = fc.tuple(whole, whole).map(([x, y]) => ({ x: x + 0.37, y: y + 0.61 }));
  const ends = fc.tuple(whole, whole, whole, whole);
  fc.assert(
    fc.property(point, point, fc.array(ends, { minLength: 1, maxLength: 3 }), (a, b, walls) => {
      // Solved for the shares of the line and of the wall at which they meet.
      const isCrossed = ([x0, y0, x1, y1]: (typeof walls)[number]) => {
        const [dx, dy, wx, wy] = [b.x - a.x, b.y - a.y, x1 - x0, y1 - y0];
        const area = dx * wy - dy * wx;
        const line = ((x0 - a.x) * wy - (y0 - a.y) * wx) / area;
        const share = ((x0 - a.x) * dy - (y0 - a.y) * dx) / area;
        return area !== 0 && line > 0 && line < 1 && share >= 0 && share <= 1;
      };
      const ground = walled(...walls.map((each) => wall(...each)));
      expect(isStepClear(ground, a, b)).toBe(!walls.some(isCrossed));
    }),
  );
});

it('sight between two centers is symmetric if all walls block from both sides', () => {
  const coordinate = fc.integer({ min: 0, max: 10 });
  const point = fc.record({ x: coordinate, y: coordinate }).map(({ x, y }) => at(x + 0.5, y + 0.5, 0));
  const anyWall = fc.tuple(coordinate, coordinate, coordinate, coordinate).map((ends) => wall(...ends));
  fc.assert(
    fc.property(point, point, fc.array(anyWall, { maxLength: 5 }), (a, b, walls) => {
      expect(hasLineOfSight(walled(...walls), a, b)).toBe(hasLineOfSight(walled(...walls), b, a));
    }),
  );
});

describe('the brightness', () => {
  const dark = (...walls: Wall[]): Ground => ({
    ...walled(...walls),
    light: { ambient: 'dark', lamps: [{ x: 5, y: 5, bright: 2, dim: 4 }] },
  });

  it.each([
    [5, 6, 'bright'],
    [5, 8.5, 'dim'],
    [5, 9.5, 'dark'],
  ])('at %d, %d near a lamp is %s', (x, y, wanted) => expect(brightnessAt(dark(), { x, y })).toBe(wanted));

  it('of a lamp with dim light only is dim at the lamp itself', () => {
    const candle: Ground = { ...dark(), light: { ambient: 'dark', lamps: [{ x: 5, y: 5, bright: 0, dim: 4 }] } };
    expect(brightnessAt(candle, { x: 5, y: 5 })).toBe('dim');
  });

  it('is dark behind a wall', () => expect(brightnessAt(dark(wall(0, 5.5, 9, 5.5)), { x: 5, y: 6 })).toBe('dark'));
  it('is bright everywhere by day, and unknown if the map has no light', () => {
    const day: Ground = { ...dark(wall(0, 5.5, 9, 5.5)), light: { ambient: 'bright', lamps: [] } };
    expect([brightnessAt(day, { x: 5, y: 9 }), brightnessAt(walled(), { x: 5, y: 9 })]).toEqual(['bright', null]);
  });
});
