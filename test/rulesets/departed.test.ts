import { describe, expect, it } from 'vitest';
import { type Exchange, effectsOf, fightersIn } from '../../src/encounter/exchange';
import { beginExchange, resumeExchange } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import { makeCountingIds } from '../../src/encounter/table';
import { GM } from '../../src/kernel/ask';
import { seededDie } from '../../src/kernel/rng';
import { TRANSCRIPT_VERSION } from '../../src/kernel/transcript';
import { anyAnswer } from '../support/answer';
import { copyOf } from '../support/copy';
import { playedPairs, type Situation } from '../support/pairs';
import { TESTED } from '../support/rulesets';
import { gearOf, scenariosOf } from '../support/scenario/files';
import { sampled } from '../tiers/tier';

/** The first questions of a command at which fighters leave. */
const PAUSES = 5;

/** Returns why an exchange cannot be resumed without those who have done nothing in it; null if it can. */
function faultWithout(ruleset: Ruleset, on: Situation['before'], exchange: Exchange, left: readonly string[]) {
  const there = copyOf(on);
  for (const id of left) delete there.fighters[id];
  const die = seededDie(3);
  try {
    const { run } = resumeExchange(ruleset, there, structuredClone(exchange), makeCountingIds('again-'));
    for (let asks = 0; run.open && asks < 300; asks++) run.answer(anyAnswer(run.open, die));
    return run.open && `leaves ${run.open.kind} open`;
  } catch (error) {
    return String(error).slice(0, 300);
  }
}

/** Actions whose own dice or legality depend on those who are asked; the referee then names who has left. */
const DEPEND: Readonly<Record<string, readonly string[]>> = {
  // The difficulty counts those who are passed; a contest has two sides.
  slots: ['tumble', 'grapple-contest'],
  // Who helps is a part of the roll.
  tempo: ['hide'],
};

/** A way is walked in one stretch where no one is left to answer on it. */
const hasMoved = ({ entries }: Exchange): boolean => effectsOf(entries).some(({ kind }) => kind === 'move');

/** In Clash only those are asked who have a part in it. */
const ASKING = TESTED.filter(({ id }) => id !== 'clash');

/** Who was asked just now and has not answered may be deleted: that is like passing, see `missingFighters` of the referee. */
describe.each(sampled(ASKING, 1))('an offer of $id', (ruleset) => {
  it('is passed by those who leave', () => {
    const { situations } = playedPairs(ruleset, scenariosOf(ruleset.id), gearOf(ruleset.id, '.'));
    const faults = new Set<string>();
    let tried = 0;
    for (const { file, before, command } of [...situations.values()].flat()) {
      if (DEPEND[ruleset.id]?.includes(command.do)) continue;
      const on = copyOf(before);
      const { run } = beginExchange(ruleset, on, command, makeCountingIds());
      const die = seededDie(7);
      for (let nth = 0; run.open && nth < PAUSES; nth++) {
        const exchange = { version: TRANSCRIPT_VERSION, command, entries: run.entries };
        const part = fightersIn(exchange);
        const asked = run.open.kind === 'offer' && !hasMoved(exchange) ? run.open.candidates : [];
        const left = asked.flatMap(({ by }) => (by === GM || part.includes(by) ? [] : [by]));
        for (const those of left.length > 1 ? [left, ...left.map((id) => [id])] : [left]) {
          if (those.length === 0) continue;
          tried++;
          const fault = faultWithout(ruleset, on, exchange, those);
          if (fault) faults.add(`${file}: ${command.do}, question ${nth}, without ${those}: ${fault}`);
        }
        run.answer(anyAnswer(run.open, die));
      }
    }
    expect([...faults]).toEqual([]);
    expect(tried).toBeGreaterThan(0);
  });
});
