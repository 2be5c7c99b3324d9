import { describe, expect, it } from 'vitest';
import { type Exchange, fightersIn } from '../../src/encounter/exchange';
import { rewind } from '../../src/encounter/history';
import { beginExchange, type ExchangeRun, resumeExchange } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { type Answer, type InputAsk, PASS } from '../../src/kernel/ask';
import { deepEqual } from '../../src/kernel/deep-equal';
import { seededDie } from '../../src/kernel/rng';
import { TRANSCRIPT_VERSION } from '../../src/kernel/transcript';
import { anyAnswer } from '../support/answer';
import { copyOf } from '../support/copy';
import { playedPairs, type Situation } from '../support/pairs';
import { TESTED } from '../support/rulesets';
import { gearOf, scenariosOf } from '../support/scenario/files';
import { sampled, TIER } from '../tiers/tier';

const answerTo = (ask: InputAsk): Answer =>
  ask.kind === 'offer' ? ask.candidates.map(() => PASS) : anyAnswer(ask, seededDie(3));

function goOn({ run }: ExchangeRun): void {
  for (let asks = 0; run.open && asks < 200; asks++) run.answer(answerTo(run.open));
  if (run.open) throw new Error(`leaves ${run.open.kind} open`);
}

/** A way that waits for a fighter who has just left. */
interface Parting {
  readonly on: Encounter;
  readonly gone: string;
  readonly exchange: Exchange;
}

/** Yields each of those who are asked at the first questions of a way and take no other part in it, before any roll. */
function* partingsOf(ruleset: Ruleset, { before, command }: Situation): Generator<Parting> {
  for (let nth = 0; nth < 4; nth++) {
    const on = copyOf(before);
    const { run } = beginExchange(ruleset, on, command, makeCountingIds());
    for (let asks = 0; run.open && asks < nth; asks++) run.answer(answerTo(run.open));
    if (!run.open || run.entries.some(({ ask }) => ask.kind === 'dice')) return;
    if (run.open.kind !== 'offer') continue;
    const exchange = { version: TRANSCRIPT_VERSION, command, entries: [...run.entries] };
    const involved = [command.by, command.at, ...fightersIn(exchange)];
    for (const gone of new Set(run.open.candidates.map(({ by }) => by))) {
      if (involved.includes(gone)) continue;
      const left = copyOf(on);
      delete left.fighters[gone];
      yield { on: left, gone, exchange };
    }
  }
}

/** Returns where all are, and what they have left. */
const standingsOf = ({ fighters }: Encounter): object =>
  Object.values(fighters).map(({ id, place, pools }) => ({ id, place, pools }));

/** Returns what goes wrong as the way goes on; null if nothing does. */
function faultOf(ruleset: Ruleset, start: Encounter, { on, gone, exchange }: Parting): string | null {
  const before = copyOf(on);
  try {
    const resumed = resumeExchange(ruleset, on, exchange, makeCountingIds('new-'), { left: [gone] });
    goOn(resumed);
    if (ruleset.dueChanges(on).length > 0) return 'leaves changes due';
    const alone = copyOf(start);
    delete alone.fighters[gone];
    goOn(beginExchange(ruleset, alone, exchange.command, makeCountingIds()));
    const [now, without] = [standingsOf(on), standingsOf(alone)];
    if (!deepEqual(now, without)) return `comes to ${JSON.stringify(now)}\n  and not to ${JSON.stringify(without)}`;
    const { conflicts } = rewind(on, resumed.table.effects);
    return conflicts.length > 0 || !deepEqual(on.fighters, before.fighters) ? 'cannot be undone' : null;
  } catch (error) {
    return (error as Error).message;
  }
}

function isOtherWithout(ruleset: Ruleset, { on, exchange }: Parting): boolean {
  try {
    resumeExchange(ruleset, copyOf(on), exchange, makeCountingIds('new-'));
    return false;
  } catch {
    return true;
  }
}

/** Where foes are asked on the way in many scenarios. */
const ASKING: readonly string[] = ['energy', 'slots'];

describe.each(sampled(TESTED, 1, 4))('on a way in $id', (ruleset) => {
  const { id } = ruleset;
  const scenarios = scenariosOf(id).filter((_, at) => TIER !== 'fast' || at % 6 === 0);
  const all = [...playedPairs(ruleset, scenarios, gearOf(id, '.')).situations.values()].flat();
  const partings = all
    .filter(({ command }) => command.path)
    .flatMap((start) => [...partingsOf(ruleset, start)].map((parting) => ({ start, parting })));

  it('who is asked and leaves is dropped, and the mover goes on', () => {
    const others = partings.filter(({ parting }) => isOtherWithout(ruleset, parting));
    const faults = partings.flatMap(({ start: { file, before, command }, parting }) => {
      const fault = faultOf(ruleset, before, parting);
      return fault ? [`${file}: ${JSON.stringify(command)} without ${parting.gone}: ${fault}`] : [];
    });
    expect(faults).toEqual([]);
    if (TIER !== 'fast' && ASKING.includes(id)) expect(others.length).toBeGreaterThan(0);
  });
});
