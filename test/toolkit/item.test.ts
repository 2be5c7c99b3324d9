import { describe, expect, it } from 'vitest';
import { placeOf, spotAt } from '../../src/toolkit/define/item';

const GROUND = { grid: 'square', cell: 1 } as const;

describe('the place of an item on the ground', () => {
  it('is where it was dropped, one cell in size', () => {
    const place = { x: 3.5, y: 1.5, elevation: 2, width: 2, height: 2, facing: 90 };
    expect(spotAt(place)).toEqual([3.5, 1.5, 2]);
    expect(placeOf(GROUND, spotAt(place))).toEqual({ ...place, width: 1, height: 1, facing: 0 });
  });

  it('is null without a map', () => {
    expect(placeOf(GROUND, spotAt(null))).toBeNull();
  });
});
