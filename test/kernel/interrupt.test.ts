import { describe, expect, it, vi } from 'vitest';
import { GM, PASS } from '../../src/kernel/ask';
import { dice } from '../../src/kernel/dice';
import { replay } from '../../src/kernel/drivers/replay';
import {
  askAll,
  askAmount,
  askPlace,
  askText,
  choose,
  offer,
  type Procedure,
  refreshDice,
  roll,
  section,
} from '../../src/kernel/procedure';
import { type Run, run } from '../../src/kernel/run';
import { type Entry, TRANSCRIPT_VERSION, TranscriptError } from '../../src/kernel/transcript';
import { type Tally, tally } from '../support/table';

const change = (by: number) => ({ kind: 'apply' as const, change: by });

/** A walk that others may interrupt. The number in the state is the strength left. */
function* walk(): Procedure<string> {
  const taken = yield* offer(
    'begun',
    [
      { by: 'kor', commands: ['trip', 'shout'], defaultAnswer: 'ask' },
      { by: 'dov', commands: ['trip'], defaultAnswer: 'ask' },
    ],
    'first',
  );
  for (const { command } of taken) yield* section(command, trip());
  const way = yield* choose('way', 'mira', [
    { id: 'on', whyNot: [] },
    { id: 'back', whyNot: [] },
  ]);
  yield change(-1);
  return way;
}

function* trip(): Procedure<void> {
  const face = yield* roll('trip', dice(1, 6), 'kor');
  yield change(-face);
}

/** An interrupt that takes three, after asking for confirmation. */
function* sting(): Procedure<void> {
  yield* roll('sting', dice(1, 4), 'wasp');
  yield change(-3);
}

const CHILDREN: Record<string, () => Procedure<unknown>> = { sting, trip };
const children = (command: unknown) => CHILDREN[command as string]();
const begun = (table: Tally, recorded: readonly Entry[] = []) => run(walk(), table, recorded, children);
const kinds = (entries: readonly Entry[]) =>
  entries.map(({ ask }) => ('id' in ask ? ask.id : ask.kind === 'apply' ? ask.change : `${ask.kind} ${ask.command}`));

const faultOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof TranscriptError) return error.fault;
    throw error;
  }
  return 'none';
};

describe('a child procedure', () => {
  it('is recorded as a section of the same transcript and ends before its parent continues', () => {
    const running = begun(tally(9));
    expect(running.depth).toBe(0);
    running.answer([0, PASS]);
    expect([running.open, running.depth]).toMatchObject([{ id: 'trip' }, 1]);
    running.answer([4]);
    expect([running.open, running.depth]).toMatchObject([{ id: 'way' }, 0]);
    running.answer(['on']);
    expect(kinds(running.entries)).toEqual(['begun', 'section trip', 'trip', -4, 'section null', 'way', -1]);
  });

  it('is not recorded if everyone passes', () => {
    const running = begun(tally(9));
    running.answer([PASS, PASS]);
    running.answer(['back']);
    expect(kinds(running.entries)).toEqual(['begun', 'way', -1]);
    expect(running.outcome).toBe('back');
  });

  it('of another child is one level deeper', () => {
    function* deep(levels: number): Procedure<number> {
      if (levels === 0) return yield* roll('bottom', dice(1, 6), 'mira');
      return yield* section(levels, deep(levels - 1));
    }
    const running = run(deep(3), tally());
    expect(running.depth).toBe(3);
    running.answer([5]);
    expect([running.outcome, running.depth]).toEqual([5, 0]);
  });

  it('is never offered if there are no candidates', () => {
    function* alone(): Procedure<number> {
      return (yield* offer('begun', [], 'all')).length;
    }
    const running = run(alone(), tally());
    expect([running.open, running.outcome, running.entries]).toEqual([null, 0, []]);
  });
});

describe('an interrupt', () => {
  it('runs at the pause, and the same ask is opened again', () => {
    const table = tally(9);
    const running = begun(table);
    const before = running.open;
    running.interrupt('sting', 'gm');
    expect([running.open, running.depth]).toMatchObject([{ id: 'sting', by: 'wasp' }, 1]);
    running.answer([2]);
    expect([running.open, running.depth, table.value]).toEqual([before, 0, 6]);
    expect(running.entries[0]).toEqual({
      ask: { kind: 'interrupt', command: 'sting' },
      answer: null,
      user: 'gm',
    });
  });

  it('may come at every pause, any number of times', () => {
    const table = tally(20);
    const running = begun(table);
    for (let times = 0; times < 2; times++) {
      running.interrupt('sting');
      running.answer([1]);
    }
    running.answer([PASS, PASS]);
    running.interrupt('sting');
    running.answer([1]);
    running.answer(['on']);
    expect([running.outcome, table.value]).toEqual(['on', 10]);
  });

  it('within a section returns to that section', () => {
    const running = begun(tally(20));
    running.answer([PASS, 0]);
    running.interrupt('sting');
    expect(running.depth).toBe(2);
    running.answer([1]);
    expect([running.open, running.depth]).toMatchObject([{ id: 'trip' }, 1]);
  });

  // The referee accepts no interrupt inside another; if it happens, the transcript must still be correct.
  it('within an interrupt ends before the outer one', () => {
    const table = tally(20);
    const running = begun(table);
    running.interrupt('sting');
    running.interrupt('trip');
    expect([running.open, running.depth]).toMatchObject([{ id: 'trip' }, 2]);
    running.answer([5]);
    expect([running.open, running.depth, table.value]).toMatchObject([{ id: 'sting' }, 1, 15]);
    running.answer([1]);
    expect([running.open, running.depth, table.value]).toMatchObject([{ id: 'begun' }, 0, 12]);
    expect(kinds(running.entries)).toEqual(['interrupt sting', 'interrupt trip', 'trip', -5, 'sting', -3]);
  });

  it('without an input ask is over at once', () => {
    function* sleep(): Procedure<void> {
      yield change(-2);
    }
    const table = tally(9);
    const running = run(walk(), table, [], sleep);
    running.interrupt('sleep');
    expect([running.open, table.value]).toMatchObject([{ id: 'begun' }, 7]);
  });

  it('is refused if it is unknown or the exchange has ended', () => {
    const running = run(sting(), tally(9));
    expect(() => running.interrupt('sting')).toThrow('nothing may cut in here');
    expect([running.open, running.entries, running.depth]).toMatchObject([{ id: 'sting' }, [], 0]);
    running.answer([1]);
    expect(faultOf(() => running.interrupt('sting'))).toBe('left-over');
  });
});

describe('dice that an interrupt changes', () => {
  /** Strikes with the strength that is left, and notes what was begun and left. */
  const strikes = (table: Tally, refresh: typeof refreshDice, notes: string[] = []) => {
    function* strike(): Procedure<number> {
      const bonus = table.value;
      notes.push('begun');
      try {
        return (yield* refresh(() => roll('strike', dice(1, 20), 'mira', { bonus: table.value }))) + bonus;
      } finally {
        notes.push('left');
      }
    }
    return run(refresh(strike), table, [], children);
  };
  const stung = (running: Run<number>): void => {
    running.interrupt('sting');
    running.answer([1]);
  };

  it('are asked for again, with all that was read for them', () => {
    const notes: string[] = [];
    const running = strikes(tally(9), refreshDice, notes);
    stung(running);
    expect(running.open).toMatchObject({ id: 'strike', facts: { bonus: 6 } });
    stung(running);
    expect(running.open).toMatchObject({ id: 'strike', facts: { bonus: 3 } });
    running.answer([10]);
    expect(running.outcome).toBe(13);
    expect(notes).toEqual(['begun', 'left', 'begun', 'left', 'begun', 'left']);
  });

  it('are asked for again of rules that have their own copy of the kernel', async () => {
    vi.resetModules();
    const { refreshDice: refresh } = await import('../../src/kernel/procedure');
    expect(refresh).not.toBe(refreshDice);
    const running = strikes(tally(9), refresh);
    stung(running);
    expect(running.open).toMatchObject({ id: 'strike', facts: { bonus: 6 } });
  });

  it('are asked for again after an interrupt of an interrupt', () => {
    const running = strikes(tally(9), refreshDice);
    running.interrupt('sting');
    stung(running);
    expect(running.open).toMatchObject({ id: 'sting' });
    running.answer([1]);
    expect(running.open).toMatchObject({ id: 'strike', facts: { bonus: 3 } });
  });

  it('are as they were if other asks come first', () => {
    const table = tally(9);
    function* afterwards(): Procedure<number> {
      const bonus = table.value;
      yield* choose('way', 'mira', ['on']);
      return (yield* roll('strike', dice(1, 20), 'mira', { bonus })) + bonus;
    }
    const running = run(refreshDice(afterwards), table, [], children);
    running.answer(['on']);
    stung(running);
    expect(running.open).toMatchObject({ id: 'strike', facts: { bonus: 9 } });
    running.answer([10]);
    expect(running.outcome).toBe(19);
  });

  it('are asked for again in what follows an answer inside the interrupt', () => {
    const table = tally(9);
    const running = strikes(table, refreshDice);
    running.interrupt('sting');
    const rest = running.restAfter([1]);
    expect(rest.next().value).toEqual(change(-3));
    expect(rest.next(table.apply(-3)).value).toMatchObject({ id: 'strike', facts: { bonus: 6 } });
  });

  it('replay to the same result', () => {
    const running = strikes(tally(9), refreshDice);
    stung(running);
    running.answer([10]);
    const table = tally(9);
    const again = run(
      refreshDice(() => refreshDice(() => roll('strike', dice(1, 20), 'mira', { bonus: table.value }))),
      table,
      JSON.parse(JSON.stringify(running.entries)),
      children,
    );
    expect([again.open, again.outcome]).toEqual([null, 10]);
  });
});

describe('the transcript of an interrupted exchange', () => {
  const played = () => {
    const table = tally(20);
    const running = begun(table);
    running.answer([PASS, 0], 'bob');
    running.interrupt('sting', 'gm');
    running.interrupt('trip', 'gm');
    running.answer([5]);
    running.answer([1]);
    running.answer([6]);
    running.interrupt('sting');
    running.answer([4]);
    running.answer(['on'], 'ann');
    return { running, table };
  };
  const record = (): Entry[] => JSON.parse(JSON.stringify(played().running.entries));

  it('replays to the same result', () => {
    const { running, table } = played();
    const transcript = { version: TRANSCRIPT_VERSION, entries: record() };
    const again = tally(20);
    expect(replay(walk(), again, transcript, children)).toBe(running.outcome);
    expect(again.value).toBe(table.value);
  });

  it('resumes at the same ask and depth from any prefix', () => {
    const whole = record();
    const reference = begun(tally(20));
    const seen = new Map([[0, { open: reference.open, depth: 0 }]]);
    const note = () => seen.set(reference.entries.length, { open: reference.open, depth: reference.depth });
    for (const { ask, answer } of whole) {
      if (ask.kind === 'interrupt') reference.interrupt(ask.command);
      else if (ask.kind !== 'apply' && ask.kind !== 'section') reference.answer(answer as number[]);
      else continue;
      note();
    }
    expect(seen.size).toBe(10);
    for (const [length, { open, depth }] of seen) {
      const table = tally(20);
      const resumed = begun(table, whole.slice(0, length));
      expect([resumed.open, resumed.depth]).toEqual([open, depth]);
      expect(table.applied).toEqual([]);
    }
  });

  it.each`
    fault          | why                                   | meddle
    ${'mismatch'}  | ${'another child stands in it'}       | ${(all: Entry[]) => all.map((entry) => (entry.ask.kind === 'section' && entry.ask.command ? { ...entry, ask: { ...entry.ask, command: 'shout' } } : entry))}
    ${'mismatch'}  | ${'something else cut in'}            | ${(all: Entry[]) => all.map((entry) => (entry.ask.kind === 'interrupt' ? { ...entry, ask: { ...entry.ask, command: 'trip' } } : entry))}
    ${'mismatch'}  | ${'a section does not end'}           | ${(all: Entry[]) => all.filter(({ ask }) => ask.kind !== 'section' || ask.command !== null)}
    ${'mismatch'}  | ${'no one cut in'}                    | ${(all: Entry[]) => all.filter(({ ask }) => ask.kind !== 'interrupt')}
    ${'mismatch'}  | ${'the offer went to others'}         | ${(all: Entry[]) => all.map((entry) => (entry.ask.kind === 'offer' ? { ...entry, ask: { ...entry.ask, candidates: entry.ask.candidates.slice(1) } } : entry))}
    ${'invalid'}   | ${'an accepted command is not there'} | ${(all: Entry[]) => all.map((entry) => (entry.ask.kind === 'offer' ? { ...entry, answer: [PASS, 1] } : entry))}
    ${'left-over'} | ${'it is cut into after its end'}     | ${(all: Entry[]) => [...all, { ask: { kind: 'interrupt', command: 'sting' }, answer: null }]}
    ${'missing'}   | ${'the last interrupt is unanswered'} | ${(all: Entry[]) => all.slice(0, -4)}
  `('is not replayed if $why: $fault', ({ fault, meddle }) => {
    const entries = meddle(record()) as Entry[];
    const transcript = { version: TRANSCRIPT_VERSION, entries };
    expect(faultOf(() => replay(walk(), tally(20), transcript, children))).toBe(fault);
  });
});

describe('a procedure', () => {
  it('is resumed with the value of each kind of ask', () => {
    function* every(): Procedure<unknown[]> {
      return [
        yield* askAmount('price', GM, 1, 9, { of: 'lamp' }),
        yield* askText('trigger', 'mira', 20),
        yield* askPlace('step', 'mira', [{ x: 1 }, { x: 2 }]),
        yield* askAll('identify', [
          { kind: 'dice', id: 'kor', by: 'kor', dice: dice(1, 20) },
          { kind: 'amount', id: 'gm', by: GM, min: 0, max: 5 },
        ]),
        yield* offer('done', [{ by: 'kor', commands: ['a', 'b'], defaultAnswer: 'pass' }], 'all'),
      ];
    }
    const running = run(every(), tally());
    const answers = [[3], ['the door'], [{ x: 2 }], [[17], [5]], [1]];
    for (const answer of answers) running.answer(answer);
    const values = [3, 'the door', { x: 2 }, [17, 5], [{ by: 'kor', command: 'b' }]];
    expect(running.outcome).toEqual(values);
    const transcript = { version: TRANSCRIPT_VERSION, entries: JSON.parse(JSON.stringify(running.entries)) };
    expect(replay(every(), tally(), transcript)).toEqual(values);
  });

  it('stays at the ask if one of several answers is invalid', () => {
    function* two(): Procedure<unknown> {
      return yield* askAll('both', [
        { kind: 'dice', id: 'one', by: 'kor', dice: dice(1, 6) },
        { kind: 'text', id: 'other', by: 'mira', maxLength: 3 },
      ]);
    }
    const running = run(two(), tally());
    for (const wrong of [[[7], ['ok']], [[6], ['long']], [[6]], [[6], ['ok'], ['ok']]])
      expect(faultOf(() => running.answer(wrong))).toBe('invalid');
    expect(running.entries).toEqual([]);
    running.answer([[6], ['ok']]);
    expect(running.outcome).toEqual([6, 'ok']);
  });
});
