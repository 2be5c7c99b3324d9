import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import {
  type Dice,
  distributionOf,
  FacesError,
  notation,
  parseRoll,
  rollDice,
  rolledFaces,
  rollTotal,
  totalOf,
} from '../../src/kernel/dice';
import { seededDie } from '../../src/kernel/rng';

const anyDice: fc.Arbitrary<Dice> = fc.record(
  {
    count: fc.integer({ min: 1, max: 3 }),
    sides: fc.integer({ min: 2, max: 12 }),
    keep: fc.constantFrom('high' as const, 'low' as const),
    of: fc.integer({ min: 1, max: 4 }),
    explode: fc.boolean(),
  },
  { requiredKeys: ['count', 'sides'] },
);

describe('a roll', () => {
  it.each`
    dice                                                    | faces                   | total
    ${{ count: 2, sides: 6 }}                               | ${[3, 4]}               | ${7}
    ${{ count: 1, sides: 20, keep: 'high' }}                | ${[4, 17]}              | ${17}
    ${{ count: 1, sides: 20, keep: 'low' }}                 | ${[4, 17]}              | ${4}
    ${{ count: 1, sides: 20, keep: 'high', of: 3 }}         | ${[7, 12, 3]}           | ${12}
    ${{ count: 1, sides: 20, keep: 'low', of: 3 }}          | ${[7, 12, 3]}           | ${3}
    ${{ count: 1, sides: 10, explode: true }}               | ${[10, 10, 3]}          | ${23}
    ${{ count: 1, sides: 10, explode: true, keep: 'high' }} | ${[10, 3, 2, 10, 7, 4]} | ${27}
    ${{ count: 1, sides: 10, explode: true, keep: 'low' }}  | ${[10, 3]}              | ${3}
  `('of $dice with faces $faces has the total $total', ({ dice, faces, total }) => {
    expect(totalOf(dice, faces)).toBe(total);
  });

  it.each`
    why                  | dice                                     | faces
    ${'a face too high'} | ${{ count: 1, sides: 6 }}                | ${[7]}
    ${'a face of zero'}  | ${{ count: 1, sides: 6 }}                | ${[0]}
    ${'half a face'}     | ${{ count: 1, sides: 6 }}                | ${[2.5]}
    ${'one too few'}     | ${{ count: 2, sides: 6 }}                | ${[2]}
    ${'one too many'}    | ${{ count: 2, sides: 6 }}                | ${[2, 3, 4]}
    ${'no explosion'}    | ${{ count: 1, sides: 6, explode: true }} | ${[6]}
  `('refuses $why', ({ dice, faces }) => {
    expect(() => totalOf(dice, faces)).toThrow(FacesError);
  });

  it('keeps its faces when they are parsed', () => {
    fc.assert(
      fc.property(anyDice, fc.integer(), (dice, seed) => {
        const faces = rollDice(dice, seededDie(seed));
        expect(parseRoll(dice, faces).faces).toEqual(faces);
      }),
    );
  });

  it('has the same total with and without recording its faces', () => {
    fc.assert(
      fc.property(anyDice, fc.integer(), (dice, seed) => {
        expect(rollTotal(dice, seededDie(seed))).toBe(totalOf(dice, rollDice(dice, seededDie(seed))));
      }),
    );
  });

  it('marks one face of each group as counting, the first of equal faces', () => {
    const three = { count: 2, sides: 20, keep: 'high' as const, of: 3 };
    expect(rolledFaces(three, [7, 12, 12, 4, 2, 1]).map(({ face, counts }) => (counts ? face : 0))).toEqual([
      ...[0, 12, 0],
      ...[4, 0, 0],
    ]);
    expect(rolledFaces({ count: 1, sides: 10, explode: true, keep: 'low' }, [10, 10, 3, 10])).toEqual([
      { face: 10, counts: true, exploded: true },
      { face: 10, counts: false, exploded: false },
      { face: 3, counts: true, exploded: false },
      { face: 10, counts: false, exploded: false },
    ]);
  });

  it('has a different notation for different dice', () => {
    expect(['2d6', '1d10*', '1d20▲', '1d20▼', '1d20▲3']).toEqual(
      [
        { count: 2, sides: 6 },
        { count: 1, sides: 10, explode: true },
        { count: 1, sides: 20, keep: 'high' as const },
        { count: 1, sides: 20, keep: 'low' as const },
        { count: 1, sides: 20, keep: 'high' as const, of: 3 },
      ].map(notation),
    );
  });
});

describe('a distribution', () => {
  it('sums to one, in ascending totals', () => {
    fc.assert(
      fc.property(anyDice, (dice) => {
        const chances = distributionOf(dice);
        expect(chances.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1, 9);
        expect(chances.map(({ total }) => total)).toEqual([...chances].map(({ total }) => total).sort((a, b) => a - b));
      }),
    );
  });

  it('counts every pair of faces of two dice of which one is kept', () => {
    for (const keep of ['high', 'low'] as const) {
      const counted = new Map<number, number>();
      for (let a = 1; a <= 8; a++)
        for (let b = 1; b <= 8; b++) {
          const total = keep === 'high' ? Math.max(a, b) : Math.min(a, b);
          counted.set(total, (counted.get(total) ?? 0) + 1 / 64);
        }
      for (const { total, chance } of distributionOf({ count: 1, sides: 8, keep }))
        expect(chance).toBeCloseTo(defined(counted.get(total), 'a chance'), 12);
    }
  });

  it('counts every combination of three dice of which one is kept', () => {
    const counted = new Map<number, number>();
    for (let a = 1; a <= 4; a++)
      for (let b = 1; b <= 4; b++)
        for (let c = 1; c <= 4; c++) counted.set(Math.min(a, b, c), (counted.get(Math.min(a, b, c)) ?? 0) + 1 / 64);
    for (const { total, chance } of distributionOf({ count: 1, sides: 4, keep: 'low', of: 3 }))
      expect(chance).toBeCloseTo(defined(counted.get(total), 'a chance'), 12);
  });

  it('gives an exploding d10 a chance of 1/1000 for a total of 21', () => {
    const chances = new Map(
      distributionOf({ count: 1, sides: 10, explode: true }).map(({ total, chance }) => [total, chance]),
    );
    expect(chances.get(9)).toBeCloseTo(0.1, 12);
    expect(chances.get(10)).toBeUndefined();
    expect(chances.get(21)).toBeCloseTo(0.001, 12);
  });
});
