import { describe, expect, it } from 'vitest';
import type { Ground, Place } from '../../src/encounter/state';
import {
  brightnessAt,
  coveredShare,
  hasLineOfEffect,
  hasLineOfSight,
  isStepClear,
} from '../../src/toolkit/space/sight';
import { costAlong, costAt, costForBody, isWater } from '../../src/toolkit/space/terrain';

/** A hall, a gallery that looks down into it, and a cellar. */
const levels = { hall: [], gallery: ['hall'], cellar: [] };
const WALL = { from: { x: 2, y: 0 }, to: { x: 2, y: 4 }, sight: true, move: true };
const at = (x: number, level?: string, y = 1.5): Place => ({
  x,
  y,
  width: 1,
  height: 1,
  elevation: 0,
  facing: 0,
  ...(level !== undefined && { level }),
});

describe('on a scene with several levels', () => {
  const walled = (on?: string[]): Ground => ({
    grid: 'square',
    cell: 1,
    levels,
    walls: [{ ...WALL, ...(on && { levels: on }) }],
  });

  it.each<[string, string[] | undefined, boolean]>([
    ['its own level', ['hall'], false],
    ['all levels', undefined, false],
    ['another level', ['cellar'], true],
  ])('a wall on %s', (_, on, isClear) => {
    const ground = walled(on);
    const [a, b] = [at(0.5, 'hall'), at(3.5, 'hall')];
    expect([hasLineOfSight(ground, a, b), hasLineOfEffect(ground, a, b), isStepClear(ground, a, b)]).toEqual(
      Array(3).fill(isClear),
    );
    expect(coveredShare(ground, a, b)).toBe(isClear ? 0 : 1);
  });

  it.each([
    ['gallery', 'hall', true],
    ['hall', 'gallery', true],
    ['gallery', 'cellar', false],
    ['hall', 'cellar', false],
    ['hall', 'nowhere', false],
    ['nowhere', 'hall', false],
    [undefined, 'hall', true],
    ['cellar', undefined, true],
  ])('sight from %s to %s is %s, as one level shows the other', (from, to, isSeen) => {
    const ground: Ground = { grid: 'square', cell: 1, levels };
    const [a, b] = [at(0.5, from), at(0.5, to)];
    expect([hasLineOfSight(ground, a, b), hasLineOfEffect(ground, a, b)]).toEqual([isSeen, isSeen]);
    expect(coveredShare(ground, a, b)).toBe(isSeen ? 0 : 1);
  });

  it('a wall on several levels counts on each of them, and any wall for a fighter without a level', () => {
    const clear = (on: string[], from?: string, to?: string) => hasLineOfSight(walled(on), at(0.5, from), at(3.5, to));
    expect(['hall', 'gallery'].map((level) => clear(['hall', 'gallery'], level, level))).toEqual([false, false]);
    expect([clear(['cellar'], 'hall'), clear(['cellar'], undefined, 'hall'), clear(['cellar'])]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('levels do not matter on a scene without them', () => {
    expect(hasLineOfSight({ grid: 'square', cell: 1 }, at(0.5, 'hall'), at(3.5, 'cellar'))).toBe(true);
  });

  it('a wall on either level blocks the sight from one to the other', () => {
    for (const on of ['hall', 'gallery'])
      expect(hasLineOfSight(walled([on]), at(0.5, 'gallery'), at(3.5, 'hall'))).toBe(false);
    expect(hasLineOfSight(walled(['cellar']), at(0.5, 'gallery'), at(3.5, 'hall'))).toBe(true);
  });

  it('only the ground of a fighter’s level costs', () => {
    const swamp = { x: 1, y: 1.5, width: 2, height: 2, cost: 3, water: true as const, levels: ['cellar'] };
    for (const grid of ['square', 'gridless'] as const) {
      const ground: Ground = { grid, cell: 1, levels, difficult: [swamp] };
      const costs = (level?: string) => [
        costAt(ground, at(0.5, level)),
        costForBody(ground, { ...at(1, level), width: 2, height: 2 }),
        costAlong(ground, at(0.5, level), at(1.5, level)),
        isWater(ground, at(0.5, level)),
      ];
      expect(costs('cellar')).toEqual([3, 3, 3, true]);
      expect(costs('hall')).toEqual([1, 1, 1, false]);
      expect(costs()).toEqual([3, 3, 3, true]);
    }
  });

  it('only the lamps of a fighter’s level light it', () => {
    const lamp = { x: 0.5, y: 1.5, bright: 2, dim: 4, levels: ['hall'] };
    const ground: Ground = { grid: 'square', cell: 1, levels, light: { ambient: 'dark', lamps: [lamp] } };
    expect(['hall', 'gallery'].map((level) => brightnessAt(ground, at(1, level)))).toEqual(['bright', 'dark']);
  });
});
