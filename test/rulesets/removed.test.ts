import { describe, expect, it } from 'vitest';
import type { Effect } from '../../src/encounter/effect';
import { effectsOf } from '../../src/encounter/exchange';
import { rewind } from '../../src/encounter/history';
import { resumeExchange } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter, FighterId } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { deepEqual } from '../../src/kernel/deep-equal';
import { seededDie } from '../../src/kernel/rng';
import { anyAnswer } from '../support/answer';
import { copyOf } from '../support/copy';
import { askedBy, exchangeOf, type Pause, pausesOf } from '../support/pauses';
import { TESTED } from '../support/rulesets';
import { sampled } from '../tiers/tier';

/** Removes a fighter at a question and plays to the end. Returns what is wrong, or null. */
function faultOf(ruleset: Ruleset, pause: Pause, gone: FighterId, lasting: ReadonlySet<string>): string | null {
  const on = copyOf(pause.on);
  delete on.fighters[gone];
  const before = new Map(Object.entries(copyOf(pause.on).fighters));
  const die = seededDie(3);
  try {
    const { run } = resumeExchange(ruleset, on, exchangeOf(pause), makeCountingIds('on-'), { before });
    for (let asks = 0; run.open && asks < 300; asks++) {
      if (askedBy(run.open).includes(gone)) return `${run.open.id} is asked of who has left`;
      run.answer(anyAnswer(run.open, die));
    }
    if (run.open) return `leaves ${run.open.kind} open`;
    if (on.fighters[gone]) return 'is back';
    if (ruleset.dueChanges(on).length > 0) return 'leaves changes due';
    const left = Object.values(on.fighters).flatMap(({ id, state }) =>
      Object.keys(state).flatMap((key) => (lasting.has(key) ? [] : `${id}.${key}`)),
    );
    if (left.length > 0) return `leaves ${left}`;
    // As it is stored.
    const { departed: _, ...again } = copyOf(on);
    const whole = exchangeOf({ ...pause, entries: run.entries });
    const { run: rerun } = resumeExchange(ruleset, again, whole, makeCountingIds('again-'), { before });
    if (rerun.open) return 'is open when it is replayed';
    if (!deepEqual(again.fighters, on.fighters)) return 'ends in another way when it is replayed';
    return whyNotUndone(pause, on, gone, effectsOf(run.entries));
  } catch (error) {
    return String((error as Error).stack)
      .split('\n')
      .slice(0, 7)
      .join('\n   ');
  }
}

const keysIn = ({ fighters }: Encounter): readonly string[] =>
  Object.values(fighters).flatMap(({ state }) => Object.keys(state));

/** Returns the state that is left when a question is answered, and all others. */
function keysAfter(ruleset: Ruleset, pause: Pause): readonly string[] {
  const on = copyOf(pause.on);
  const { run } = resumeExchange(ruleset, on, exchangeOf(pause), makeCountingIds('on-'));
  const die = seededDie(3);
  for (let asks = 0; run.open && asks < 300; asks++) run.answer(anyAnswer(run.open, die));
  return keysIn(on);
}

/** Undoes all. Everything but the fighter who has left is as before. */
function whyNotUndone({ before }: Pause, on: Encounter, gone: FighterId, effects: readonly Effect[]): string | null {
  const { conflicts } = rewind(on, effects);
  const others = conflicts.filter(({ id }) => id !== 'fighter-gone');
  if (others.length > 0) return `cannot be undone: ${JSON.stringify(others)}`;
  const start = copyOf(before);
  delete start.fighters[gone];
  return deepEqual({ ...on.fighters }, { ...start.fighters }) ? null : 'is not undone';
}

/** An exchange goes on when a GM removes a fighter: who has left is asked nothing, and what was done to them ends. */
describe.each(sampled(TESTED, 1, 1))('a question of $id', (ruleset) => {
  it('takes it that a fighter is removed', () => {
    const faults = new Set<string>();
    const pauses = [...pausesOf(ruleset)];
    const lasting = new Set(pauses.flatMap((pause) => [...keysIn(pause.before), ...keysAfter(ruleset, pause)]));
    for (const pause of pauses)
      for (const id of Object.keys(pause.on.fighters)) {
        const fault = faultOf(ruleset, pause, id, lasting);
        if (fault) faults.add(`${pause.name}, ${id}: ${fault}`);
      }
    expect([...faults]).toEqual([]);
    expect(pauses.length).toBeGreaterThan(0);
  }, 300_000);
});
