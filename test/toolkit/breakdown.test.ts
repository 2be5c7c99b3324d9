import { expect, it } from 'vitest';
import { adjustTotal, scaleTotal, sum, withMinimum } from '../../src/toolkit/combat/breakdown';

it('sums named terms and leaves out zero terms', () => {
  expect(sum({ base: 15, shield: 0, penalty: -2 })).toEqual({
    value: 13,
    terms: [
      { id: 'base', value: 15 },
      { id: 'penalty', value: -2 },
    ],
  });
  expect(sum({ only: 0, other: 0 }).terms).toEqual([{ id: 'only', value: 0 }]);
});

it('divides toward minus infinity, with the difference as a term', () => {
  expect(scaleTotal(sum({ a: 9 }), 1, 3, 'third').value).toBe(3);
  expect(scaleTotal(sum({ a: -1 }), 1, 2, 'half').value).toBe(-1);
  expect(scaleTotal(sum({ a: 4 }), 4, 3, 'x')).toEqual({
    value: 5,
    terms: [
      { id: 'a', value: 4 },
      { id: 'x', value: 1 },
    ],
  });
});

it('sets a total to a number or a minimum, with the difference as a term', () => {
  expect(withMinimum(1, sum({ a: -2 }))).toEqual({
    value: 1,
    terms: [
      { id: 'a', value: -2 },
      { id: 'minimum', value: 3 },
    ],
  });
  expect(withMinimum(1, sum({ a: 2 })).terms).toHaveLength(1);
  expect(adjustTotal(sum({ a: 2 }), 7, 'set').terms.at(-1)).toEqual({ id: 'set', value: 5 });
});
