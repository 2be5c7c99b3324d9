import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ground, Place, Wall } from '../../src/encounter/state';
import {
  brightnessAt,
  coveredShare,
  hasLineOfEffect,
  hasLineOfSight,
  isPathClear,
  visibleShare,
} from '../../src/toolkit/space/sight';

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

  it('stops looks and whatever flies, and lets go round it', () => {
    expect([
      hasLineOfSight(between, at(0.5, 1.5), at(4.5, 1.5)),
      hasLineOfEffect(between, at(0.5, 1.5), at(4.5, 1.5)),
    ]).toEqual([false, false]);
    expect(hasLineOfSight(between, at(0.5, 4.5), at(4.5, 4.5))).toBe(true);
  });

  it('hides nobody who stands along it, and nobody who is off the map', () => {
    expect(hasLineOfSight(between, at(1.5, 0.5), at(1.5, 2.5))).toBe(true);
    expect(hasLineOfSight(between, null, at(4.5, 1.5))).toBe(true);
  });

  it('hides a part of whoever looks out behind its end', () => {
    const share = visibleShare(between, at(0.5, 3.5), at(3.5, 2.5));
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThan(1);
  });

  it('may stop one of both only: glass lets looks through, smoke whoever walks', () => {
    const glass = walled(wall(2, 0, 2, 3, { sight: false }));
    const smoke = walled(wall(2, 0, 2, 3, { move: false }));
    const [a, b] = [at(0.5, 1.5), at(4.5, 1.5)];
    expect([hasLineOfSight(glass, a, b), isPathClear(glass, a, b)]).toEqual([true, false]);
    expect([hasLineOfSight(smoke, a, b), isPathClear(smoke, a, b)]).toEqual([false, true]);
  });

  it('stops no arrow where one sees over it, and covers whoever stands behind it', () => {
    const low = walled(wall(2, 0, 2, 3, { sight: false }));
    const [a, b] = [at(0.5, 1.5), at(4.5, 1.5)];
    expect([hasLineOfEffect(low, a, b), coveredShare(low, a, b), visibleShare(low, a, b)]).toEqual([true, 1, 1]);
    expect(coveredShare(low, a, at(1.5, 1.5))).toBe(0);
  });

  it('may stop what comes from one side only', () => {
    // Looking from its first point to its second, south, the west is on the right.
    const oneWay = walled(wall(2, 0, 2, 3, { side: 'right' }));
    expect(hasLineOfSight(oneWay, at(0.5, 1.5), at(4.5, 1.5))).toBe(false);
    expect(hasLineOfSight(oneWay, at(4.5, 1.5), at(0.5, 1.5))).toBe(true);
  });

  it('leaves no gap where it meets another', () => {
    const corner = walled(wall(0, 2, 2, 2), wall(2, 2, 2, 0));
    expect(isPathClear(corner, { x: 1, y: 1 }, { x: 3, y: 3 })).toBe(false);
  });
});

it('is seen from both sides alike, where walls stop looks from both, from middle to middle', () => {
  const coordinate = fc.integer({ min: 0, max: 10 });
  const point = fc.record({ x: coordinate, y: coordinate }).map(({ x, y }) => ({ x: x + 0.5, y: y + 0.5 }));
  const anyWall = fc.tuple(coordinate, coordinate, coordinate, coordinate).map((ends) => wall(...ends));
  fc.assert(
    fc.property(point, point, fc.array(anyWall, { maxLength: 5 }), (a, b, walls) => {
      expect(isPathClear(walled(...walls), a, b)).toBe(isPathClear(walled(...walls), b, a));
    }),
  );
});

describe('how bright it is', () => {
  const dark = (...walls: Wall[]): Ground => ({
    ...walled(...walls),
    light: { ambient: 'dark', lamps: [{ x: 5, y: 5, bright: 2, dim: 4 }] },
  });

  it.each([
    [5, 6, 'bright'],
    [5, 8.5, 'dim'],
    [5, 9.5, 'dark'],
  ])('at %d, %d near a lamp: %s', (x, y, wanted) => expect(brightnessAt(dark(), { x, y })).toBe(wanted));

  it('is dark behind a wall', () => expect(brightnessAt(dark(wall(0, 5.5, 9, 5.5)), { x: 5, y: 6 })).toBe('dark'));
  it('is told by day everywhere, and never where the map tells nothing', () => {
    const day: Ground = { ...dark(wall(0, 5.5, 9, 5.5)), light: { ambient: 'bright', lamps: [] } };
    expect([brightnessAt(day, { x: 5, y: 9 }), brightnessAt(walled(), { x: 5, y: 9 })]).toEqual(['bright', null]);
  });
});
