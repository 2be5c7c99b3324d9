import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { extendPrimitives, type Realm } from '../../src/client/primitives';

/** Built-ins of their own, so that the tests of other files run without Foundry's members. */
const evaluate = (code: string): unknown => {
  const realm = runInNewContext('({ Array, Date, Math, Number, RegExp, Set, String, URL: class {} })') as Realm;
  extendPrimitives(realm);
  return JSON.parse(JSON.stringify(realm.Array.constructor(`return ${code}`)() ?? null));
};

// T14: common/primitives/*.d.mts, whose examples these are where it has some.
it.each([
  ['[1, 2].equals([1, 2])', true],
  ['[1, [2]].equals([1, [3]])', false],
  ['[1, 2, 3].partition((n) => n > 1)', [[1], [2, 3]]],
  ['["a", "", null, "b"].filterJoin("-")', 'a-b'],
  ['[1, 2].findSplice((n) => n === 2)', 2],
  ['[1, 2].findSplice((n) => n === 3)', null],
  ['Array.fromRange(3, 2)', [2, 3, 4]],
  ['(3).ordinalString()', '3rd'],
  ['(12).ordinalString()', '12th'],
  ['(7).paddedString(3)', '007'],
  ['(-2).signedString()', '−2'],
  ['(17.18).toNearest(0.25)', 17.25],
  ['(17.18).toNearest(2, "round", 1)', 17],
  ['(5).between(5, 1, false)', false],
  ['[Number.isNumeric("4"), Number.isNumeric(""), Number.isNumeric([4])]', [true, false, false]],
  ['[...new Set([1, 2]).map((n) => n * 2)]', [2, 4]],
  ['new Set([1, 2]).first()', 1],
  ['new Set([1, 2]).intersects(new Set([2, 3]))', true],
  ['"ab cd".titleCase()', 'Ab Cd'],
  ['" Éa  b!".slugify({ strict: true })', 'ea-b'],
  ['Math.normalizeDegrees(-90)', 270],
  ['Math.mix(2, 4, 0.5)', 3],
  ['RegExp.escape("a.b")', 'a\\.b'],
])('%s is %j', (code, expected) => {
  expect(evaluate(code)).toEqual(expected);
});
