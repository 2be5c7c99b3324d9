import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ground, Place, Point, Wall } from '../../src/encounter/state';
import {
  brightnessAt,
  coveredShare,
  hasLineOfEffect,
  hasLineOfSight,
  isStepClear,
  shelteredShare,
} from '../../src/toolkit/space/sight';

const at = (x: number, y: number, width = 1, height = width): Place => ({
  x,
  y,
  width,
  height,
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

/** Solves for the shares of the line and of the wall at which they meet. */
function isCrossed({ from, to, side }: Wall, a: Point, b: Point): boolean {
  const [wx, wy] = [to.x - from.x, to.y - from.y];
  const isRight = (a.x - from.x) * -wy + (a.y - from.y) * wx > 0;
  if (side && side !== (isRight ? 'right' : 'left')) return false;
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const area = dx * wy - dy * wx;
  if (Math.abs(area) < 1e-9) return false;
  const line = ((from.x - a.x) * wy - (from.y - a.y) * wx) / area;
  const share = ((from.x - a.x) * dy - (from.y - a.y) * dx) / area;
  return line > 1e-9 && line < 1 - 1e-9 && share > -1e-9 && share < 1 + 1e-9;
}

/** Returns the share of center and corners to which no wall of a kind is crossed. */
function shareOf(walls: readonly Wall[], blocks: (wall: Wall) => boolean, from: Point, body: Place): number {
  const [w, h] = [body.width * 0.45, body.height * 0.45];
  const points = [[0, 0], ...[w, -w].flatMap((x) => [h, -h].map((y) => [x, y]))].map(([x = 0, y = 0]) => ({
    x: body.x + x,
    y: body.y + y,
  }));
  const clear = points.filter((point) => !walls.some((each) => blocks(each) && isCrossed(each, from, point)));
  return clear.length / points.length;
}

const whole = fc.integer({ min: 0, max: 8 });
const viewers = fc.tuple(whole, whole).map(([x, y]) => at(x + 0.37, y + 0.61));
const bodies = fc
  .record({ x: whole, y: whole, width: fc.constantFrom(1, 2, 3), height: fc.constantFrom(1, 2, 4) })
  .map(({ x, y, width, height }) => at(x + width / 2, y + height / 2, width, height));
const walls = fc.array(
  fc
    .record({
      ends: fc.tuple(whole, whole, whole, whole),
      sight: fc.boolean(),
      move: fc.boolean(),
      side: fc.constantFrom(undefined, 'left' as const, 'right' as const),
    })
    .map(({ ends, side, ...kind }) => wall(...ends, { ...kind, ...(side && { side }) })),
  { minLength: 1, maxLength: 6 },
);

it('center and corners of a body are visible past exactly the walls that no line crosses', () => {
  fc.assert(
    fc.property(viewers, bodies, walls, (from, body, all) => {
      const ground = walled(...all);
      const [sight, effect, any] = [
        shareOf(all, (each) => each.sight, from, body),
        shareOf(all, (each) => each.sight && each.move, from, body),
        shareOf(all, () => true, from, body),
      ];
      expect(coveredShare(ground, from, body)).toBeCloseTo(1 - any);
      expect(hasLineOfSight(ground, from, body)).toBe(sight > 0);
      expect(hasLineOfEffect(ground, from, body)).toBe(effect > 0);
    }),
    { numRuns: 400 },
  );
});

it('a lamp lights exactly the places in its radius that it sees', () => {
  const lamps = fc.record({
    x: whole,
    y: whole,
    bright: fc.integer({ min: 0, max: 4 }),
    more: fc.integer({ min: 0, max: 4 }),
  });
  const ambients = fc.constantFrom('bright' as const, 'dim' as const, 'dark' as const);
  fc.assert(
    fc.property(viewers, fc.array(lamps, { maxLength: 3 }), ambients, walls, (place, all, ambient, barriers) => {
      const lit = all.map(({ more, ...lamp }) => ({ ...lamp, dim: lamp.bright + more }));
      const reaches = (kind: 'bright' | 'dim') =>
        lit.some(
          (lamp) =>
            Math.hypot(lamp.x - place.x, lamp.y - place.y) <= lamp[kind] &&
            !barriers.some((each) => each.sight && isCrossed(each, lamp, place)),
        );
      const wanted =
        ambient === 'bright' || reaches('bright') ? 'bright' : ambient === 'dim' || reaches('dim') ? 'dim' : 'dark';
      expect(brightnessAt({ ...walled(...barriers), light: { ambient, lamps: lit } }, place)).toBe(wanted);
    }),
    { numRuns: 400 },
  );
});

it('light reaches the edge of its radius', () => {
  const ground: Ground = { ...walled(), light: { ambient: 'dark', lamps: [{ x: 5, y: 5, bright: 2, dim: 4 }] } };
  expect([7, 7.01, 9, 9.01].map((x) => brightnessAt(ground, { x, y: 5 }))).toEqual(['bright', 'dim', 'dim', 'dark']);
});

describe('a line through the end of a wall', () => {
  it.each([
    ['its first end', wall(2, 2, 2, 5)],
    ['its second end', wall(2, 5, 2, 2)],
    ['an end in the line of its length', wall(3, 1, 2, 2)],
  ])('is blocked at %s', (_, each) => {
    expect(hasLineOfSight(walled(each), at(0, 0, 0), at(4, 4, 0))).toBe(false);
  });

  it('is free along the wall, and up to it', () => {
    expect(hasLineOfSight(walled(wall(1, 1, 3, 3)), at(0, 0, 0), at(4, 4, 0))).toBe(true);
    expect(hasLineOfSight(walled(wall(2, 0, 2, 4)), at(0, 0, 0), at(2, 2, 0))).toBe(true);
    expect(hasLineOfSight(walled(wall(2, 0, 2, 4)), at(2, 2, 0), at(4, 4, 0))).toBe(true);
  });
});

describe('a step of a large body', () => {
  /** From a cell's corner to the next one, in each direction. */
  const steps: [string, number, number, Wall][] = [
    ['east', 1, 0, wall(6, 3, 6, 7)],
    ['west', -1, 0, wall(4, 3, 4, 7)],
    ['south', 0, 1, wall(3, 6, 7, 6)],
    ['north', 0, -1, wall(3, 4, 7, 4)],
    ['south-east', 1, 1, wall(4, 8, 8, 4)],
    ['north-west', -1, -1, wall(6, 2, 2, 6)],
  ];

  it.each(steps)('may not end on a wall in the %s, nor pass it, but leave it', (_, x, y, each) => {
    const [from, on, over] = [at(5, 5), at(5 + x, 5 + y), at(5 + 2 * x, 5 + 2 * y)];
    const ground = walled(each);
    expect([isStepClear(ground, from, on), isStepClear(ground, from, over)]).toEqual([false, false]);
    expect([isStepClear(ground, on, from), isStepClear(ground, on, over)]).toEqual([true, true]);
  });

  it.each(steps)(
    'may end on a wall in the %s that blocks movement from the other side only, or sight only',
    (_, x, y, each) => {
      const isClear = (rest: Partial<Wall>) => isStepClear(walled({ ...each, ...rest }), at(5, 5), at(5 + x, 5 + y));
      expect([isClear({ side: 'left' }), isClear({ side: 'right' })].sort()).toEqual([false, true]);
      expect(isClear({ move: false })).toBe(true);
    },
  );

  it.each([
    ['an end', wall(6, 5, 6, 9)],
    ['its other end', wall(6, 1, 6, 5)],
    ['the line beyond it', wall(6, 6, 6, 9)],
    ['the line before it', wall(6, 1, 6, 4)],
    ['the line of a wall that it is on', wall(4, 5, 7, 5)],
  ])('may end on %s', (_, each) => {
    expect(isStepClear(walled(each), at(5, 5), at(6, 5))).toBe(true);
  });

  it('may not go on to a wall along its line', () => {
    expect(isStepClear(walled(wall(5, 5, 7, 5)), at(5, 5), at(6, 5))).toBe(false);
  });
});

describe('a wall beside a fighter', () => {
  const sheltered = (from: Place, body: Place, each: Wall, cell = 1) =>
    shelteredShare({ ...walled(each), cell }, from, body);

  it.each<[string, Place, Place, number]>([
    ['west', at(0.5, 5.5), at(8.5, 5.5), 8],
    ['west of a large body', at(0.5, 5), at(9, 5, 2), 8],
    ['west of a long body', at(0.5, 5.5), at(9, 5.5, 2, 1), 8],
  ])('shelters it from the %s, and a wall further away does not', (_, from, body, x) => {
    expect(sheltered(from, body, wall(x, 0, x, 20))).toBe(1);
    expect(sheltered(from, body, wall(x - 0.4, 0, x - 0.4, 20))).toBe(1);
    expect(sheltered(from, body, wall(x - 0.6, 0, x - 0.6, 20))).toBe(0);
    expect(sheltered(from, body, wall(2, 0, 2, 20))).toBe(0);
    expect(sheltered(from, body, wall(x + 5, 0, x + 5, 20))).toBe(0);
  });

  it('shelters it at half a cell, also if cells are larger', () => {
    const [from, body] = [at(1, 9, 2), at(17, 9, 2)];
    expect([15.1, 14.9].map((x) => sheltered(from, body, wall(x, 0, x, 20), 2))).toEqual([1, 0]);
  });

  it('shelters it from the south too, low or not', () => {
    const low = { sight: false };
    expect(sheltered(at(5.5, 9.5), at(5.5, 1.5), wall(0, 2.4, 9, 2.4, low))).toBe(1);
    expect(sheltered(at(5.5, 9.5), at(5.5, 1.5), wall(0, 2.6, 9, 2.6, low))).toBe(0);
  });

  it('shelters it from a foe on a diagonal', () => {
    // The corner is passed one cell west and one cell south of the body.
    expect(sheltered(at(0.5, 9.5), at(5.5, 4.5), wall(5, 0, 5, 9))).toBe(1);
    expect(sheltered(at(0.5, 9.5), at(5.5, 4.5), wall(4.4, 0, 4.4, 9))).toBe(0);
  });

  it('does not come between fighters in one space, nor behind the foe', () => {
    expect(sheltered(at(5.5, 5.5), at(5.5, 5.5), wall(5, 0, 5, 9))).toBe(0);
    expect(sheltered(at(4.5, 5.5), at(5.5, 5.5), wall(4.2, 0, 4.2, 9))).toBe(0);
    expect(sheltered(at(4.9, 5.5), at(5.5, 5.5), wall(4.7, 0, 4.7, 9))).toBe(0);
  });
});

it('is seen everywhere off the map, and without walls', () => {
  const blocked = walled(wall(2, 0, 2, 9));
  const [a, b] = [at(0.5, 1.5), at(4.5, 1.5)];
  for (const reaches of [hasLineOfSight, hasLineOfEffect]) {
    expect([reaches(blocked, a, b), reaches(blocked, null, b), reaches(blocked, a, null)]).toEqual([false, true, true]);
    expect([reaches(walled(), a, b), reaches({ grid: 'square', cell: 1 }, a, b)]).toEqual([true, true]);
  }
  expect([coveredShare(walled(), a, b), shelteredShare(walled(), a, b)]).toEqual([0, 0]);
});
