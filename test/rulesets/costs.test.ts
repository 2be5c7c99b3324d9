import { describe, expect, it } from 'vitest';
import type { Command, Price } from '../../src/encounter/command';
import { applyEffect, type Effect, invertEffect } from '../../src/encounter/effect';
import { beginExchange } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import type { Viewer } from '../../src/encounter/view';
import { type Answer, GM, type InputAsk, PASS } from '../../src/kernel/ask';
import { deepEqual } from '../../src/kernel/deep-equal';
import { seededDie } from '../../src/kernel/rng';
import { ticksOf } from '../../src/rulesets/seconds/schema';
import { anyAnswer } from '../support/answer';
import { copyOf } from '../support/copy';
import { playedPairs, type Situation } from '../support/pairs';
import { TESTED } from '../support/rulesets';
import { gearOf, scenariosOf } from '../support/scenario/files';
import { runs, sampled } from '../tiers/tier';

/** The first questions of an action at which its payer's pools change. */
const PAUSES = 3;
/** Of the later ones, up to this many behind them, one is tried. */
const LATER = 8;
const NEVER = Number.POSITIVE_INFINITY;
/** Changes tried at a question. */
const EACH = 5;
/** A long walk of a generator ends. */
const MOST_ASKS = 300;

const MASTER: Viewer = { gm: true, owns: [], targets: [] };

type Fighters = Encounter['fighters'];

/** What the GM does to the payer's pools: takes all, takes one, gives some. */
const changesTo = ({ fighters }: Encounter, at: string): Command[] =>
  Object.entries(fighters[at]?.pools ?? {}).flatMap(([pool, { value, max }]) =>
    [0, value - 1, 1, Math.min(max, value + 3)]
      .filter((to, nth, all) => to >= 0 && to !== value && all.indexOf(to) === nth)
      .map((to): Command => ({ do: 'adjust', by: GM, at, options: { pool, to } })),
  );

/** Passes in the first half of the cases, accepts what is offered in the others. */
const answerTo = (ask: InputAsk, die: ReturnType<typeof seededDie>, accepts: boolean): Answer =>
  ask.kind === 'offer' && !accepts ? ask.candidates.map(() => PASS) : anyAnswer(ask, die);

/** Answers with the last possible option, such as "no". */
const lastAnswer = (ask: InputAsk, die: ReturnType<typeof seededDie>, accepts: boolean): Answer => {
  const last = ask.kind === 'choice' && ask.options.findLast(({ whyNot = [] }) => whyNot.length === 0);
  return last ? [last.id] : answerTo(ask, die, accepts);
};

const pricesOf = (ruleset: Ruleset, on: Encounter, { command }: Situation): readonly Price[] =>
  ruleset.whyNot(on, command).length > 0 ? [] : ruleset.views.action(on, command, MASTER).cost;

/** Returns the law that breaks, or null. */
function faultOf(
  ruleset: Ruleset,
  start: Situation,
  nth: number,
  change: Command,
  accepts: boolean,
  prices: readonly Price[],
): string | null {
  const die = seededDie(7);
  const on = copyOf(start.before);
  const payer = start.command.by;
  const { run, table } = beginExchange(ruleset, on, start.command, makeCountingIds());
  const all: Effect[] = [];
  const own: Effect[] = [];
  let seen = 0;
  const take = (isOwn: boolean): void => {
    const fresh = table.effects.slice(seen);
    seen = table.effects.length;
    all.push(...fresh);
    if (isOwn) own.push(...fresh);
  };
  for (let asks = 0; run.open && asks < MOST_ASKS; asks++) {
    if (asks === nth) {
      take(true);
      run.interrupt(change);
      for (const open = run.open; run.open && run.open !== open && asks < MOST_ASKS; asks++)
        run.answer(anyAnswer(run.open, die));
      take(false);
      if (!run.open) break;
    }
    run.answer((nth === NEVER ? lastAnswer : answerTo)(run.open, die, accepts));
  }
  take(true);
  for (const { id, pools, items, conditions } of Object.values(on.fighters)) {
    for (const [pool, { value }] of Object.entries(pools)) if (value < 0) return `${id} has ${value} ${pool}`;
    for (const item of items)
      if ('quantity' in item && Number(item.quantity) < 0) return `${id} has ${item.quantity} ${item.name}`;
    const fainted = conditions.some(({ data }) => data?.['cause'] === 'stamina');
    const was = start.before.fighters[id]?.conditions.some(({ data }) => data?.['cause'] === 'stamina');
    if (fainted && !was && Number(pools['stamina']?.value) > 0) return `${id} faints with Stamina left`;
  }
  // A new turn refills.
  const end = own.findIndex(({ kind }) => kind === 'clock');
  const paying = end < 0 ? own : own.slice(0, end);
  for (const { pool, amount } of prices) {
    const net = paying.reduce(
      (sum, effect) => sum + (effect.kind === 'pool' && effect.of === payer && effect.pool === pool ? effect.by : 0),
      0,
    );
    if (net > 0) return `${payer} is refunded ${net} ${pool} more than was paid`;
    // A button shows seconds, the pool counts tenths.
    const due = pool === 'seconds' ? ticksOf(amount) : amount;
    if (!accepts && -net > due) return `${payer} pays ${-net} ${pool} for ${due}`;
  }
  for (const effect of all.toReversed()) applyEffect(on, invertEffect(effect));
  if (!deepEqual(on.fighters, start.before.fighters)) expect(on.fighters as Fighters).toEqual(start.before.fighters);
  return null;
}

describe.each(sampled(TESTED, 1))('what an action of $id costs', (ruleset) => {
  const { id } = ruleset;
  const { situations } = playedPairs(ruleset, scenariosOf(id), gearOf(id, '.'));

  it('is paid once, never below zero, and undone exactly, though pools change at its questions', () => {
    const die = seededDie(13);
    const faults = new Set<string>();
    let played = 0;
    for (const start of [...situations.values()].flat()) {
      if (start.command.by === GM) continue;
      const prices = pricesOf(ruleset, start.before, start);
      for (const nth of [...Array(PAUSES).keys(), PAUSES - 1 + die(LATER)]) {
        const changes = changesTo(start.before, start.command.by);
        const wanted = Math.min(changes.length, runs(nth < PAUSES ? EACH : 2));
        for (let count = 0; count < wanted; count++) {
          const [change] = changes.splice(die(changes.length) - 1, 1) as [Command];
          played++;
          const accepts = count % 2 === 1;
          const fault = tryFault(start, nth, change, accepts, prices);
          if (fault)
            faults.add(
              `${fault}: ${start.file}: question ${nth}, ${JSON.stringify(change.options)}, ${accepts}, ${JSON.stringify(start.command)}`,
            );
        }
      }
    }
    expect([...faults].slice(0, 20)).toEqual([]);
    expect(played).toBeGreaterThan(50);
  }, 600_000);

  it('gives nothing back that was not paid, if the GM forces it without means', () => {
    const faults = new Set<string>();
    let forced = 0;
    for (const start of [...situations.values()].flat()) {
      if (start.command.by === GM) continue;
      const prices = pricesOf(ruleset, start.before, start);
      const before = copyOf(start.before);
      for (const { pool } of prices) Object.assign(before.fighters[start.command.by]?.pools[pool] ?? {}, { value: 0 });
      const bare = { ...start, before };
      const reasons = ruleset.whyNot(before, start.command);
      if (reasons.length === 0 || reasons.some((reason) => 'impossible' in reason)) continue;
      forced++;
      for (const accepts of [false, true]) {
        const fault = tryFault(bare, NEVER, { do: 'none', by: GM }, accepts, prices);
        if (fault) faults.add(`${fault}: ${start.file}: ${accepts}, ${JSON.stringify(start.command)}`);
      }
    }
    expect([...faults].slice(0, 20)).toEqual([]);
    // Plans of Tempo are not paid from pools.
    expect(forced).toBeGreaterThan(id === 'tempo' ? -1 : 5);
  }, 600_000);

  function tryFault(start: Situation, nth: number, change: Command, accepts: boolean, prices: readonly Price[]) {
    try {
      return faultOf(ruleset, start, nth, change, accepts, prices);
    } catch (error) {
      return `throws ${String(error).slice(0, 200)}`;
    }
  }
});
