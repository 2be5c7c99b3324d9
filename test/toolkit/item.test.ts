import { describe, expect, it } from 'vitest';
import { droppedAt, placeOf } from '../../src/toolkit/define/item';

const GROUND = { grid: 'square', cell: 1 } as const;

describe('the place of an item on the ground', () => {
  const place = { x: 3.5, y: 1.5, elevation: 2, width: 2, height: 2, facing: 90 };

  it('is where it was dropped, one cell in size', () => {
    expect(droppedAt(place)).toEqual({ dropped: true, lies: [3.5, 1.5, 2], sceneLevel: '' });
    expect(placeOf(GROUND, droppedAt(place))).toEqual({ ...place, width: 1, height: 1, facing: 0 });
  });

  it('is on the level where it was dropped', () => {
    expect(placeOf(GROUND, droppedAt({ ...place, level: 'attic' }))).toMatchObject({ level: 'attic' });
  });

  it('is null without a map, or if not all of it is known', () => {
    expect(placeOf(GROUND, droppedAt(null))).toBeNull();
    for (const lies of [[1], [1, 2], [undefined, 2, 0], [1, undefined, 0]])
      expect(placeOf(GROUND, { lies: lies as number[], sceneLevel: '' })).toBeNull();
  });
});
