import { spawnSync } from 'node:child_process';
import { type Change, resolveChange } from '../src/encounter/change';
import { applyEffect, type Effect, invertEffect } from '../src/encounter/effect';
import { type ForecastQuestion, forecast } from '../src/encounter/forecast';
import type { Encounter } from '../src/encounter/state';
import { makeCountingIds } from '../src/encounter/table';
import type { Viewer } from '../src/encounter/view';
import type { Die } from '../src/kernel/dice';
import { odds } from '../src/kernel/drivers/odds';
import { simulate } from '../src/kernel/drivers/simulate';
import { seededDie } from '../src/kernel/rng';
import type { WorkingCopy } from '../src/kernel/table';
import { type Duel, duels, restoring, tracesOf } from './duels';
import { left, type Report } from './report';

const ATTACKS = 50_000;
const COMMANDS = 2_000;
/** Enough runs for the engine to compile the code. */
const FORECASTS = 60;
const WHOLE = 10;
const RUNS = 5;
const MASTER: Viewer = { gm: true, owns: [], targets: [] };

/** Limits of a ruleset, as ratios only: absolute times depend on the machine. */
interface Aims {
  /** Minimum speed of a simulated attack, relative to the hand-written loop. */
  readonly attack: number;
  /** Maximum duration of a button's odds, in thousands of attacks of the hand-written loop. */
  readonly button: number;
}

/**
 * A third, or three times, of the values on a quiet machine: a busy one varies that much, and a worse result is a
 * regression.
 */
const AIMS: Readonly<Record<string, Aims>> = {
  energy: { attack: 0.01, button: 8 },
  clash: { attack: 0.003, button: 150 },
  seconds: { attack: 0.004, button: 10 },
  slots: { attack: 0.004, button: 20 },
  tempo: { attack: 0.002, button: 25 },
};

/** Returns a table that applies every change; effects recorded in `noted` can be undone. */
function scratch(encounter: Encounter, noted: Effect[] | null): WorkingCopy {
  const newId = makeCountingIds();
  return {
    apply(change) {
      const effect = resolveChange(encounter, change as Change, newId);
      if (effect !== null) {
        applyEffect(encounter, effect);
        noted?.push(effect);
      }
      return effect;
    },
    applyEffect: (effect) => applyEffect(encounter, effect as Effect),
    undo: (effect) => applyEffect(encounter, invertEffect(effect as Effect)),
  };
}

/** Returns the process's CPU milliseconds per call, without other load of the machine. */
function each(count: number, work: () => void): number {
  const begun = process.cpuUsage();
  for (let at = 0; at < count; at++) work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000 / count;
}

/** Returns the median of several runs. Runs alternate so that a busy moment affects all; the first one warms up. */
function medians(works: readonly (readonly [count: number, work: () => void])[]): number[] {
  const times = works.map((): number[] => []);
  for (let run = 0; run <= RUNS; run++)
    for (const [at, [count, work]] of works.entries()) {
      const time = each(count, work);
      if (run > 0) times[at]!.push(time);
    }
  return times.map((all) => all.sort((a, b) => a - b)[RUNS >> 1]!);
}

/** Throws if the attack and the hand-written loop give different results. */
function compared(duel: Duel): void {
  const traces = tracesOf(duel);
  const restore = restoring(duel);
  const left = (attack: (die: Die) => void): number => {
    const die = seededDie(1);
    let sum = 0;
    for (let at = 0; at < 10_000; at++) {
      attack(die);
      sum += traces();
      restore();
    }
    return sum;
  };
  const table = scratch(duel.encounter, null);
  const [a, b] = [left((die) => simulate(duel.attack(), table, die)), left(duel.inlined)];
  if (a !== b) throw new Error(`${duel.ruleset.id}: the games differ: ${a} and ${b} are left`);
}

type Reader = new (formula: string) => { readonly total: number };

/** Imports a formula parser for comparison, or returns null if it is not installed. */
async function reader(): Promise<Reader | null> {
  try {
    const name = '@dice-roller/rpg-dice-roller';
    return ((await import(name)) as { DiceRoll: Reader }).DiceRoll;
  } catch {
    return null;
  }
}

interface Row {
  readonly ruleset: string;
  readonly loop: number;
  readonly attack: number;
  readonly command: number;
  readonly button: number;
  readonly settled: number;
  readonly whole: number;
  readonly lines: number;
  readonly exact: boolean;
  readonly formulas: number | null;
  readonly icepool: number | null;
}

function measured(duel: Duel, Roll: Reader | null): Row {
  compared(duel);
  const { ruleset, encounter, command, pool, formulas } = duel;
  const restore = restoring(duel);
  const die = seededDie(1);
  const bare = scratch(encounter, null);
  const noted: Effect[] = [];
  const noting = scratch(encounter, noted);
  const { ground } = encounter;
  let drawn = 0;
  const target = command.at ?? '';
  const left: ForecastQuestion<Encounter> = { outcome: (after) => String(after.fighters[target]!.pools[pool]!.value) };
  const isSettled = (effect: Effect) => effect.kind === 'outcome' && effect.outcome.success !== undefined;
  const once = () => forecast(ruleset, encounter, command, left);
  const [loop, attack, played, button, settled, whole, read] = medians([
    [
      ATTACKS,
      () => {
        duel.inlined(die);
        restore();
      },
    ],
    [
      ATTACKS,
      () => {
        simulate(duel.attack(), bare, die);
        restore();
      },
    ],
    [
      COMMANDS,
      () => {
        simulate(ruleset.play(encounter, command), noting, die);
        while (noted.length > 0) noting.undo(noted.pop());
      },
    ],
    [
      FORECASTS,
      () => {
        // Forecasts are memoized by the ground, among others: a new one avoids the cache.
        Object.assign(encounter, { ground: { ...ground, drawn: ++drawn } });
        const { odds } = ruleset.views.action(encounter, command, MASTER);
        if (!odds || odds.length === 0) {
          const against = ruleset.whyNot(encounter, command).map(({ id }) => id);
          throw new Error(`${ruleset.id} shows no odds: ${against.join(', ')}`);
        }
      },
    ],
    [FORECASTS, () => void forecast(ruleset, encounter, command, { ...left, settles: isSettled })],
    [WHOLE, once],
    [
      Roll ? 200 : 0,
      () => {
        if (Roll) for (const formula of formulas) new Roll(formula);
      },
    ],
  ]) as [number, number, number, number, number, number, number];
  const { lines, exact } = once();
  return {
    ruleset: ruleset.id,
    loop,
    attack,
    command: played,
    button,
    settled,
    whole,
    lines: lines.length,
    exact,
    formulas: Roll ? read : null,
    icepool: byIcepool(duel),
  };
}

/**
 * Returns icepool's milliseconds for the distribution of the attack, or null without its folder. Throws if the average
 * damage differs.
 */
function byIcepool({ ruleset, attack, encounter, command, pool, numbers }: Duel): number | null {
  const [, folder] = process.argv.slice(process.argv.indexOf('--icepool'));
  if (!process.argv.includes('--icepool') || folder === undefined) return null;
  const asked = JSON.stringify({ ruleset: ruleset.id, ...numbers });
  const { status, stdout, stderr } = spawnSync('python3', ['bench/with_icepool.py', asked], {
    env: { ...process.env, PYTHONPATH: folder },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`icepool: ${stderr}`);
  const { ms, mean } = JSON.parse(stdout) as { ms: number; mean: number };
  const { value } = encounter.fighters[command.at ?? '']!.pools[pool]!;
  const table = scratch(encounter, null);
  const lost = () => String(value - encounter.fighters[command.at ?? '']!.pools[pool]!.value);
  // Clash's loop covers a dodging target, which is the first branch.
  const [line] = odds(attack, table, lost, 400_000);
  const ours = [...line!.chances].reduce((sum, [points, chance]) => sum + Number(points) * chance, 0);
  if (Math.abs(ours - mean) > 1e-6)
    throw new Error(`${ruleset.id}: icepool expects ${mean} points on average, Cadence ${ours}`);
  return ms;
}

const HEADINGS = [
  'ruleset',
  'loop, ns',
  'attack',
  'command',
  '20,000 attacks, ms',
  '20,000 commands, ms',
  'odds of the button, ms',
  '... in attacks of the loop',
  'odds to its outcome, ms',
  'odds to its end, ms',
  'rpg-dice-roller, ms for 20,000',
  'icepool, ms',
];

/** Reports a table with a row per ruleset. Attack and command are relative to the hand-written loop's speed. */
export async function rules(report: Report): Promise<void> {
  const Roll = await reader();
  const missed: string[] = [];
  console.log(`| ${HEADINGS.join(' | ')} |\n|${HEADINGS.map(() => '---|').join('')}`);
  for (const duel of duels()) {
    if (left() === 0) {
      console.log(`not measured: ${duel.ruleset.id}, no time left`);
      continue;
    }
    const row = measured(duel, Roll);
    const { ruleset, loop, attack, command, button, settled, whole } = row;
    const cells = [
      ruleset,
      (loop * 1e6).toFixed(0),
      (loop / attack).toFixed(3),
      (loop / command).toFixed(4),
      ...[attack, command].map((ms) => (20_000 * ms).toFixed(0)),
      button.toFixed(2),
      (button / loop).toFixed(0),
      settled.toFixed(2),
      `${whole.toFixed(1)} (${row.exact ? '' : 'played, '}${row.lines} lines)`,
      row.formulas === null ? 'not installed' : (20_000 * row.formulas).toFixed(0),
      row.icepool === null ? 'not given' : row.icepool.toFixed(2),
    ];
    report.add(row, `| ${cells.join(' | ')} |`);
    const aims = AIMS[ruleset];
    if (!aims || loop / attack < aims.attack || button / loop / 1000 > aims.button)
      missed.push(`${ruleset} missed: ${JSON.stringify(aims)}`);
  }
  for (const each of missed) console.error(each);
  if (missed.length > 0) process.exitCode = 1;
}
