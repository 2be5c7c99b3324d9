import { describe, expect, it } from 'vitest';
import { log } from '../../src/encounter/change';
import type { Command } from '../../src/encounter/command';
import type { Effect } from '../../src/encounter/effect';
import type { Encounter, Fighter } from '../../src/encounter/state';
import type { Ask } from '../../src/kernel/ask';
import { choose, type Procedure, roll } from '../../src/kernel/procedure';
import type { Game, Row } from '../../src/toolkit/act/actions';
import { logStop, stopOf } from '../../src/toolkit/act/command-run';
import { defineCommands } from '../../src/toolkit/act/commands';
import {
  applyStateBased,
  type ChangedFighters,
  dueChanges,
  noteEffect,
  removalsOf,
} from '../../src/toolkit/act/state-based';
import { encounter, fighter } from '../support/encounter';
import { conditionOf } from '../support/rules';

interface Sample extends Game {
  readonly row: Row<Sample>;
}
type Tables = Parameters<typeof defineCommands<Sample>>[0];
const IDLE = { *play() {} };

/** Commands that do nothing, changed by `rest`. */
const commandsOf = (rest: Partial<Tables> = {}) =>
  defineCommands<Sample>({
    clock: { start: { *play() {} } },
    plain: { rest: { icon: 'plain/rest', of: 'both', *play() {} }, wait: { *play() {} } },
    actions: { run: { icon: 'actions/boots', ...IDLE }, jump: IDLE, rest: { icon: 'actions/never', ...IDLE } },
    actOf: (context) => context,
    whyNot: () => [],
    prices: () => [],
    ...rest,
  });
const given = (id: string, by = 'mira'): Command => ({ do: id, by });
const on = encounter(fighter('mira'), fighter('gnoll'));

describe('the commands of a ruleset', () => {
  it('have the icon of their action, else of the plain command, else one of their name', () => {
    const { iconOf } = commandsOf();
    expect(['run', 'jump', 'wait', 'dance'].map(iconOf)).toEqual([
      'actions/boots',
      'actions/jump',
      'actions/wait',
      'actions/dance',
    ]);
    expect(commandsOf({ actions: {} }).iconOf('rest')).toBe('plain/rest');
  });

  it('name an action that is unknown, and throw if it is expected', () => {
    const { whyNot, expect: expectAction } = commandsOf().of(on);
    expect(whyNot(given('dance'))).toEqual([{ id: 'unknown-action', data: { action: 'dance' }, impossible: true }]);
    expect(() => expectAction(given('dance'))).toThrow('no action dance of mira in this encounter');
    expect(expectAction(given('run')).action).toMatchObject({ icon: 'actions/boots' });
  });

  it('never interrupt as reactions unless the ruleset says so', () => {
    expect(commandsOf().interrupts(given('run'))).toBeNull();
    expect(commandsOf({ cutsIn: (_, { by }) => by === 'mira' }).interrupts(given('run'))).toBe('reaction');
    expect(commandsOf({ cutsIn: () => true }).interrupts(given('dance'))).toBeNull();
  });

  it('keep the order of ways to move that cost the same', () => {
    const { moves } = commandsOf({ prices: (_, __) => [{ pool: 'hp', amount: 1 }] }).of(on);
    expect(moves([given('jump'), given('run')]).map(({ command }) => command.do)).toEqual(['jump', 'run']);
  });

  it('sort ways to move by weight, and may price them otherwise', () => {
    const { moves } = commandsOf().of(on);
    const found = moves([given('run'), given('jump')], {
      price: ({ action }) => [{ pool: 'hp', amount: action.icon ? 4 : 2 }],
      weigh: ([price]) => price?.amount ?? 0,
    });
    expect(found.map(({ command, cost }) => [command.do, cost[0]?.amount])).toEqual([
      ['jump', 2],
      ['run', 4],
    ]);
  });
});

describe('what stopped an action', () => {
  it('is written on the card with its reason', () => {
    expect(logStop('mira', [{ id: 'wall', data: { side: 'north' } }, { id: 'far' }]).next().value).toEqual({
      kind: 'apply',
      change: { kind: 'log', id: 'stopped', facts: { side: 'north', why: 'wall' }, of: 'mira' },
    });
    expect(logStop('mira', []).next().value).toMatchObject({ change: { facts: { why: '' } } });
  });

  it('leaves null as its result', () => {
    const steps = stopOf('mira')([{ id: 'wall' }]);
    expect(steps.next().value).toMatchObject({ change: { id: 'stopped', facts: { why: 'wall' } } });
    expect(steps.next(null)).toEqual({ done: true, value: null });
  });
});

describe('a part of an action', () => {
  const partOf = (procedure: Procedure<string>): Generator<Ask, unknown, unknown> =>
    commandsOf()
      .of(on)
      .whileLegal(() => [], procedure, stopOf('mira')) as never;
  function* asking(): Procedure<string> {
    try {
      yield* choose('way', 'mira', ['left']);
      yield* roll('luck', { count: 1, sides: 6 }, 'mira');
    } catch (error) {
      return `caught ${(error as Error).message}`;
    }
    return 'done';
  }

  it('asks what its procedure asks, and has its result', () => {
    const part = partOf(asking());
    expect([part.next().value, part.next('left').value]).toMatchObject([{ id: 'way' }, { id: 'luck' }]);
    expect(part.next(3)).toEqual({ done: true, value: 'done' });
  });

  it('passes faults in and out', () => {
    const part = partOf(asking());
    part.next();
    expect(part.throw(new Error('a fault'))).toEqual({ done: true, value: 'caught a fault' });
    const broken = partOf(
      (function* (): Procedure<string> {
        yield* log('begins');
        throw new Error('another fault');
      })(),
    );
    broken.next();
    expect(() => broken.next(null)).toThrow('another fault');
  });

  it('can be left early, as a command can', () => {
    const part = partOf(asking());
    part.next();
    expect(part.return('left')).toEqual({ done: true, value: 'left' });
    const command = commandsOf({ actions: { run: { play: asking } } }).play(on, given('run'));
    command.next();
    expect(command.return('left' as never)).toEqual({ done: true, value: 'left' });
    expect(command.next().done).toBe(true);
  });
});

describe('the fighters that an effect changes', () => {
  const noted = (effect: object) => {
    const changed: ChangedFighters = { all: false, ids: new Set() };
    noteEffect(changed, effect as Effect);
    return [changed.all, [...changed.ids]];
  };

  it.each<[object, unknown[]]>([
    [{ kind: 'pool', of: 'mira', pool: 'hp', by: 1 }, [false, ['mira']]],
    [{ kind: 'move', of: 'mira', to: null }, [false, ['mira']]],
    [{ kind: 'state', of: 'mira', key: 'x', to: 'gnoll' }, [false, ['mira']]],
    [{ kind: 'item-transferred', of: 'mira', to: 'gnoll' }, [false, ['mira', 'gnoll']]],
    [{ kind: 'clock', to: {} }, [true, []]],
    [{ kind: 'log', id: 'x', of: 'mira' }, [false, []]],
    [{ kind: 'outcome', of: 'mira' }, [false, []]],
  ])('%j are %j', (effect, wanted) => expect(noted(effect)).toEqual(wanted));

  it.each<[string, object, boolean]>([
    ['has it as its source', { by: 'gnoll' }, true],
    ['has another source', { by: 'imp' }, false],
    ['holds against it among others', { towards: ['imp', 'gnoll'] }, true],
    ['ends with its turn', { until: { at: 'turn-end', of: 'gnoll' } }, true],
    ['names it in its data', { data: { n: 3, who: 'gnoll', part: 'arm' } }, true],
    ['has other data', { data: { n: 3, who: 'imp' } }, false],
    ['has nothing of it', {}, false],
  ])('concern a fighter whose condition %s', (_, rest, isAsked) => {
    const mira = fighter('mira', { conditions: [conditionOf('held', rest)] });
    const asked: string[] = [];
    const find = (_: Encounter, { id }: Fighter) => {
      asked.push(id);
      return [];
    };
    const changed: ChangedFighters = { all: false, ids: new Set(['gnoll']) };
    const steps = applyStateBased(
      { row: { ledger: 'X-1', find } },
      encounter(mira, fighter('imp'), fighter('gnoll')),
      changed,
    );
    expect(steps.next().done).toBe(true);
    expect(asked).toEqual(isAsked ? ['mira', 'gnoll'] : ['gnoll']);
    expect(changed).toEqual({ all: false, ids: new Set() });
  });
});

it('conditions are removed in the order in which they came', () => {
  const mira = fighter('mira', { conditions: ['c', 'a', 'b'].map((key) => conditionOf('held', { key })) });
  const removals = (subject: Fighter) => removalsOf(subject, ({ key }) => key !== 'b');
  expect(removals(mira)).toEqual(['c', 'a'].map((key) => ({ kind: 'condition-removed', of: 'mira', key })));
  expect(removals(fighter('gnoll'))).toEqual([]);
  const row = { ledger: 'X-1', find: (_: Encounter, each: Fighter) => removals(each) };
  expect(dueChanges({ row }, encounter(fighter('gnoll'), mira))).toHaveLength(2);
});
