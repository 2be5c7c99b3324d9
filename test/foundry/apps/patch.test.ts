import { expect, it } from 'vitest';
import { createMemo } from '../../../src/foundry/apps/ui/memo';
import { readAmount } from '../../../src/foundry/apps/ui/typed-input';

it('only changed rows are created again', () => {
  const once = createMemo();
  const row = (id: string, value: number) => once(id, [{ id, value }], () => ({ id, shown: String(value) }));
  const [mira, gnoll] = [row('mira', 3), row('gnoll', 5)];
  expect(row('mira', 3)).toBe(mira);
  expect(row('mira', 2)).toEqual({ id: 'mira', shown: '2' });
  expect(row('gnoll', 5)).toBe(gnoll);
  expect(row('mira', 3)).not.toBe(mira);
});

it.each([
  ['7', 4, 7],
  ['+3', 4, 7],
  ['-3', 4, 1],
  ['−3', 4, 1],
  ['-9', 4, 0],
  [' 2 ', 4, 2],
  ['two', 4, null],
  ['1.5', 4, null],
  ['', 4, null],
])('entering %j in a pool of %i makes it %j', (typed, present, expected) => {
  expect(readAmount(typed, present)).toBe(expected);
});

it('a pool with finer points accepts fractions', () => {
  expect(['1.5', '1,5', '+0.2', '-9', 'x'].map((typed) => readAmount(typed, 10, 10))).toEqual([15, 15, 12, 0, null]);
});
