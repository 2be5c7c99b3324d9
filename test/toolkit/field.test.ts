import { describe, expect, it } from 'vitest';
import {
  amount,
  choice,
  data,
  derived,
  dice,
  diceOrNone,
  either,
  type Field,
  fieldsOf,
  flag,
  group,
  InvalidValueError,
  int,
  limitToField,
  line,
  list,
  nullable,
  oneOf,
  optional,
  type ProseField,
  prose,
  read,
  readFields,
  record,
  set,
  shape,
  someOf,
  texts,
  unitOf,
  unlisted,
  whyUnfit,
  written,
} from '../../src/toolkit/define/schema';

const startsWithA = (text: string): boolean => text.startsWith('a');
const isPair = (value: unknown): value is number[] => Array.isArray(value) && value.length === 2;
const door = () => shape({ id: line(), wide: flag() }, { note: line() }, 'a door');

describe('a field accepts', () => {
  it.each<[string, () => Field, unknown[], unknown[]]>([
    ['whole numbers, by default to 999', () => int(0), [-999, 0, 999], [-1000, 1000, 0.5, '1', NaN, true]],
    ['whole numbers within bounds', () => int(0, { min: 0, max: 3 }), [0, 3], [-1, 4]],
    ['amounts, by default from 0', () => amount(0), [0, 0.5, 1e9], [-0.1, Infinity, NaN, '1']],
    ['amounts within bounds', () => amount(0, { min: -1, max: 1 }), [-1, 1], [-1.1, 1.1]],
    ['an empty number where it is optional', () => optional.int(), [null, 3], [1000, '']],
    ['an empty amount where it is optional', () => optional.amount({ max: 2 }), [null, 0, 2], [-1, 3]],
    ['an empty number where it is derived', () => derived.int('speed', { min: 0 }), [null, 0], [-1]],
    ['an empty amount where it is derived', () => derived.amount('reach', { max: 2 }), [null, 1.5], [3]],
    ['flags', () => flag(), [true, false], [0, 'true', null]],
    ['choices', () => choice(['a', 'b'], 'a'), ['a', 'b'], ['c', '', 0, null]],
    ['any text', () => line(), ['', 'x'], [1, null]],
    ['texts of a format', () => line('a', { fits: startsWithA }), ['a', 'ab'], ['', 'b', 1]],
    [
      'dice',
      () => dice('1d6'),
      ['1d6', '10d100', '99d999'],
      ['', '0d6', '1d0', '100d6', '1d1000', 'd6', '1d6+1', 'x1d6'],
    ],
    ['dice or none', () => diceOrNone(), ['', '2d8'], ['0d6', ' ']],
    ['lists', () => list(int(0)), [[], [1, 1]], [1, {}, [0.5], [null], [undefined]]],
    ['lists with empty entries', () => list(optional.int()), [[1, null]], [['']]],
    ['lists of some lengths', () => list(int(0), { sizes: [0, 2] }), [[], [1, 2]], [[1], [1, 2, 3]]],
    ['sets of words', () => texts(), [[], ['x']], [[''], 'x', [1]]],
    ['sets of ids', () => someOf(['a', 'b']), [[], ['b', 'a']], [['c']]],
    ['groups', () => group({ a: int(0), b: prose() }), [{}, { a: 1 }, { b: 'text' }], [{ c: 1 }, [], null, 3]],
    [
      'records of some ids',
      () => record(['a', 'b'], int(0)),
      [{}, { b: 2 }],
      [{ c: 1 }, { a: 0.5 }, { a: null }, [], 3],
    ],
    ['records of any ids', () => record(null, int(0)), [{ x: 1 }], [{ x: 'y' }]],
    ['null where it is nullable', () => nullable(flag()), [null, true], [0]],
    ['data of another shape', () => data(isPair, 'a pair', [1, 2]), [[1, 2]], [[1], null]],
    ['what one of several fields does', () => either(int(0), flag()), [3, true], ['x', null, 0.5]],
    ['one of several values', () => oneOf('a', 2), ['a', 2], ['2', 'b', null]],
    [
      'objects with required and optional members',
      door,
      [
        { id: 'a', wide: true },
        { id: 'a', wide: false, note: 'x' },
      ],
      [{}, { id: 'a' }, { id: 'a', wide: 1 }, { id: 'a', wide: true, height: 2 }, { wide: true }, [], null, 'a'],
    ],
  ])('%s', (_, make, fit, unfit) => {
    const field = make();
    expect(fit.filter((value) => whyUnfit(field, value) !== null)).toEqual([]);
    expect(unfit.filter((value) => whyUnfit(field, value) === null)).toEqual([]);
    for (const value of fit) expect(read(field, value, 'at') ?? null).not.toBeUndefined();
  });
});

describe('the value of a field', () => {
  it.each<[string, () => Field, unknown]>([
    ['number', () => int(4), 4],
    ['amount', () => amount(1.5), 1.5],
    ['optional number', () => optional.int(), null],
    ['optional number with a default', () => optional.int({}, 3), 3],
    ['optional amount', () => optional.amount(), null],
    ['derived number', () => derived.int('x'), null],
    ['derived amount', () => derived.amount('x'), null],
    ['flag', () => flag(), false],
    ['flag that is set', () => flag(true), true],
    ['choice', () => choice(['a', 'b'], 'b'), 'b'],
    ['line', () => line(), ''],
    ['dice or none', () => diceOrNone(), ''],
    ['list', () => list(int(0)), []],
    ['set', () => set(int(0)), []],
    ['group', () => group({ a: int(2), text: prose() }), { a: 2 }],
    ['shape', door, { id: '', wide: false }],
    ['record', () => record(['a'], int(1)), {}],
    ['nullable field', () => nullable(int(1)), null],
    ['alternative', () => either(int(7), flag()), 7],
    ['one of some values', () => oneOf('x', 1), 'x'],
  ])('of a new %s is its initial one', (_, make, initial) => expect(read(make(), undefined, 'at')).toEqual(initial));

  it('has each entry of a set once, and those of a list as often as they are given', () => {
    expect(read(set(int(0)), [2, 1, 2], 'at')).toEqual([2, 1]);
    expect(read(list(int(0)), [2, 1, 2], 'at')).toEqual([2, 1, 2]);
  });

  it('has initial values for members that are missing', () => {
    const pair = group({ a: int(1), b: int(2) });
    expect(read(list(pair), [{ b: 5 }], 'at')).toEqual([{ a: 1, b: 5 }]);
    expect(read(record(null, pair), { x: { a: 3 } }, 'at')).toEqual({ x: { a: 3, b: 2 } });
    expect(readFields({ pair }, { pair: { a: 9 } })).toEqual({ pair: { a: 9, b: 2 } });
    expect(readFields({ pair }, undefined)).toEqual({ pair: { a: 1, b: 2 } });
  });

  it('is not changed by prose beside it', () =>
    expect(readFields({ a: int(1), b: prose() }, { b: 'x' })).toEqual({ a: 1 }));
});

describe('a refused value is named with what was expected', () => {
  it.each<[() => Field, unknown, string]>([
    [() => int(0, { min: 1, max: 9 }), 10, '10 is not a whole number from 1 to 9'],
    [() => amount(0, { max: 9 }), 10, '10 is not a number from 0 to 9'],
    [() => amount(0), -1, '-1 is not a number, at least 0'],
    [() => flag(), 'yes', '"yes" is not true or false'],
    [() => choice(['a', 'b'], 'a'), 'c', '"c" is not one of a, b'],
    [() => line(), 3, '3 is not a text'],
    [() => line('a', { fits: startsWithA, like: 'a word with a' }), 'b', '"b" is not a word with a'],
    [() => dice('1d6'), 'x', '"x" is not dice such as 2d6'],
    [() => diceOrNone(), 'x', '"x" is not dice such as 2d6'],
    [() => list(flag()), [1], '[1] is not a list, each true or false'],
    [
      () => list(int(0, { min: 0, max: 1 }), { sizes: [0, 2] }),
      [1],
      '[1] is not a list of 0 or 2, each a whole number from 0 to 1',
    ],
    [() => texts(), [''], '[""] is not a list, each a word'],
    [() => texts(startsWithA, 'an a'), ['b'], '["b"] is not a list, each an a'],
    [() => group({ a: int(0) }), 3, '3 is not a set of named values'],
    [() => list(group({ a: int(0) })), [3], '[3] is not a list, each a set of named values'],
    [() => list(record(null, int(0))), [3], '[3] is not a list, each a set of named values'],
    [() => record(['a', 'b'], int(0)), { c: 1 }, '"c" is not one of a, b'],
    [() => data(isPair, 'a pair', [1, 2]), [], '[] is not a pair'],
    [() => either(int(0, { min: 0, max: 1 }), flag()), 'x', '"x" is not a whole number from 0 to 1, or true or false'],
    [() => oneOf('a', 2), 'b', '"b" is not one of a, 2'],
    [door, {}, '{} is not a door'],
  ])('%#', (make, value, message) => expect(() => read(make(), value, 'path')).toThrow(`path: ${message}`));

  it.each<[object, string]>([
    [{ stats: { str: 0.5 } }, 'stats.str: 0.5'],
    [{ stats: { dex: 1 } }, 'stats.dex: 1 is not known to the rules'],
    [{ stats: { dex: undefined } }, 'stats.dex: nothing is not known to the rules'],
    [{ stats: { totals: { a: 'x' } } }, 'stats.totals.a: "x"'],
    [{ stats: [] }, 'stats: [] is not a set of named values'],
  ])('by the path of its field: %j', (values, message) => {
    const fields = { stats: group({ str: int(0), totals: record(null, int(0)) }) };
    expect(() => readFields(fields, values)).toThrow(message);
    const field = message.replace(/:.*/, '');
    expect(() => readFields(fields, values)).toThrow(expect.objectContaining({ field }));
    expect(() => readFields(fields, values, 'items.x')).toThrow(expect.objectContaining({ field: `items.x.${field}` }));
  });

  it.each([3, null, [], 'x'])('also where fields are expected, not %j', (values) => {
    expect(() => readFields({ a: int(0) }, values, 'here')).toThrow(
      `here: ${JSON.stringify(values)} is not a set of named values`,
    );
  });

  it.each<[() => Field, unknown, object]>([
    [() => int(0, { min: 0, max: 9 }), 'x', { id: 'wholeBetween', data: { min: 0, max: 9 } }],
    [
      () => ({ ...int(0), is: { kind: 'number', whole: true, min: 1, max: Infinity } }),
      0,
      { id: 'wholeLeast', data: { min: 1 } },
    ],
    [() => amount(0, { min: -Infinity }), 'x', { id: 'number' }],
    [() => amount(0, { min: -Infinity, max: 3 }), 4, { id: 'numberBetween', data: { min: -Infinity, max: 3 } }],
    [() => flag(), '', { id: 'blank' }],
    [() => flag(), null, { id: 'blank' }],
    [() => choice(['a'], 'a'), 'b', { id: 'text', data: { typed: 'b' } }],
    [() => group({ a: int(0) }), [1, 'x'], { id: 'text', data: { typed: '1, x' } }],
    [() => record(['a'], int(0)), { b: 1 }, { id: 'text', data: { typed: 'b' } }],
    [() => group({ a: int(0) }), { b: 7 }, { id: 'text', data: { typed: '7' } }],
  ])('and with a reason for the user: %#', (make, value, reason) => expect(whyUnfit(make(), value)).toEqual(reason));

  it('and a fault in a check is not taken for a refusal', () => {
    const fail = (value: unknown): value is string => {
      throw new Error(`a fault at ${value}`);
    };
    const broken = data(fail, 'nothing', '');
    expect(() => whyUnfit(list(broken), ['x'])).toThrow('a fault');
  });
});

describe('the traits of a field', () => {
  it.each<[string, () => Field, object]>([
    ['a unit', () => int(0, { unit: 'cells' }), { unit: 'cells' }],
    ['a short name', () => int(0, { short: 'str' }), { short: 'str' }],
    ['the unit of an amount', () => amount(0, { unit: 'm' }), { unit: 'm' }],
    ['the unit of an optional number', () => optional.int({ unit: 'm' }), { unit: 'm', nullable: true }],
    ['the unit of an optional amount', () => optional.amount({ unit: 'm' }), { unit: 'm', nullable: true }],
    [
      'where a number is derived',
      () => derived.int('a.b', { short: 'ab', unit: 'm' }),
      { from: 'a.b', short: 'ab', unit: 'm' },
    ],
    [
      'where an amount is derived',
      () => derived.amount('a.b', { unit: 'm' }),
      { from: 'a.b', unit: 'm', nullable: true },
    ],
    ['ids beside a record', () => record(['a'], int(0), { flat: true }), { flat: true }],
    ['that steps write it', () => written(flag()), { written: true, initial: false }],
    ['that no sheet lists it', () => unlisted(flag(true)), { unlisted: true, initial: true }],
    ['whether a text may be blank', () => line('x', { fits: startsWithA }), { is: { blank: false } }],
    ['whether dice may be blank', () => diceOrNone('1d4'), { is: { blank: true }, initial: '1d4' }],
    ['whether any text may be blank', () => line(), { is: { blank: true } }],
    ['the values of an enumeration', () => oneOf('a', 2), { is: { values: ['a', 2] } }],
  ])('say %s', (_, make, traits) => expect(make()).toMatchObject(traits));

  it.each<[string, () => Field]>([
    ['number', () => int(0)],
    ['amount', () => amount(0)],
    ['derived number', () => derived.int('a')],
    ['record', () => record(['a'], int(0))],
    ['line', () => line()],
    ['list', () => list(int(0))],
  ])('are absent from a plain %s', (_, make) => {
    const field = make();
    const traits = Object.keys({ ...field, ...field.is });
    expect(traits.filter((key) => ['unit', 'short', 'flat', 'fits', 'like', 'sizes'].includes(key))).toEqual([]);
  });

  it('have the unit of a list from its entries', () => {
    const metres = amount(0, { unit: 'm' });
    expect([metres, list(metres), list(int(0)), { ...list(metres), unit: 'km' }, flag()].map(unitOf)).toEqual([
      'm',
      'm',
      undefined,
      'km',
      undefined,
    ]);
  });

  it('are listed by name without prose, once per table', () => {
    const fields = { a: int(1), text: prose(), b: flag() };
    expect(fieldsOf(fields).map(([name]) => name)).toEqual(['a', 'b']);
    expect(fieldsOf(fields)).toBe(fieldsOf(fields));
  });
});

const LONG = 'x'.repeat(1001);
const names = (length: number): string[] => Array.from({ length }, (_, at) => `${at}`);

describe('a value beyond its limits', () => {
  it.each<[string, () => Field | ProseField, unknown, unknown]>([
    ['a text', () => line(), LONG, 'x'.repeat(1000)],
    ['prose', () => prose(), 'x'.repeat(200_001), 'x'.repeat(200_000)],
    ['a set', () => texts(), names(101), names(100)],
    ['a list', () => list(flag()), Array(1001).fill(true), Array(1000).fill(true)],
    ['a list of one length', () => list(amount(0), { sizes: [0, 3] }), [1, 2, 3, 4], [1, 2, 3]],
    ['an entry of a list', () => texts(), ['a', LONG, 'b'], ['a', 'b']],
    ['a record', () => record(null, flag()), { [LONG]: true, a: true }, { a: true }],
    ['a record of few ids', () => record(['a'], flag()), { b: true, c: true, a: true }, { a: true }],
  ])('%s counts as far as the limit, and the rules refuse it', (_, make, value, limited) => {
    const field = make();
    expect(limitToField(field, value)).toEqual(limited);
    expect(limitToField(field, limited)).toBeNull();
    if (field.is.kind !== 'prose') expect(() => read(field as Field, value, 'at')).toThrow(InvalidValueError);
  });

  it('is not tested by a pattern, and named in few letters', () => {
    const fits = (text: string): boolean => {
      if (text.length > 1000) throw new Error('too long');
      return true;
    };
    expect(whyUnfit(line('', { fits }), LONG)).toEqual({ id: 'letters', data: { most: 1000 } });
    expect(whyUnfit(texts(fits), [LONG])).toEqual({ id: 'letters', data: { most: 1000 } });
    expect(whyUnfit(texts(), Array(101).fill('x'))).toEqual({ id: 'entries', data: { most: 100 } });
    expect(JSON.stringify(whyUnfit(flag(), 'x'.repeat(100_000))).length).toBeLessThan(300);
    let deep: unknown = [];
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(whyUnfit(line(), deep)).toEqual({ id: 'text', data: { typed: 'this value' } });
  });
});

it.each<[() => Field, unknown, number | null]>([
  [() => int(0, { min: 0, max: 9 }), -1, 0],
  [() => int(0, { min: 0, max: 9 }), 10, 9],
  [() => int(0, { min: 0, max: 9 }), 9, null],
  [() => int(0), NaN, null],
  [() => int(0), '1000', null],
  [() => flag(), 7, null],
])('%# clamps a number that is out of bounds, and nothing else', (make, value, clamped) => {
  expect(limitToField(make(), value)).toBe(clamped);
});
