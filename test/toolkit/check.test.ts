import { expect, it } from 'vitest';
import { d20, notation } from '../../src/kernel/dice';
import { advantageDice, diceAtLevel, pickDice, rowFor } from '../../src/toolkit/combat/check';

it.each([
  [false, false, undefined],
  [true, false, 'high'],
  [false, true, 'low'],
  [true, true, undefined],
])('advantage %s and disadvantage %s keep %s', (advantage, disadvantage, keep) => {
  expect(pickDice(advantageDice(d20), advantage, disadvantage).keep).toBe(keep);
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
