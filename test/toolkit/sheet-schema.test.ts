import { describe, expect, it } from 'vitest';
import { group, int, list, optional, prose, record } from '../../src/toolkit/define/schema';
import {
  actorPool,
  createFighter,
  encounterPool,
  leavesOf,
  readBase,
  readItem,
  sheetSchema,
} from '../../src/toolkit/define/sheet-schema';
import { conditionOf, sheet } from '../support/rules';

const SCHEMA = sheetSchema({
  id: 'tale',
  pools: { hp: actorPool('hp'), beats: encounterPool('beats') },
  actor: {
    level: int(1, { short: 'lvl' }),
    notes: prose(),
    abilities: group({
      body: group({ str: group({ score: int(0, { short: 'str' }) }), luck: int(5) }),
      wit: int(0, { short: 'wit' }),
    }),
    totals: record(['armor', 'dodge'], int(0, { max: 20 }), { flat: true }),
    skills: record(['climb'], int(0)),
    overrides: group({ speeds: record(['fly'], optional.int(), { flat: true }) }),
    free: record(null, int(0), { flat: true }),
  },
  items: { taleSword: { damage: int(1), tags: list(int(0)) }, taleRope: {} },
});
const read = (raw: Readonly<Record<string, unknown>>) => readBase(SCHEMA, raw);

describe('the values of a sheet', () => {
  it('are initial without any', () => {
    expect(read({})).toEqual({
      level: 1,
      abilities: { body: { str: { score: 0 }, luck: 5 }, wit: 0 },
      totals: {},
      skills: {},
      overrides: { speeds: {} },
      free: {},
    });
  });

  it('may be given by short name, on any level, beside their group', () => {
    expect(read({ lvl: 3 }).level).toBe(3);
    expect(read({ str: 4, wit: 2 }).abilities).toEqual({ body: { str: { score: 4 }, luck: 5 }, wit: 2 });
    const abilities = { body: { luck: 7 }, wit: 1 };
    expect(read({ abilities, str: 4 }).abilities).toEqual({ body: { str: { score: 4 }, luck: 7 }, wit: 1 });
    expect(abilities).toEqual({ body: { luck: 7 }, wit: 1 });
  });

  it('may be given by the ids of a record, if it allows that', () => {
    expect(read({ armor: 3, fly: null })).toMatchObject({ totals: { armor: 3 }, overrides: { speeds: { fly: null } } });
    expect(read({ totals: { dodge: 1 }, armor: 3 }).totals).toEqual({ armor: 3, dodge: 1 });
  });

  it.each<[object, string]>([
    [{ climb: 1 }, 'climb: the tale rules know no such statistic'],
    [{ luck: 1 }, 'luck: the tale rules know no such statistic'],
    [{ anything: 1 }, 'anything: the tale rules know no such statistic'],
    [{ toString: 1 }, 'toString: the tale rules know no such statistic'],
    [{ str: 0.5 }, 'str: 0.5 is not a whole number'],
    [{ armor: 21 }, 'armor: 21 is not a whole number'],
    [{ abilities: { wits: 1 } }, 'abilities.wits: 1 is not known'],
  ])('are refused by the name they were given: %j', (raw, message) => {
    expect(() => read(raw as Readonly<Record<string, unknown>>)).toThrow(message);
  });

  it('are listed with their paths, without prose', () => {
    expect(leavesOf(SCHEMA.actor).map(([path]) => path)).toEqual([
      'level',
      'abilities.body.str.score',
      'abilities.body.luck',
      'abilities.wit',
      'totals',
      'skills',
      'overrides.speeds',
      'free',
    ]);
    expect(leavesOf({ a: int(0) }, ['x', 'y']).map(([path, { initial }]) => [path, initial])).toEqual([['x.y.a', 0]]);
  });
});

describe('an item of a sheet', () => {
  it('has its own fields, with initial values', () => {
    const rope = { id: 'r', name: 'Rope', type: 'taleRope' };
    expect(readItem(SCHEMA, rope)).toEqual(rope);
    expect(readItem(SCHEMA, { ...rope, type: 'taleSword', tags: [1] })).toEqual({
      ...rope,
      type: 'taleSword',
      damage: 1,
      tags: [1],
    });
  });

  it.each<[object, string]>([
    [{ type: 'taleBow' }, 'items.r.type: taleBow is not one of taleSword, taleRope'],
    [{ type: 'toString' }, 'items.r.type: toString is not one of taleSword, taleRope'],
    [{ damage: 1 }, 'items.r.damage: 1 is not known to the rules'],
  ])('is refused with its id: %j', (rest, message) => {
    expect(() => readItem(SCHEMA, { id: 'r', name: 'Rope', type: 'taleRope', ...rest })).toThrow(message);
  });
});

describe('a fighter of a sheet', () => {
  const made = {
    conditions: { prone: { implies: [], tone: 'harm', icon: 'prone' } } as const,
    stats: { might: 3 },
    items: [],
    state: { moves: 1 },
    pools: { hp: 12, beats: { max: 2, first: 1 } },
  };

  it('has what its sheet says', () => {
    const place = { x: 1, y: 2, width: 1, height: 1, elevation: 0, facing: 0 };
    const input = sheet('mira', {}, { place, player: true, side: 'heroes', conditions: [conditionOf('prone')] });
    expect(createFighter(SCHEMA, input, made)).toEqual({
      id: 'mira',
      name: 'mira',
      side: 'heroes',
      player: true,
      place,
      stats: { might: 3 },
      items: [],
      state: { moves: 1 },
      pools: { hp: { value: 12, max: 12 }, beats: { value: 1, max: 2 } },
      conditions: [conditionOf('prone')],
    });
    expect(createFighter(SCHEMA, input, made).conditions).not.toBe(input.conditions);
  });

  it('may have more in a pool than its maximum, up to 9999', () => {
    const poolsOf = (hp: number) => createFighter(SCHEMA, sheet('mira', {}, { pools: { hp } }), made).pools.hp;
    expect([poolsOf(0), poolsOf(15), poolsOf(9999)].map(({ value }) => value)).toEqual([0, 15, 9999]);
    expect(() => poolsOf(10_000)).toThrow('pools.hp: 10000 is not a whole number from 0 to 9999');
  });

  it.each([
    [{ pools: { mana: 1 } }, 'pools.mana: there is no such pool'],
    [{ pools: { toString: 1 } }, 'pools.toString: there is no such pool'],
    [{ conditions: [conditionOf('stunned')] }, 'conditions: unknown condition stunned'],
    [{ conditions: [conditionOf('valueOf')] }, 'conditions: unknown condition valueOf'],
  ])('is refused with an unknown pool or condition: %#', (rest, message) => {
    expect(() => createFighter(SCHEMA, sheet('mira', {}, rest as never), made)).toThrow(message);
  });
});

it('a pool is stored on the actor or in the combat', () => {
  expect([SCHEMA.pools.hp, SCHEMA.pools.beats]).toEqual([
    { document: 'actor', path: 'hp.value' },
    { document: 'combat', path: 'beats' },
  ]);
});
