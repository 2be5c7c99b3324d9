import { beforeEach, describe, expect, it } from 'vitest';
import { adjustPool, applyChange, log } from '../../src/encounter/change';
import type { Command } from '../../src/encounter/command';
import type { Effect } from '../../src/encounter/effect';
import { rewind } from '../../src/encounter/history';
import { beginExchange, type ExchangeRun, resumeExchange, runUntilBlocked } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter, Fighter } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { choose, type Procedure, roll } from '../../src/kernel/procedure';
import { TRANSCRIPT_VERSION } from '../../src/kernel/transcript';
import { type ActionContext, type Game, type Row, reasonsAgainst } from '../../src/toolkit/act/actions';
import { defineCommands, type Runtime } from '../../src/toolkit/act/commands';
import { removalsOf, type StateBasedTable } from '../../src/toolkit/act/state-based';
import { fighter, madeUp } from '../support/encounter';

type Action = Row<Sample>;
interface Context extends ActionContext {
  readonly runtime: Runtime<Sample>;
}
interface Sample extends Game {
  readonly context: Context;
  readonly row: Action;
  readonly declared: void;
}

/** Whom a row was asked about, in order. */
let asked: string[] = [];

const TABLE: StateBasedTable = {
  held: {
    ledger: 'X-1',
    find(encounter, { id, ...rest }) {
      asked.push(id);
      return removalsOf(
        { id, ...rest } as Fighter,
        ({ id: condition, by = '' }) => condition === 'held' && encounter.fighters[by]?.pools.hp?.value === 0,
      );
    },
  },
  watched: {
    ledger: 'X-2',
    anyone: true,
    find: ({ fighters }, one) =>
      removalsOf(one, ({ id }) => id === 'alone' && Object.values(fighters).some(({ pools }) => pools.hp?.value === 0)),
  },
  haunted: {
    ledger: 'X-3',
    find: (_, { id, conditions, pools }) =>
      conditions.some((each) => each.id === 'haunted')
        ? [{ kind: 'pool', of: id, pool: 'hp', by: pools.hp?.value === 1 ? 1 : -1 }]
        : [],
  },
};

const ACTIONS: Record<string, Action> = {
  /** Asks before it hurts and before it heals. */
  hurt: {
    whyNot: ({ target }) => (target?.pools.hp?.value === 0 ? [{ id: 'down' }] : []),
    *play({ fighter: { id }, target, runtime, command }) {
      yield* choose('before', id, ['go']);
      if (command.options?.calls !== undefined) {
        yield* runtime.playChild({ do: String(command.options.calls), by: 'cid', at: target?.id ?? '' });
        yield* log('continued');
      }
      yield* adjustPool(target?.id ?? '', 'hp', -9);
      yield* choose('after', id, ['go']);
    },
  },
  roll: {
    whyNot: ({ target }) => (target?.pools.hp?.value === 0 ? [{ id: 'down' }] : []),
    *play({ fighter: { id } }) {
      yield* roll('luck', { count: 1, sides: 6 }, id);
      yield* choose('after', id, ['go']);
      yield* log('continued');
    },
  },
  /** Ends its own chance to go on, which is no reason to stop. */
  spend: {
    whyNot: ({ fighter: { pools } }) => (pools.hp?.value === 0 ? [{ id: 'spent' }] : []),
    *play({ fighter: { id } }) {
      yield* adjustPool(id, 'hp', -9);
      yield* choose('before', id, ['go']);
      yield* log('continued');
    },
  },
  fell: { play: ({ target }) => adjustPool(target?.id ?? '', 'hp', -9) },
  wait: { play: ({ fighter: { id } }) => choose('waits', id, ['go']) },
  nap: {
    *play({ fighter: { id } }) {
      yield* applyChange({ kind: 'clock', to: { round: 2, phase: 'open' } });
      yield* choose('naps', id, ['go']);
    },
  },
};

const COMMANDS = defineCommands<Sample>({
  clock: {},
  plain: {},
  actions: Object.fromEntries(Object.entries(ACTIONS).map(([id, row]) => [id, { ...row, play: inSection(row) }])),
  stateBased: TABLE,
  actOf: (context) => context,
  whyNot: reasonsAgainst,
  prices: () => [],
  life: { stop: ({ act }, reasons) => log('stopped', { why: reasons.map(({ id }) => id) }, act.fighter.id) },
});

function inSection({ play }: Action): Action['play'] {
  return function* (act): Procedure<void> {
    yield { kind: 'section', command: 'part' };
    yield* play(act);
    yield { kind: 'section', command: null };
  };
}

const RULES: Ruleset = {
  ...madeUp({}),
  play: COMMANDS.play,
  dueChanges: (encounter) => COMMANDS.of(encounter).dueChanges(),
};

const withHp = (id: string, ...conditions: Fighter['conditions']): Fighter => ({
  ...fighter(id),
  conditions,
  pools: { hp: { value: 3, max: 5 } },
});
const held = (by: string) => ({ id: 'held', key: `by-${by}`, until: null, by });
const encounterWith = (...fighters: Fighter[]): Encounter => ({
  ruleset: 'none',
  clock: { round: 1, phase: 'open' },
  settings: {},
  ground: { grid: 'square', cell: 1 },
  fighters: Object.fromEntries(fighters.map((each) => [each.id, each])),
});
const start = (encounter: Encounter, command: Command): ExchangeRun =>
  beginExchange(RULES, encounter, command, makeCountingIds());
const linesOf = ({ effects }: { readonly effects: readonly Effect[] }): string[] =>
  effects.map((effect) => {
    if (effect.kind === 'log') return effect.id;
    return effect.kind === 'condition-removed' ? `${effect.kind} ${effect.of}` : effect.kind;
  });
const answered = (played: ExchangeRun): ExchangeRun => {
  runUntilBlocked(played, () => ({ answer: ['go'] }));
  return played;
};

beforeEach(() => {
  asked = [];
});

describe('state-based changes', () => {
  it('are applied before the next question, in the step that made them due', () => {
    const on = encounterWith(withHp('ann'), withHp('bob'), withHp('cid', held('bob')));
    const played = start(on, { do: 'hurt', by: 'ann', at: 'bob' });
    expect(linesOf(played.table)).toEqual([]);
    played.run.answer(['go']);
    expect([played.run.open?.id, linesOf(played.table)]).toEqual(['after', ['pool', 'condition-removed cid']]);
    expect(RULES.dueChanges(on)).toEqual([]);
  });

  it('are applied at the end of a command, undone with it, and found again by a replay', () => {
    const on = encounterWith(withHp('ann'), withHp('bob'), withHp('cid', held('bob')));
    const before = structuredClone(on);
    const command: Command = { do: 'fell', by: 'ann', at: 'bob' };
    const played = start(on, command);
    expect(linesOf(played.table)).toEqual(['pool', 'condition-removed cid']);
    const after = structuredClone(on);
    const exchange = { version: TRANSCRIPT_VERSION, command, entries: played.run.entries };
    expect(resumeExchange(RULES, structuredClone(on), exchange, makeCountingIds('again')).run.open).toBeNull();
    expect(on).toEqual(after);
    expect(rewind(on, played.table.effects).conflicts).toEqual([]);
    expect(on).toEqual(before);
  });

  it('are looked for in changed fighters and in those bound to them', () => {
    const bound = ['by', 'towards', 'until', 'data', 'none'].map((how) =>
      withHp(how, {
        id: 'held',
        key: how,
        until: how === 'until' ? { at: 'x', of: 'bob' } : null,
        ...(how === 'by' && { by: 'bob' }),
        ...(how === 'towards' && { towards: ['bob'] }),
        ...(how === 'data' && { data: { of: 'bob' } }),
      }),
    );
    start(encounterWith(withHp('ann'), withHp('bob'), ...bound), { do: 'fell', by: 'ann', at: 'bob' });
    expect([...new Set(asked)].sort()).toEqual(['bob', 'by', 'data', 'towards', 'until']);
  });

  it('are looked for in everyone where a row says so, and after a change of the clock', () => {
    const alone = { id: 'alone', key: 'alone', until: null };
    const on = encounterWith(withHp('ann'), withHp('bob'), withHp('cid', alone));
    expect(linesOf(start(on, { do: 'fell', by: 'ann', at: 'bob' }).table)).toEqual(['pool', 'condition-removed cid']);
    expect(asked).toEqual(['bob', 'cid']);
    asked = [];
    start(on, { do: 'nap', by: 'ann' });
    expect(asked).toEqual(['ann', 'bob', 'cid']);
  });

  it('are not looked for if nothing has changed', () => {
    answered(start(encounterWith(withHp('ann'), withHp('cid', held('ann'))), { do: 'wait', by: 'ann' }));
    expect(asked).toEqual([]);
  });

  it('of what was changed outside of commands are applied by cleaning up', () => {
    const on = encounterWith(withHp('ann'), withHp('bob'), withHp('cid', held('bob')));
    Object.assign(on.fighters.bob?.pools.hp ?? {}, { value: 0 });
    expect(RULES.dueChanges(on)).toEqual([{ kind: 'condition-removed', of: 'cid', key: 'by-bob' }]);
    expect(linesOf(start(on, { do: 'clean-up', by: 'gm' }).table)).toEqual(['condition-removed cid']);
    expect(RULES.dueChanges(on)).toEqual([]);
  });

  it('throw if they undo each other for ever', () => {
    const on = encounterWith(withHp('ann'), withHp('bob', { id: 'haunted', key: 'h', until: null }));
    expect(() => start(on, { do: 'nap', by: 'ann' })).toThrow('without end in bob');
  });
});

describe('an action in progress', () => {
  const fell: Command = { do: 'fell', by: 'cid', at: 'bob' };
  const hurt: Command = { do: 'hurt', by: 'ann', at: 'bob' };
  const three = () => encounterWith(withHp('ann'), withHp('bob'), withHp('cid'));

  it('ends at the end of an interrupt that makes it impossible; its question is not asked again', () => {
    const played = start(three(), hurt);
    played.run.interrupt(fell);
    expect([played.run.open, linesOf(played.table)]).toEqual([null, ['pool', 'stopped']]);
    expect(played.table.effects.at(-1)).toMatchObject({ facts: { why: ['down'] } });
    expect(played.run.depth).toBe(0);
  });

  it('resumes to the same end', () => {
    const on = three();
    const played = start(on, hurt);
    played.run.interrupt(fell);
    const exchange = { version: TRANSCRIPT_VERSION, command: hurt, entries: played.run.entries };
    const resumed = resumeExchange(RULES, on, exchange, makeCountingIds('again'));
    expect([resumed.run.open, resumed.newEntries()]).toEqual([null, []]);
  });

  it('goes on after an interrupt that leaves it possible', () => {
    const played = start(three(), hurt);
    played.run.interrupt({ ...fell, at: 'cid' });
    expect(played.run.open?.id).toBe('before');
    answered(played);
    expect(linesOf(played.table)).toEqual(['pool', 'pool']);
  });

  it('ends at the end of a command that it has offered itself', () => {
    const on = three();
    const played = answered(start(on, { ...hurt, options: { calls: 'fell' } }));
    expect(linesOf(played.table)).toEqual(['pool', 'stopped']);
    const sections = played.run.entries.flatMap(({ ask }) => (ask.kind === 'section' ? [ask.command !== null] : []));
    expect(sections.filter(Boolean)).toHaveLength(sections.length / 2);
  });

  it('ends at its first die, and stands once that has fallen', () => {
    const early = start(three(), { do: 'roll', by: 'ann', at: 'bob' });
    early.run.interrupt(fell);
    expect([early.run.open, linesOf(early.table)]).toEqual([null, ['pool', 'stopped']]);
    const late = start(three(), { do: 'roll', by: 'ann', at: 'bob' });
    late.run.answer([4]);
    late.run.interrupt(fell);
    answered(late);
    expect(linesOf(late.table)).toEqual(['pool', 'continued']);
  });

  it('is not ended by its own effects', () => {
    const played = start(three(), { do: 'spend', by: 'ann' });
    played.run.interrupt(fell);
    answered(played);
    expect(linesOf(played.table)).toEqual(['pool', 'pool', 'continued']);
  });

  it('ends once the command inside it has ended, and not before', () => {
    const played = start(three(), { ...hurt, options: { calls: 'wait' } });
    played.run.answer(['go']);
    expect(played.run.open?.id).toBe('waits');
    played.run.interrupt(fell);
    expect(played.run.open?.id).toBe('waits');
    answered(played);
    expect(linesOf(played.table)).toEqual(['pool', 'stopped']);
  });

  it('goes on if the command inside it makes it possible again', () => {
    const on = three();
    const played = start(on, { ...hurt, options: { calls: 'wait' } });
    played.run.answer(['go']);
    played.run.interrupt(fell);
    Object.assign(on.fighters.bob?.pools.hp ?? {}, { value: 2 });
    answered(played);
    expect(linesOf(played.table)).toEqual(['pool', 'continued', 'pool']);
  });
});
