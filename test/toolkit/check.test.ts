import { expect, it } from 'vitest';
import { d20, notation } from '../../src/kernel/dice';
import { type Advantage, advantageDice, diceAtLevel, pickDice, rowFor } from '../../src/toolkit/combat/check';

it.each([
  [false, false, undefined],
  [true, false, 'high'],
  [false, true, 'low'],
  [true, true, undefined],
])('advantage %s and disadvantage %s keep %s', (advantage, disadvantage, keep) => {
  expect(pickDice(advantageDice(d20), advantage, disadvantage).keep).toBe(keep);
});

it.each<[boolean, boolean, Advantage | null, string | undefined]>([
  [false, false, 'advantage', 'high'],
  [false, false, 'disadvantage', 'low'],
  [true, false, 'advantage', 'high'],
  [true, false, 'disadvantage', undefined],
  [false, true, 'advantage', undefined],
  [false, false, null, undefined],
])('advantage %s, disadvantage %s and a granted %s keep %s', (advantage, disadvantage, granted, keep) => {
  expect(pickDice(advantageDice(d20), advantage, disadvantage, granted).keep).toBe(keep);
});

it('a level needs no number of dice that their kind implies', () => {
  expect([0, 1, -1, 2, -2].map((level) => diceAtLevel(d20, level))).toEqual([
    d20,
    { ...d20, keep: 'high' },
    { ...d20, keep: 'low' },
    { ...d20, keep: 'high', of: 3 },
    { ...d20, keep: 'low', of: 3 },
  ]);
});

it('a total below all rows falls into the last one, and a table needs a row', () => {
  expect(rowFor([{ from: 9 }, { from: 5 }], 2)).toEqual({ from: 5 });
  expect(() => rowFor([], 2)).toThrow('a table with rows');
});

it.each([
  [0, '1d20'],
  [1, '1d20▲'],
  [-1, '1d20▼'],
  [3, '1d20▲4'],
  [-2, '1d20▼3'],
])('level %d rolls %s', (level, dice) => {
  expect(notation(diceAtLevel(d20, level))).toBe(dice);
});

it.each([
  [25, 'top'],
  [20, 'top'],
  [19, 'middle'],
  [5, 'middle'],
  [4, 'rest'],
  [-3, 'rest'],
])('a total of %d falls into the row %s', (total, id) => {
  const rows = [
    { from: 20, id: 'top' },
    { from: 5, id: 'middle' },
    { from: -Infinity, id: 'rest' },
  ];
  expect(rowFor(rows, total).id).toBe(id);
});
