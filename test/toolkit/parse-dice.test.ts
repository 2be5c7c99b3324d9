import { expect, it } from 'vitest';
import { parseDice } from '../../src/toolkit/combat/parse-dice';

it.each([
  ['1d6', 1, 6],
  ['2d10', 2, 10],
  ['99d999', 99, 999],
  ['10d100', 10, 100],
])('reads %s as dice', (text, count, sides) => expect(parseDice(text, 'damage')).toEqual({ count, sides }));

it.each(['', 'd6', '0d6', '1d0', '100d6', '1d1000', '1d6+1', 'x1d6', '1D6', 6, null])(
  'refuses %j with the name of the field',
  (text) => {
    expect(() => parseDice(text, 'items.axe.damage')).toThrow(
      new RangeError(`items.axe.damage: ${JSON.stringify(text)} is no dice such as 2d6`),
    );
  },
);

it('says that nothing was given', () => {
  expect(() => parseDice(undefined, 'damage')).toThrow('damage: nothing is no dice');
});
