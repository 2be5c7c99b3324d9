import { type Change, settle } from '../src/encounter/change';
import { type Effect, invert, reduce } from '../src/encounter/effect';
import type { Encounter } from '../src/encounter/state';
import { countingIds, tableOf } from '../src/encounter/table';
import type { Die } from '../src/kernel/dice';
import { odds } from '../src/kernel/drivers/odds';
import { simulate } from '../src/kernel/drivers/simulate';
import { seededDie } from '../src/kernel/rng';
import type { Table } from '../src/kernel/table';
import { melee } from '../src/rulesets/energy/attack/attack';
import { duel } from './duel';
import { inlined } from './inlined';
import { selfTesting } from './self-test';
import { drawing } from './sheets';

const COUNT = 1_000_000;
const RUNS = 5;
/** The aim of the kernel: a procedure may cost this much of the hand-written loop's speed, and no more. */
const AIM = 0.25;

const stage = duel();

/** A table that does what is wished and keeps no list of it: in a simulation nobody reads one. */
function scratch(encounter: Encounter): Table {
  const newId = countingIds();
  return {
    apply(change) {
      const effect = settle(encounter, change as Change, newId);
      if (effect !== null) reduce(encounter, effect);
      return effect;
    },
    reduce: (effect) => reduce(encounter, effect as Effect),
    undo: (effect) => reduce(encounter, invert(effect as Effect)),
  };
}

function procedures(count: number, die: Die): number {
  const { encounter, blow, traces, restore } = stage;
  const table = scratch(encounter);
  let sum = 0;
  for (let exchange = 0; exchange < count; exchange++) {
    simulate(melee(blow), table, die);
    sum += traces();
    restore();
  }
  return sum;
}

function timed<T>(work: () => T): [milliseconds: number, result: T] {
  const begun = performance.now();
  const result = work();
  return [performance.now() - begun, result];
}

function simulation(): number {
  let slow = Infinity;
  let fast = Infinity;
  for (let run = 0; run < RUNS; run++) {
    const [a, left] = timed(() => procedures(COUNT, seededDie(run)));
    const [b, same] = timed(() => inlined(stage, COUNT, seededDie(run)));
    if (left !== same) throw new Error(`the two do not play the same game: they left ${left} and ${same}`);
    slow = Math.min(slow, a);
    fast = Math.min(fast, b);
  }
  const rate = (milliseconds: number) => `${(COUNT / milliseconds / 1000).toFixed(2)} million exchanges/s`;
  console.log(`simulate       ${rate(slow)}`);
  console.log(`hand-inlined   ${rate(fast)}`);
  return fast / slow;
}

function distribution(): void {
  const { encounter, blow } = stage;
  const aura = blow.defender.pools.aura!;
  const once = () => {
    const table = tableOf(encounter, countingIds());
    return odds(
      () => melee(blow),
      table,
      () => String(aura.max - aura.value),
    );
  };
  const [cold] = timed(once);
  for (let warm = 0; warm < 50; warm++) once();
  const times = Array.from({ length: 50 }, () => timed(once)[0]).sort((a, b) => a - b);
  const [{ chances }] = once() as [ReturnType<typeof odds>[number]];
  const sum = [...chances.values()].reduce((total, chance) => total + chance, 0);
  console.log(`odds           ${times[25]!.toFixed(2)} ms a distribution (the first ${cold.toFixed(1)} ms)`);
  console.log(`               ${chances.size} outcomes, chances sum to ${sum.toFixed(9)}`);
}

const ratio = simulation();
distribution();
console.log(`ratio          ${ratio.toFixed(3)} of the hand-inlined loop, aim at least ${AIM}`);
drawing();
await selfTesting();
