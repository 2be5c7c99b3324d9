import { seededDie } from '../src/kernel/rng';
import { Table } from '../test/headless/table';
import { fight } from '../test/headless/world';
import type { Report } from './report';

const RUNS = 50;
/** Maximum wait of a GM, in milliseconds. */
const AIM = 50;

const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1]!;

function timed(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

/**
 * Compares the self-test in a client without a window with creating a combat from stored data, which resembles most of
 * its probes. A GM waits for the first run in a fresh tab.
 */
export async function selfTesting(report: Report): Promise<void> {
  const world = await fight('energy', seededDie(1));
  // A player's tab does not run the self-test when it opens.
  const table = await Table.open({ seed: 1, present: ['Gamemaster', 'Ann'], world });
  try {
    const { page } = table.tabs[1]!;
    const stored = page.game.combats.contents[0].toObject();
    const Combat = page.game.combats.documentClass;
    const cold = timed(() => page.tried());
    const { failed } = page.tried();
    if (failed.length > 0) throw new Error(`the self-test failed: ${failed.join(', ')}`);
    const tests: number[] = [];
    const combats: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      combats.push(timed(() => new Combat(stored)));
      tests.push(timed(() => page.tried()));
    }
    const [test, combat] = [median(tests), median(combats)];
    report.add(
      { test, cold, combat },
      `self-test      ${test.toFixed(2)} ms (the first ${cold.toFixed(1)} ms), target: under ${AIM} ms`,
    );
    console.log(
      `               ${(test / combat).toFixed(1)} times as long as creating a combat (${combat.toFixed(2)} ms)`,
    );
  } finally {
    await table.close();
  }
}
