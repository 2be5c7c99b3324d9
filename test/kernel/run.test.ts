import { describe, expect, it } from 'vitest';
import type { Ask } from '../../src/kernel/ask';
import { dice } from '../../src/kernel/dice';
import { replay } from '../../src/kernel/drivers/replay';
import { choose, type Procedure, roll } from '../../src/kernel/procedure';
import { run } from '../../src/kernel/run';
import { type Entry, TRANSCRIPT_VERSION, TranscriptError } from '../../src/kernel/transcript';
import { tally } from '../support/table';

const options = [
  { id: 'stand', whyNot: [] },
  { id: 'leap', whyNot: [{ id: 'tired' }] },
];

/** A blow that its target may stand or leap over; it deals the damage on the die. */
function* blow(): Procedure<string> {
  const answer = yield* choose('answer', 'kor', options);
  const damage = yield* roll('damage', dice(1, 6), 'mira');
  const lost = (yield { kind: 'apply', change: -damage }) as number | null;
  return `${answer} ${lost}`;
}

const faultOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof TranscriptError) return error.fault;
    throw error;
  }
  return 'none';
};

describe('a run', () => {
  it('stops at each input ask and continues with its answer', () => {
    const running = run(blow(), tally(4));
    expect(running.open).toMatchObject({ id: 'answer', by: 'kor' });
    running.answer(['stand'], 'bob');
    expect(running.open).toMatchObject({ id: 'damage', by: 'mira' });
    running.answer([6]);
    expect(running.open).toBeNull();
    expect(running.outcome).toBe('stand -4');
  });

  it('records who gave each answer, and the actual effects', () => {
    const running = run(blow(), tally(4));
    running.answer(['stand'], 'bob');
    running.answer([6]);
    expect(running.entries.map(({ answer }) => answer)).toEqual([['stand'], [6], -4]);
    expect(running.entries[0]).toHaveProperty('user', 'bob');
  });

  // Found by the bench: JSON turns -0 into 0, so a spell without spell energy could not resume after a pause.
  it('can be resumed from JSON after an effect of -0', () => {
    function* graze(): Procedure<string> {
      yield { kind: 'apply', change: -0 };
      return yield* choose('answer', 'kor', options);
    }
    const first = run(graze(), tally(4));
    first.answer(['stand']);
    const written = JSON.parse(JSON.stringify(first.entries)) as Entry[];
    const again = run(graze(), tally(4), written);
    expect(again.outcome).toBe('stand');
  });

  it('stays at the ask if the answer is invalid', () => {
    const running = run(blow(), tally(4));
    for (const wrong of [['fly'], ['leap'], [], ['stand', 'leap'], [3]])
      expect(faultOf(() => running.answer(wrong as string[]))).toBe('invalid');
    expect(running.open).toMatchObject({ id: 'answer' });
    expect(running.entries).toEqual([]);
    running.answer(['stand']);
    expect(running.open).toMatchObject({ id: 'damage' });
  });

  it('refuses an answer after its end', () => {
    const running = run(blow(), tally(4));
    running.answer(['stand']);
    running.answer([1]);
    expect(faultOf(() => running.answer([1]))).toBe('left-over');
  });
});

describe('a replay', () => {
  const recorded = (): readonly Entry[] => {
    const running = run(blow(), tally(4));
    running.answer(['stand']);
    running.answer([6]);
    return running.entries;
  };
  const transcript = (entries: readonly Entry[], version = TRANSCRIPT_VERSION) => ({ version, entries });

  it('gives the same outcome and the same state', () => {
    const table = tally(4);
    expect(replay(blow(), table, transcript(recorded()))).toBe('stand -4');
    expect(table.value).toBe(0);
  });

  it('applies the recorded effects even if the rules would now give others', () => {
    const table = tally(9);
    expect(replay(blow(), table, transcript(recorded()))).toBe('stand -4');
    expect(table.value).toBe(5);
  });

  it('continues where the transcript ends', () => {
    const running = run(blow(), tally(4), recorded().slice(0, 1));
    expect(running.open).toMatchObject({ id: 'damage' });
  });

  it.each`
    fault          | entries
    ${'missing'}   | ${(all: Entry[]) => all.slice(0, 2).slice(0, 1)}
    ${'left-over'} | ${(all: Entry[]) => [...all, all[0]]}
    ${'mismatch'}  | ${(all: Entry[]) => [all[1], all[0], all[2]]}
    ${'mismatch'}  | ${(all: Entry[]) => [all[0], all[1], { ...all[2], ask: { kind: 'apply', change: -5 } }]}
    ${'invalid'}   | ${(all: Entry[]) => [all[0], { ...all[1], answer: [7] }, all[2]]}
    ${'invalid'}   | ${(all: Entry[]) => [{ ...all[0], answer: ['leap'] }, all[1], all[2]]}
  `('reports the fault $fault and does not guess', ({ fault, entries }) => {
    expect(faultOf(() => replay(blow(), tally(4), transcript(entries([...recorded()]))))).toBe(fault);
  });

  it.each`
    otherwise                                                     | fault
    ${{ facts: { weapon: 'Axe', bonus: 5 } }}                     | ${null}
    ${{ options: [{ id: 'stand', name: 'Steady', whyNot: [] }] }} | ${null}
    ${{ facts: { weapon: 'Axe', bonus: 6 } }}                     | ${'mismatch'}
    ${{ facts: { weapon: 'Axe' } }}                               | ${'mismatch'}
    ${{ by: 'kor' }}                                              | ${'mismatch'}
    ${{ options: [{ id: 'leap', name: 'Stand', whyNot: [] }] }}   | ${'mismatch'}
  `('compares facts and ids but not names: $otherwise', ({ otherwise, fault }) => {
    const facts = { weapon: 'Sword', bonus: 5 };
    const asked = {
      kind: 'choice',
      id: 'how',
      by: 'mira',
      options: [{ id: 'stand', name: 'Stand', whyNot: [] }],
      facts,
    };
    const question = function* (ask: object): Procedure<unknown> {
      return yield ask as Ask;
    };
    const running = run(question(asked), tally(4));
    running.answer(['stand']);
    const again = () => replay(question({ ...asked, ...otherwise }), tally(4), transcript(running.entries));
    expect(fault ? faultOf(again) : again()).toBe(fault ?? 'stand');
  });

  it('refuses a transcript of another version', () => {
    expect(faultOf(() => replay(blow(), tally(4), transcript(recorded(), TRANSCRIPT_VERSION + 1)))).toBe('version');
  });
});
