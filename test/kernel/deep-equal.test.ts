import { describe, expect, it } from 'vitest';
import { deepEqual } from '../../src/kernel/deep-equal';

const EQUAL: readonly (readonly [unknown, unknown])[] = [
  [0, -0],
  [Number.NaN, Number.NaN],
  [[], []],
  [
    [1, [2]],
    [1, [2]],
  ],
  [
    { a: 1, b: { c: null } },
    { b: { c: null }, a: 1 },
  ],
  [{}, { a: undefined }],
  [{ a: undefined }, { b: undefined }],
  [Object.create(null), {}],
];

const UNEQUAL: readonly (readonly [unknown, unknown])[] = [
  [0, '0'],
  [0, null],
  [null, {}],
  [undefined, null],
  [[], {}],
  [[1], [1, 2]],
  [
    [1, 2],
    [2, 1],
  ],
  [{ a: 1 }, { a: 2 }],
  [{ a: 1 }, { b: 1 }],
  [{}, { a: null }],
  [{ a: {} }, { a: { b: 1 } }],
  [{}, { constructor: 1 }],
];

describe('two JSON values', () => {
  it.each(EQUAL)('%j and %j are equal, in both orders', (a, b) => {
    expect([deepEqual(a, b), deepEqual(b, a)]).toEqual([true, true]);
  });

  it.each(UNEQUAL)('%j and %j differ, in both orders', (a, b) => {
    expect([deepEqual(a, b), deepEqual(b, a)]).toEqual([false, false]);
  });
});

it('two values that are nested without end are not equal', () => {
  const nested = () => {
    let made: unknown = [];
    for (let level = 0; level < 100_000; level++) made = [made];
    return made;
  };
  const [one, other] = [nested(), nested()];
  expect(deepEqual(one, other)).toBe(false);
  expect(deepEqual(one, one)).toBe(true);
});
