import { describe, expect, it } from 'vitest';
import type { Ground, Place } from '../../src/encounter/state';
import { placeAwayFrom, traceForcedPath } from '../../src/toolkit/space/forced';
import { costAt, isForbidden } from '../../src/toolkit/space/terrain';

const at = (x: number, y: number): Place => ({ x, y, width: 1, height: 1, elevation: 0, facing: 0 });
const open: Ground = { grid: 'square', cell: 1 };

describe('a fighter that is pushed', () => {
  it('enters every cell of the way', () => {
    const { cells, stoppedBy } = traceForcedPath(open, at(0.5, 0.5), at(3.5, 0.5), []);
    expect([cells.map(({ x }) => x), stoppedBy]).toEqual([[1.5, 2.5, 3.5], null]);
  });

  it('stops at a wall or at another body', () => {
    const walls = [{ from: { x: 3, y: 0 }, to: { x: 3, y: 1 }, sight: true, move: true }];
    expect(traceForcedPath({ ...open, walls }, at(0.5, 0.5), at(5.5, 0.5), [])).toMatchObject({
      cells: [{ x: 1.5 }, { x: 2.5 }],
      stoppedBy: 'wall',
    });
    expect(traceForcedPath(open, at(0.5, 0.5), at(5.5, 0.5), [at(2.5, 0.5), null])).toMatchObject({
      cells: [{ x: 1.5 }],
      stoppedBy: 'body',
    });
  });

  it('moves straight away, diagonally too, and at any angle without a grid', () => {
    expect(placeAwayFrom(open, at(2.5, 2.5), at(1.5, 1.5), 2)).toMatchObject({ x: 4.5, y: 4.5 });
    const { x, y } = placeAwayFrom({ grid: 'gridless', cell: 1 }, at(4, 3), at(0, 0), 5);
    expect([x, y]).toEqual([8, 6]);
    expect(placeAwayFrom(open, at(2.5, 2.5), at(0.5, 2.5), -1)).toMatchObject({ x: 1.5, y: 2.5 });
  });
});

describe('ground', () => {
  const ground: Ground = {
    ...open,
    difficult: [
      { x: 1.5, y: 0.5, width: 1, height: 1 },
      { x: 2, y: 0.5, width: 2, height: 1, cost: 3 },
      { x: 5.5, y: 0.5, width: 1, height: 1, cost: null },
    ],
  };
  it.each([
    [0.2, 1],
    [1.2, 3],
    [2.9, 3],
    [4, 1],
    [5.5, null],
  ])('at %d costs %s', (x, cost) => expect(costAt(ground, { x, y: 0.5 })).toBe(cost));
  it('is forbidden in an area without a cost', () => expect(isForbidden(ground, { x: 5.5, y: 0.5 })).toBe(true));
});
