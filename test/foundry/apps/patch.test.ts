import { expect, it } from 'vitest';
import { readAmount } from '../../../src/foundry/apps/entered';
import { RowMemory } from '../../../src/foundry/apps/redraw';

it('only rows whose view is another are named as changed', () => {
  const memory = new RowMemory();
  const rows = [
    { id: 'mira', value: 3 },
    { id: 'gnoll', value: 5 },
  ];
  expect([...memory.changedIn(rows)]).toEqual(['mira', 'gnoll']);
  expect([...memory.changedIn(structuredClone(rows))]).toEqual([]);
  expect([...memory.changedIn([{ id: 'mira', value: 2 }, rows[1]!])]).toEqual(['mira']);
});

it('after forgetting, everything is new again', () => {
  const memory = new RowMemory();
  memory.changedIn([{ id: 'mira' }]);
  memory.forget();
  expect([...memory.changedIn([{ id: 'mira' }])]).toEqual(['mira']);
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
])('typing %j into a pool of %i makes it %j', (typed, present, expected) => {
  expect(readAmount(typed, present)).toBe(expected);
});

it('where points are finer than what is shown, parts may be typed', () => {
  expect(['1.5', '1,5', '+0.2', '-9', 'x'].map((typed) => readAmount(typed, 10, 10))).toEqual([15, 15, 12, 0, null]);
});
