import { describe, expect, it } from 'vitest';
import { log } from '../../src/encounter/change';
import type { Command } from '../../src/encounter/command';
import type { Effect } from '../../src/encounter/effect';
import type { Encounter, Fighter, Ground, Place } from '../../src/encounter/state';
import { makeCountingIds, workingCopyOf } from '../../src/encounter/table';
import type { Reason } from '../../src/kernel/ask';
import { simulate } from '../../src/kernel/drivers/simulate';
import { fighterCommand, type ManualRules, manualCommands } from '../../src/toolkit/combat/manual';
import { encounter, fighter } from '../support/encounter';
import { at } from '../support/rules';

const CONDITIONS: ManualRules<Encounter>['conditions'] = {
  prone: { implies: [], tone: 'harm', icon: 'prone' },
  held: { implies: [], tone: 'harm', icon: 'held', asks: { source: true, part: ['arm', 'leg'], note: true } },
  edge: { implies: [], tone: 'boon', icon: 'edge', asks: { towards: true } },
  chained: { implies: [], tone: 'harm', icon: 'held', asks: { source: true }, several: true },
};
/** Rules with every hook that says when conditions end. */
const RULES: ManualRules<Encounter> = {
  conditions: CONDITIONS,
  moments: {
    rest: () => ({ at: 'rest' }),
    turn: (_, { id }, source) => ({ at: 'turn-end', of: source?.id ?? id }),
    never: () => null,
  },
  lasting: ({ clock }, { id }, source, count) =>
    clock.round > 0 ? { at: 'round-end', n: clock.round + count, of: source?.id ?? id } : null,
};

type Id = Exclude<keyof ReturnType<typeof manualCommands>, 'restore'>;
const given = (id: Id, rest: Partial<Command>): Command => ({ do: id, by: 'gm', at: 'mira', ...rest });
const scene = (place: Place | null = null, ground: Partial<Ground> = {}, ...others: Fighter[]): Encounter => ({
  ...encounter(fighter('mira', { place }), fighter('gnoll'), ...others),
  ground: { grid: 'square', cell: 1, ...ground },
});

const reasonsFor = (on: Encounter, id: Id, rest: Partial<Command>, rules = RULES): readonly Reason[] =>
  manualCommands(rules)[id].whyNot?.(on, given(id, rest), undefined as never) ?? [];

/** Plays a command; a question for a place gets the first answer. Returns the effects. */
function played(on: Encounter, id: Id, rest: Partial<Command>, rules = RULES): readonly Effect[] {
  const table = workingCopyOf(on, makeCountingIds());
  simulate(manualCommands(rules)[id].play(on, given(id, rest), undefined as never), table, () => 1);
  return table.effects;
}

describe('a GM’s command about a fighter', () => {
  const bow = fighterCommand({ play: (_, { id }) => log(`${id} bows`) });
  const command: Command = { do: 'bow', by: 'gm', at: 'mira' };

  it('concerns the fighter it is at', () => {
    expect(bow.whyNot?.(scene(), command, undefined as never)).toEqual([]);
    expect(bow.play(scene(), command, undefined as never).next().value).toMatchObject({ change: { id: 'mira bows' } });
  });

  it('is refused without that fighter, and throws if it is played then', () => {
    const without: Command = { do: 'bow', by: 'gm' };
    for (const wrong of [{ ...command, at: 'imp' }, without]) {
      expect(bow.whyNot?.(scene(), wrong, undefined as never)).toEqual([{ id: 'no-fighter', impossible: true }]);
      expect(() => bow.play(scene(), wrong, undefined as never)).toThrow(`no fighter ${wrong.at} for bow`);
    }
  });
});

describe('the GM sets a pool', () => {
  it('to a value within its bounds, and the rules learn by how much', () => {
    const rules: typeof RULES = { ...RULES, onPoolSet: (_, { id }, pool, by) => log(`${id} ${pool} ${by}`) };
    const on = scene();
    expect(played(on, 'adjust', { options: { pool: 'hp', to: 4 } }, rules)).toMatchObject([
      { kind: 'pool', of: 'mira', pool: 'hp', by: -3 },
      { kind: 'log', id: 'mira hp -3' },
    ]);
    expect(played(on, 'adjust', { options: { pool: 'hp', to: 99 } }, rules)).toMatchObject([
      { by: 6 },
      { id: 'mira hp 6' },
    ]);
    expect(played(on, 'adjust', { options: { pool: 'hp', to: 1 } })).toHaveLength(1);
  });

  it.each<[Command['options'], object]>([
    [
      { pool: 'mana', to: 1 },
      { id: 'no-pool', data: { pool: 'mana' } },
    ],
    [
      { pool: 'toString', to: 1 },
      { id: 'no-pool', data: { pool: 'toString' } },
    ],
    [
      { pool: 3, to: 1 },
      { id: 'no-pool', data: { pool: '3' } },
    ],
    [
      { pool: ['hp'], to: 1 },
      { id: 'no-pool', data: { pool: 'hp' } },
    ],
    [undefined, { id: 'no-pool', data: { pool: 'undefined' } }],
    [
      { pool: 'hp', to: 1.5 },
      { id: 'no-number', data: { value: '1.5' } },
    ],
    [
      { pool: 'hp', to: '4' },
      { id: 'no-number', data: { value: '4' } },
    ],
    [{ pool: 'hp' }, { id: 'no-number', data: { value: 'undefined' } }],
  ])('but not with %j', (options, reason) => {
    expect(reasonsFor(scene(), 'adjust', { ...(options && { options }) })).toEqual([{ ...reason, impossible: true }]);
  });

  it('with a pool and a number', () => {
    expect(reasonsFor(scene(), 'adjust', { options: { pool: 'hp', to: 0 } })).toEqual([]);
  });
});

describe('the GM’s description of a condition', () => {
  it.each<[object, string[]]>([
    [{ condition: 'prone', on: true }, []],
    [{ condition: 'stunned', on: true }, ['no-condition']],
    [{ condition: 'toString', on: true }, ['no-condition']],
    [{ condition: 'prone' }, ['no-mark']],
    [{ condition: 'prone', on: 'yes' }, ['no-mark']],
    [{ condition: 'held', on: true, source: 'gnoll', part: 'leg', note: 'tight' }, []],
    [{ condition: 'held', on: true, source: undefined, part: undefined }, []],
    [{ condition: 'held', on: true, source: 'imp' }, ['no-fighter']],
    [{ condition: 'held', on: true, source: 3 }, ['no-fighter']],
    [{ condition: 'held', on: true, source: ['gnoll'] }, ['no-fighter']],
    [{ condition: 'held', on: true, part: 'tail' }, ['bad-option']],
    [{ condition: 'held', on: true, towards: 'gnoll' }, ['unknown-option']],
    [{ condition: 'held', on: true, toString: 'x' }, ['unknown-option']],
    [{ condition: 'prone', on: true, source: 'gnoll' }, ['unknown-option']],
    [{ condition: 'prone', on: true, part: 'leg', note: 'x' }, ['unknown-option', 'unknown-option']],
    [{ condition: 'edge', on: true, towards: 'gnoll' }, []],
    [{ condition: 'edge', on: true, towards: 'imp' }, ['no-fighter']],
    // A removal may name whom it held against, even if its row does not ask.
    [{ condition: 'prone', on: false, towards: 'gnoll' }, []],
    [{ condition: 'prone', on: false, towards: 'imp' }, ['no-fighter']],
    [{ condition: 'prone', on: false, source: 'gnoll' }, ['unknown-option']],
    [{ condition: 'prone', on: true, until: 'rest' }, []],
    [{ condition: 'prone', on: true, until: 'never' }, ['no-moment']],
    [{ condition: 'prone', on: true, until: 'dawn' }, ['no-moment']],
    [{ condition: 'prone', on: true, until: 'toString' }, ['no-moment']],
    [{ condition: 'prone', on: true, lasting: 2 }, []],
    [{ condition: 'held', on: true, part: 'tail', until: 'dawn' }, ['bad-option', 'no-moment']],
  ])('%j has the reasons %j', (options, ids) => {
    const reasons = reasonsFor(scene(), 'condition', { options: options as Command['options'] & object });
    expect(reasons.map(({ id }) => id)).toEqual(ids);
    for (const reason of reasons) expect(reason).toMatchObject({ impossible: true });
  });

  it.each<[object, object]>([
    [{ condition: 'stunned', on: true }, { condition: 'stunned' }],
    [{ condition: 'prone', on: 1 }, { value: '1' }],
    [
      { condition: 'held', on: true, part: 'tail' },
      { option: 'part', value: 'tail' },
    ],
    [{ condition: 'prone', on: true, part: 'leg' }, { option: 'part' }],
  ])('%j is refused with %j', (options, data) => {
    const reasons = reasonsFor(scene(), 'condition', { options: options as Command['options'] & object });
    expect(reasons[0]?.data).toEqual(data);
  });

  it('without any option is refused', () => {
    expect(reasonsFor(scene(), 'condition', {}).map(({ id }) => id)).toEqual(['no-condition']);
  });

  it('has no end where the clock does not count, or the ruleset has no such ends', () => {
    const idle = { ...scene(), clock: { round: 0, phase: 'idle' } };
    const options = { condition: 'prone', on: true, lasting: 2 };
    expect(reasonsFor(idle, 'condition', { options }).map(({ id }) => id)).toEqual(['no-moment']);
    for (const end of [{ lasting: 2 }, { until: 'rest' }])
      expect(
        reasonsFor(
          scene(),
          'condition',
          { options: { condition: 'prone', on: true, ...end } },
          { conditions: CONDITIONS },
        ),
      ).toEqual([{ id: 'no-moment', impossible: true }]);
  });
});

describe('the GM adds a condition', () => {
  const added = (options: object): unknown => {
    const [effect, ...others] = played(scene(), 'condition', { options: { on: true, ...options } });
    expect(others).toEqual([]);
    return effect?.kind === 'condition-added' ? effect.condition : effect;
  };

  it.each<[object, object]>([
    [{ condition: 'prone' }, { id: 'prone', until: null }],
    [
      { condition: 'prone', until: 'rest' },
      { id: 'prone', until: { at: 'rest' } },
    ],
    [
      { condition: 'prone', until: 'turn' },
      { id: 'prone', until: { at: 'turn-end', of: 'mira' } },
    ],
    [
      { condition: 'prone', lasting: 2 },
      { id: 'prone', until: { at: 'round-end', n: 3, of: 'mira' } },
    ],
    // A count wins against a moment.
    [
      { condition: 'prone', lasting: 2, until: 'rest' },
      { id: 'prone', until: { at: 'round-end', n: 3, of: 'mira' } },
    ],
    [
      { condition: 'held', source: 'gnoll', part: 'arm', note: undefined, until: 'turn' },
      { id: 'held', by: 'gnoll', data: { part: 'arm' }, until: { at: 'turn-end', of: 'gnoll' } },
    ],
    [
      { condition: 'held', source: 'gnoll', lasting: 1 },
      { id: 'held', by: 'gnoll', until: { at: 'round-end', n: 2, of: 'gnoll' } },
    ],
    [
      { condition: 'edge', towards: 'gnoll' },
      { id: 'edge', until: null, towards: ['gnoll'] },
    ],
  ])('%j as %j', (options, condition) => expect(added(options)).toEqual({ key: 'id1', ...condition }));
});

it('the GM removes all instances of a condition', () => {
  const on = scene();
  for (const [n, id] of ['held', 'prone', 'held'].entries())
    on.fighters['mira']?.conditions.push({ key: `c${n}`, id, until: null });
  played(on, 'condition', { options: { condition: 'held', on: false } });
  expect(on.fighters['mira']?.conditions.map(({ key }) => key)).toEqual(['c1']);
});

it.each([
  ['chained', {}, ['c1', 'c2']],
  ['chained', { all: true }, []],
  ['chained', { source: 'gnoll' }, ['c0', 'c2']],
  ['held', { source: 'gnoll' }, ['c0', 'c2']],
  ['edge', { towards: 'gnoll' }, ['c0', 'c2']],
] as const)('of several that are %s, the GM removes with %j what is meant', (id, told, left) => {
  const on = scene();
  on.fighters['mira']?.conditions.push(
    { key: 'c0', id, until: null },
    { key: 'c1', id, until: null, by: 'gnoll', towards: ['gnoll'] },
    { key: 'c2', id, until: { at: 'rest' } },
  );
  played(on, 'condition', { options: { condition: id, on: false, ...told } });
  expect(on.fighters['mira']?.conditions.map(({ key }) => key)).toEqual(left);
});

it('a ruleset may change how conditions are added and removed', () => {
  const rules: typeof RULES = {
    ...RULES,
    afflict: (_, { condition, on, options, as }) => log(`${condition} ${on} ${options.part} ${as.by}`),
  };
  const afflicted = (options: object) => played(scene(), 'condition', { options: { ...options } }, rules);
  expect(afflicted({ condition: 'held', on: true, part: 'arm', source: 'gnoll' })).toMatchObject([
    { id: 'held true arm gnoll' },
  ]);
  expect(afflicted({ condition: 'prone', on: false })).toMatchObject([{ id: 'prone false undefined undefined' }]);
});

it.each<[object, object]>([
  [{ condition: 'prone' }, { id: 'prone', until: null }],
  [
    { condition: 'held', source: undefined, note: undefined },
    { id: 'held', until: null },
  ],
  [
    { condition: 'held', note: 'x', part: undefined },
    { id: 'held', until: null, data: { note: 'x' } },
  ],
])('a ruleset gets the condition %j without what is not set', (options, condition) => {
  const got: unknown[] = [];
  const rules: typeof RULES = {
    ...RULES,
    afflict(_, { as }) {
      got.push(as);
      return log('afflicted');
    },
  };
  played(scene(), 'condition', { options: { on: true, ...options } }, rules);
  expect(got).toStrictEqual([condition]);
});

describe('the GM places a fighter', () => {
  const path = [at(1.5), at(2.5), at(3.5)];
  it('at the end of the path', () => {
    const on = scene(at(0.5));
    const rules: typeof RULES = { ...RULES, placed: (_, { place }, from) => log(`${from.x} to ${place?.x}`) };
    expect(reasonsFor(on, 'place', { path })).toEqual([]);
    expect(played(on, 'place', { path }, rules)).toMatchObject([
      { kind: 'move', from: at(0.5), by: path.slice(0, 2), to: at(3.5) },
      { kind: 'log', id: '0.5 to 3.5' },
    ]);
    expect(played(on, 'place', { path })).toHaveLength(1);
  });

  it.each<[string, Place | null, Partial<Command>, string]>([
    ['off the map', null, { path }, 'the place of a fighter on the map'],
    ['without a path', at(0.5), {}, 'the path of a placed fighter'],
    ['on an empty path', at(0.5), { path: [] }, 'the end of a path'],
  ])('but not %s', (_, from, rest, missing) => {
    expect(reasonsFor(scene(from), 'place', rest)).toEqual([{ id: 'no-path', impossible: true }]);
    expect(() => played(scene(from), 'place', rest)).toThrow(missing);
  });
});
