import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { beginExchange, type ExchangeRun } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { type Answer, GM, type InputAsk, PASS } from '../../src/kernel/ask';
import { deepEqual } from '../../src/kernel/deep-equal';
import { seededDie } from '../../src/kernel/rng';
import { anyAnswer } from '../support/answer';
import { copyOf } from '../support/copy';
import { playedPairs } from '../support/pairs';
import { TESTED } from '../support/rulesets';
import { gearOf, scenariosOf } from '../support/scenario/files';
import { sampled, TIER } from '../tiers/tier';

const answerTo = (ask: InputAsk): Answer =>
  ask.kind === 'offer' ? ask.candidates.map(() => PASS) : anyAnswer(ask, seededDie(5));

/** Plays a command up to its first dice; null if it rolls none. */
function untilDice(ruleset: Ruleset, on: Encounter, command: Command): ExchangeRun['run'] | null {
  const { run } = beginExchange(ruleset, on, command, makeCountingIds());
  for (let asks = 0; run.open && run.open.kind !== 'dice' && asks < 40; asks++) run.answer(answerTo(run.open));
  return run.open && run.depth === 0 ? run : null;
}

function play(ruleset: Ruleset, on: Encounter, command: Command): void {
  const { run } = beginExchange(ruleset, on, command, makeCountingIds('gm-'));
  for (let asks = 0; run.open && asks < 40; asks++) run.answer(answerTo(run.open));
}

/** Conditions with which another target or bond is chosen, and the die of a shot that is under way. */
const EXEMPT: Readonly<Record<string, readonly string[]>> = {
  slots: ['confused', 'corpse', 'restrained'],
  energy: ['hit'],
};

const PART = TIER === 'fast' ? 4 : 1;

/** Situations of each command: all of them take a minute on a busy machine. */
const FEW = 3;

/** A condition that comes while the first dice of a command are awaited changes them as if it had been there before. */
describe.each(sampled(TESTED, 1))('the first dice of $id', (ruleset) => {
  it('are those of the moment when they fall', () => {
    const scenarios = scenariosOf(ruleset.id).filter((_, at) => at % PART === 0);
    const { situations } = playedPairs(ruleset, scenarios, gearOf(ruleset.id, '.'));
    const faults = new Set<string>();
    let changed = 0;
    for (const { file, before, command } of [...situations.values()].flatMap((each) => each.slice(0, FEW))) {
      const first = untilDice(ruleset, copyOf(before), command)?.open;
      if (!first) continue;
      for (const at of new Set([command.by, command.at]))
        for (const condition of Object.keys(ruleset.conditions)) {
          if (at === undefined || !before.fighters[at]) continue;
          const afflict: Command = { do: 'condition', by: GM, at, options: { condition, on: true } };
          const earlier = copyOf(before);
          if (ruleset.whyNot(earlier, afflict).length > 0) continue;
          play(ruleset, earlier, afflict);
          if (ruleset.whyNot(earlier, command).length > 0) continue;
          const expected = untilDice(ruleset, earlier, command)?.open;
          const on = copyOf(before);
          const run = untilDice(ruleset, on, command);
          if (!run || !expected) continue;
          run.interrupt(afflict);
          while (run.open && run.depth > 0) run.answer(answerTo(run.open));
          if (run.open?.kind !== 'dice' || expected.kind !== 'dice' || run.open.id !== expected.id) continue;
          if (EXEMPT[ruleset.id]?.some((id) => id === condition || id === expected.id)) continue;
          if (!deepEqual(expected, first)) changed++;
          if (!deepEqual(run.open, expected))
            faults.add(`${file}: ${command.do}, ${condition} on ${at}: ${JSON.stringify([run.open, expected])}`);
        }
    }
    expect([...faults]).toEqual([]);
    expect(changed).toBeGreaterThan(0);
  });
});
