import { beforeAll, describe, expect, it } from 'vitest';
import {
  isSamePlace,
  isWalk,
  type PlannedWaypoint,
  plannedPath,
  type TokenMovement,
} from '../../src/foundry/host/movement';
import { cornerOf, placeOf } from '../../src/foundry/host/reader';
import { defined } from '../../src/kernel/defined';

const spot = { x: 300, y: 200, elevation: 0, width: 1, height: 1, rotation: 90 };
const scene = { grid: { size: 100, distance: 2 } };

/** A token in the middle of a movement, as displayed while it walks. */
const token = {
  parent: scene,
  ...spot,
  x: 412,
  y: 233,
  elevation: 1.3,
  rotation: 45,
  _source: spot,
  getCenterPoint: ({ x, y, width, height }: typeof spot) => ({ x: x + width * 50, y: y + height * 50 }),
} as object as Parameters<typeof placeOf>[0];

describe('a moving token', () => {
  beforeAll(() => {
    Object.assign(globalThis, { game: { scenes: null } });
  });

  it('is at the place of its source, and moves from there', () => {
    const place = placeOf(token);
    expect(place).toEqual({ x: 7, y: 5, width: 2, height: 2, elevation: 0, facing: 90 });
    expect(cornerOf(token, place)).toEqual({ x: 300, y: 200 });
    expect(placeOf(token, { ...spot, x: 400, elevation: 4, width: 3, height: 3 })).toEqual({
      x: 11,
      y: 7,
      width: 6,
      height: 6,
      elevation: 4,
      facing: 90,
    });
  });

  it('is in the same place when it only grows around its center', () => {
    expect(isSamePlace(token, spot, { ...spot, x: 250, y: 150, width: 2, height: 2 })).toBe(true);
    expect(isSamePlace(token, spot, { ...spot, width: 2, height: 2 })).toBe(false);
    expect(isSamePlace(token, spot, { ...spot, elevation: 1 })).toBe(false);
  });

  const movement = (told: object, to: object = { x: 500 }): TokenMovement =>
    ({
      method: 'dragging',
      chain: [],
      origin: spot,
      pending: { waypoints: [] },
      ...told,
      passed: { waypoints: [{ ...spot, ...to, action: 'walk' }] },
    }) as TokenMovement;

  it.each<readonly [string, TokenMovement, boolean]>([
    ['a drag', movement({}), true],
    ['the arrow keys', movement({ method: 'keyboard' }), true],
    ['a drag straight up', movement({}, { elevation: 3 }), true],
    ['what goes on with an older move', movement({ chain: ['before'] }), false],
    ['a change of size about the middle', movement({}, { x: 250, y: 150, width: 2, height: 2 }), false],
    ...['api', 'config', 'hud', 'paste', 'undo'].map((method) => [method, movement({ method }), false] as const),
  ])('%s: is a walk, or not', (_, told, wanted) => {
    expect(isWalk(token, told)).toBe(wanted);
  });

  // The switch `rulerHistory` of the sandbox.
  it.each([
    ['starts again at its place', [300, 400, 500], [400, 500]],
    ['continues from the passed part', [400, 500], [400, 500]],
    ['leads back to its place', [300, 400, 300], [400, 300]],
  ])('has a ruler whose planned part %s', (_, planned, wanted) => {
    let previous: PlannedWaypoint | null = null;
    for (const x of [100, 200, 300]) previous = { ...spot, x, stage: 'passed', previous };
    for (const x of planned) previous = { ...spot, x, stage: 'planned', previous };
    expect(plannedPath(token, defined(previous, 'a waypoint')).map(({ x }) => x)).toEqual(wanted);
  });
});
