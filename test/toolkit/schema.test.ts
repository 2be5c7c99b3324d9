import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  amount,
  choice,
  derived,
  dice,
  diceOrNone,
  each,
  flag,
  group,
  InvalidValueError,
  initialOf,
  int,
  limitToField,
  list,
  optional,
  prose,
  readFields,
  record,
  someOf,
  texts,
  type ValuesOf,
  whyUnfit,
} from '../../src/toolkit/define/schema';
import {
  actorPool,
  createFighter,
  encounterPool,
  type ItemOf,
  readBase,
  readItem,
  sheetSchema,
} from '../../src/toolkit/define/sheet-schema';

const place = group({ x: amount(0, { min: -100 }), y: amount(0, { min: -100 }) });

const FIELDS = {
  level: int(1, { min: 1, max: 20 }),
  size: choice(['small', 'large'], 'small'),
  speed: derived.amount('speed'),
  brave: flag(true),
  mod: group(each(['str', 'dex'], (id) => int(0, { short: id }))),
  perks: someOf(['tough', 'quick']),
  way: list(place),
  totals: record(['armor', 'dodge'], int(0), { flat: true }),
  notes: prose(),
};

describe('a schema', () => {
  it('gives the type of its values', () => {
    expectTypeOf<ValuesOf<typeof FIELDS>>().toEqualTypeOf<{
      readonly level: number;
      readonly size: 'small' | 'large';
      readonly speed: number | null;
      readonly brave: boolean;
      readonly mod: { readonly str: number; readonly dex: number };
      readonly perks: readonly ('tough' | 'quick')[];
      readonly way: readonly { readonly x: number; readonly y: number }[];
      readonly totals: { readonly armor?: number; readonly dodge?: number };
    }>();
  });

  it('has initial values, without fields that no rule reads', () => {
    const begun = { level: 1, size: 'small', speed: null, brave: true, mod: { str: 0, dex: 0 } };
    expect(initialOf(FIELDS)).toEqual({ ...begun, perks: [], way: [], totals: {} });
    expect(readFields(FIELDS, {})).toEqual(initialOf(FIELDS));
  });

  it('is read recursively, with initial values for missing ones', () => {
    const { mod, way, perks } = readFields(FIELDS, {
      mod: { dex: 3 },
      way: [{ x: 2 }],
      perks: ['quick', 'quick'],
    });
    expect({ mod, way, perks }).toEqual({ mod: { str: 0, dex: 3 }, way: [{ x: 2, y: 0 }], perks: ['quick'] });
  });

  it.each<[object, string]>([
    [{ level: 21 }, 'level: 21 is not a whole number from 1 to 20'],
    [{ level: 1.5 }, 'level: 1.5 is not a whole number'],
    [{ level: null }, 'level: null is not'],
    [{ size: 'huge' }, 'size: "huge" is not one of small, large'],
    [{ speed: -1 }, 'speed: -1 is not a number, at least 0'],
    [{ brave: 1 }, 'brave: 1 is not true or false'],
    [{ mod: { luck: 1 } }, 'mod.luck: 1 is not known to the rules'],
    [{ mod: 3 }, 'mod: 3 is not a set of named values'],
    [{ perks: ['slow'] }, 'perks: ["slow"] is not a list, each one of tough, quick'],
    [{ way: [{ x: -101 }] }, 'way: [{"x":-101}] is not a list'],
    [{ totals: { luck: 1 } }, 'totals: "luck" is not one of armor, dodge'],
    [{ leval: 1 }, 'leval: 1 is not known to the rules'],
  ])('refuses %j with the name of the field', (values, message) => {
    expect(() => readFields(FIELDS, values)).toThrow(InvalidValueError);
    expect(() => readFields(FIELDS, values)).toThrow(message);
  });
});

describe('the reason why a field refuses a value', () => {
  it.each([
    [int(0, { min: 0, max: 9 }), 10, { id: 'wholeBetween', data: { min: 0, max: 9 } }],
    [amount(1), -1, { id: 'numberLeast', data: { min: 0 } }],
    [amount(1, { max: 2 }), 3, { id: 'numberBetween', data: { min: 0, max: 2 } }],
    [int(0), null, { id: 'blank' }],
    [dice('1d6'), '', { id: 'blank' }],
    [dice('1d6'), 'd6', { id: 'text', data: { typed: 'd6' } }],
    [texts(), ['fire', ''], { id: 'text', data: { typed: 'fire, ' } }],
    [list(amount(0), { sizes: [0, 3] }), [1, 2], { id: 'text', data: { typed: '1, 2' } }],
    [diceOrNone(), '', null],
    [optional.int(), null, null],
    [optional.int({ min: 0 }), -1, { id: 'wholeBetween', data: { min: 0, max: 999 } }],
  ])('%#', (field, value, reason) => expect(whyUnfit(field, value)).toEqual(reason));

  it('a number out of bounds is clamped to the nearest allowed one', () => {
    const field = int(0, { min: 0, max: 9 });
    expect([-4, 0, 9, 12, 4.5, '12', null].map((value) => limitToField(field, value))).toEqual([
      ...[0, null, null, 9, null, null, null],
    ]);
  });
});

const SCHEMA = sheetSchema({
  id: 'tale',
  pools: { hp: actorPool('hp'), beats: encounterPool('beats') },
  actor: FIELDS,
  items: { taleSword: { damage: dice('1d6') }, taleLamp: { oil: int(3, { min: 0 }) } },
});

describe('a sheet', () => {
  it('accepts nested values and totals by their own names too', () => {
    expect(readBase(SCHEMA, { str: 4, mod: { dex: 2 }, armor: 7 })).toMatchObject({
      mod: { str: 4, dex: 2 },
      totals: { armor: 7 },
    });
    expect(() => readBase(SCHEMA, { str: 1000 })).toThrow('str: 1000');
    expect(() => readBase(SCHEMA, { luck: 1 })).toThrow('luck: the tale rules know no such statistic');
  });

  it('reads items by their type', () => {
    const lamp = readItem(SCHEMA, { id: 'a', name: 'Lamp', type: 'taleLamp' });
    expect(lamp).toEqual({ id: 'a', name: 'Lamp', type: 'taleLamp', oil: 3 });
    expectTypeOf(lamp).toEqualTypeOf<ItemOf<typeof SCHEMA>>();
    expect(() => readItem(SCHEMA, { id: 'a', name: 'Lamp', type: 'taleLamp', oil: -1 })).toThrow('items.a.oil: -1');
    expect(() => readItem(SCHEMA, { id: 'a', name: 'Lamp', type: 'taleLamp', wick: 1 })).toThrow('items.a.wick');
    expect(() => readItem(SCHEMA, { id: 'a', name: 'Rope', type: 'taleRope' })).toThrow('items.a.type: taleRope');
  });

  it('makes a fighter with initial values for missing pools, and refuses unknown pools', () => {
    const sheet = {
      id: 'ann',
      name: 'Ann',
      side: 'heroes',
      player: true,
      base: {},
      items: [],
      conditions: [],
      state: {},
      place: null,
    };
    const made = { conditions: {}, stats: {}, items: [], state: {}, pools: { hp: 12, beats: { max: 2, first: 0 } } };
    expect(createFighter(SCHEMA, { ...sheet, pools: { hp: 5 } }, made).pools).toEqual({
      hp: { value: 5, max: 12 },
      beats: { value: 0, max: 2 },
    });
    expect(() => createFighter(SCHEMA, { ...sheet, pools: { mana: 1 } }, made)).toThrow(
      'pools.mana: there is no such pool',
    );
    expect(() => createFighter(SCHEMA, { ...sheet, pools: { hp: -1 } }, made)).toThrow('pools.hp: -1');
  });
});
