import { type Change, settle } from '../src/encounter/change';
import { type Effect, invert, reduce } from '../src/encounter/effect';
import { forecast, type Measured } from '../src/encounter/forecast';
import type { Encounter } from '../src/encounter/state';
import { countingIds } from '../src/encounter/table';
import type { Viewer } from '../src/encounter/view';
import type { Die } from '../src/kernel/dice';
import { simulate } from '../src/kernel/drivers/simulate';
import { seededDie } from '../src/kernel/rng';
import type { Table } from '../src/kernel/table';
import { type Duel, duels, restoring, tracesOf } from './duels';

const ATTACKS = 50_000;
const COMMANDS = 2_000;
const FORECASTS = 6;
const RUNS = 5;
const MASTER: Viewer = { gm: true, owns: [], targets: [] };

/** What a ruleset must keep. Ratios alone are compared: how fast a machine is says nothing of the rules. */
interface Aims {
  /** An attack simulated: so much of the hand-written loop's speed at least. */
  readonly attack: number;
  /** The odds on its button take no longer than so many thousand attacks of the hand-written loop. */
  readonly button: number;
}

/** A third of what they are on a quiet machine, or three times as much: a busy one is up to so much off, and what is worse has lost something. */
const AIMS: Readonly<Record<string, Aims>> = {
  energy: { attack: 0.06, button: 3 },
  clash: { attack: 0.003, button: 300 },
  seconds: { attack: 0.004, button: 10 },
  slots: { attack: 0.004, button: 20 },
  tempo: { attack: 0.002, button: 25 },
};

/** A table that does what is wished; where it notes effects, they can be taken back. */
function scratch(encounter: Encounter, noted: Effect[] | null): Table {
  const newId = countingIds();
  return {
    apply(change) {
      const effect = settle(encounter, change as Change, newId);
      if (effect !== null) {
        reduce(encounter, effect);
        noted?.push(effect);
      }
      return effect;
    },
    reduce: (effect) => reduce(encounter, effect as Effect),
    undo: (effect) => reduce(encounter, invert(effect as Effect)),
  };
}

/** Milliseconds of one of so many. */
function each(count: number, work: () => void): number {
  const begun = performance.now();
  for (let at = 0; at < count; at++) work();
  return (performance.now() - begun) / count;
}

/** The least of some runs each, taken in turns so that a busy moment is nobody's alone. */
function best(works: readonly (readonly [count: number, work: () => void])[]): number[] {
  const times = works.map(() => Infinity);
  for (let run = 0; run < RUNS; run++)
    for (const [at, [count, work]] of works.entries()) times[at] = Math.min(times[at]!, each(count, work));
  return times;
}

/** Fails where the attack and the hand-written loop do not play the same game. */
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
  if (a !== b) throw new Error(`${duel.ruleset.id}: they do not play the same game: they left ${a} and ${b}`);
}

/** The rules built without generators, where they play a game at a call; scripts/bench.mjs puts them beside this. */
type AtOnce = typeof import('./at-once');
const atOnceRules = async (): Promise<AtOnce> =>
  (await import(new URL('bench-at-once.mjs', import.meta.url).href)) as AtOnce;

type Reader = new (formula: string) => { readonly total: number };

/** A reader of formulas to compare with, where one is installed. */
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
  readonly plainly: number;
  readonly command: number;
  readonly button: number;
  readonly settled: number;
  readonly whole: number;
  readonly lines: number;
  readonly exact: boolean;
  readonly formulas: number | null;
}

function measured(duel: Duel, { simulateAtOnce }: AtOnce, twin: Duel, Roll: Reader | null): Row {
  compared(duel);
  const { ruleset, encounter, command, pool, formulas } = duel;
  const restore = restoring(duel);
  const die = seededDie(1);
  const bare = scratch(encounter, null);
  const twinTable = scratch(twin.encounter, null);
  const restoreTwin = restoring(twin);
  const noted: Effect[] = [];
  const noting = scratch(encounter, noted);
  const { ground } = encounter;
  let drawn = 0;
  const target = command.at ?? '';
  const left: Measured<Encounter> = { outcome: (after) => String(after.fighters[target]!.pools[pool]!.value) };
  const isSettled = (effect: Effect) => effect.kind === 'outcome' && effect.outcome.success !== undefined;
  const once = () => forecast(ruleset, encounter, command, left);
  const [loop, attack, plainly, played, button, settled, whole, read] = best([
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
      ATTACKS,
      () => {
        simulateAtOnce(twin.attack, twinTable, die);
        restoreTwin();
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
        // Odds are kept by the ground among other things: these have not been reckoned.
        Object.assign(encounter, { ground: { ...ground, drawn: ++drawn } });
        const { odds } = ruleset.views.action(encounter, command, MASTER);
        if (!odds || odds.length === 0) {
          const against = ruleset.whyNot(encounter, command).map(({ id }) => id);
          throw new Error(`${ruleset.id} shows no odds: ${against.join(', ')}`);
        }
      },
    ],
    [FORECASTS, () => void forecast(ruleset, encounter, command, { ...left, settles: isSettled })],
    [1, once],
    [
      Roll ? 200 : 0,
      () => {
        if (Roll) for (const formula of formulas) new Roll(formula);
      },
    ],
  ]) as [number, number, number, number, number, number, number, number];
  const { lines, exact } = once();
  return {
    ...{ ruleset: ruleset.id, loop, attack, plainly, command: played, button, settled, whole },
    ...{ lines: lines.length, exact, formulas: Roll ? read : null },
  };
}

/**
 * One table, a row to each ruleset. A share is of the hand-written loop's speed; odds are told in milliseconds for a reader and in
 * thousands of attacks of that loop for the comparison.
 */
export async function rules(): Promise<void> {
  const Roll = await reader();
  const fixed = (value: number, digits: number): string => value.toFixed(digits);
  console.log('           simulated, share of a loop          | odds: ms (thousand attacks of the loop)');
  console.log(
    'ruleset    loop     attack   at once  command  | button          to its outcome  to its end          formulas read',
  );
  const plain = await atOnceRules();
  const twins = plain.duels();
  for (const [at, duel] of duels().entries()) {
    const row = measured(duel, plain, twins[at]!, Roll);
    const { ruleset, loop, attack, plainly, command, button, settled, whole, lines, exact, formulas } = row;
    const odds = (ms: number): string => `${fixed(ms, 2)} (${fixed(ms / loop / 1000, 1)})`.padEnd(16);
    const end = `${fixed(whole, 1)} ${exact ? '' : '≈'}${lines} lines`.padEnd(20);
    const simulated = [
      `${fixed(loop * 1e6, 0)} ns`,
      fixed(loop / attack, 3),
      fixed(loop / plainly, 3),
      fixed(loop / command, 4),
    ];
    const read = formulas === null ? 'not installed' : `${fixed(formulas / attack, 1)} times an attack`;
    console.log(
      `${ruleset.padEnd(10)} ${simulated.map((each) => each.padEnd(8)).join(' ')} | ${odds(button)}${odds(settled)}${end}${read}`,
    );
    const aims = AIMS[ruleset];
    if (!aims || loop / attack < aims.attack || button / loop / 1000 > aims.button) {
      console.log(`           missed: ${JSON.stringify(aims)}`);
      process.exitCode = 1;
    }
  }
}
