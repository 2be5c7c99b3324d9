import { describe, expect, it } from 'vitest';
import { writtenNow } from '../../src/rulebook/former';
import { lyingChange, lyingNow, placeOf, spotAt } from '../../src/rulebook/item';

const GROUND = { grid: 'square', cell: 1 } as const;
const { migrate } = lyingChange(['secondsWeapon']);

describe('where a thing lies', () => {
  it('is the place it was let go of, the size of a cell', () => {
    const place = { x: 3.5, y: 1.5, elevation: 2, width: 2, height: 2, facing: 90 };
    expect(spotAt(place)).toEqual([3.5, 1.5, 2]);
    expect(placeOf(GROUND, spotAt(place))).toEqual({ ...place, width: 1, height: 1, facing: 0 });
  });

  it('is nowhere without a map', () => {
    expect(placeOf(GROUND, spotAt(null))).toBeNull();
  });

  it.each([
    ['3.5 1.5 0', [3.5, 1.5, 0]],
    ['3.5 -1.5', [3.5, -1.5, 0]],
    ['', []],
    ['over there', []],
    [
      [3.5, 1.5, 0],
      [3.5, 1.5, 0],
    ],
  ])('was written as %j before 0.5.0', (was, now) => {
    expect(migrate({ lies: was, held: true })).toEqual({ lies: now, held: true });
    const effect = { kind: 'item', of: 'mira', item: 'axe', key: 'lies', from: '', to: was };
    expect(writtenNow({ item: lyingNow }, effect)).toEqual({ ...effect, from: [], to: now });
  });

  it('is not said where nobody stored it', () => {
    expect(migrate({ held: true })).toEqual({ held: true });
  });
});
