import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import { ALWAYS, asksTier, COSTS, MOST } from './costs.ts';
import { TIER } from './tier.ts';

const TABLE = new URL('./costs.json', import.meta.url);
const NAMED = 10;
/** The first files of a process pay for what all load, and noise fails no run. */
const MARGIN = 4;

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 1;

/** Names the dearest files of a run, fails one whose fast tier has a file that costs too much, and writes the table. */
export default class CostReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const costs = modules
      .filter((module) => module.state() !== 'skipped')
      .map((module) => ({
        file: module.relativeModuleId,
        isInBrowser: module.project.name === 'browser',
        cost: module.meta().cpu ?? module.diagnostic().duration / 1000,
      }))
      .toSorted((a, b) => b.cost - a.cost);
    if (costs.length > NAMED) {
      const total = costs.reduce((sum, { cost }) => sum + cost, 0);
      console.log(`\nThe dearest of ${costs.length} files, in seconds of ${total.toFixed(0)}:`);
      for (const { file, cost } of costs.slice(0, NAMED)) console.log(`  ${cost.toFixed(1).padStart(6)}  ${file}`);
    }
    if (TIER === 'fast') this.#guard(costs.filter(({ isInBrowser }) => !isInBrowser));
    if (process.env['CADENCE_COSTS']) this.#write(costs);
  }

  #guard(costs: readonly { file: string; cost: number }[]): void {
    // A slow machine is slow with all files: only what is dear compared with the others is.
    const known = costs.filter(({ file }) => (COSTS[file] ?? 0) > MOST / 4 && !asksTier(file));
    const pace = Math.max(1, median(known.map(({ file, cost }) => cost / COSTS[file]!)));
    const most = MOST * pace * MARGIN;
    for (const { file, cost } of costs)
      if (cost > most && !ALWAYS.includes(file)) {
        console.error(
          `${file} costs ${cost.toFixed(1)} s of the processor, and a file of the fast tier at most ${most.toFixed(1)} on this machine. ` +
            'Make it cheaper, or let it test only a part in the fast tier: see docs/testing.md.',
        );
        process.exitCode = 1;
      }
  }

  #write(costs: readonly { file: string; cost: number }[]): void {
    // A file that was tested in part costs more than that.
    const whole = costs.filter(({ file }) => TIER === 'all' || !asksTier(file));
    const measured = Object.fromEntries(whole.map(({ file, cost }) => [file, Math.round(cost * 10) / 10]));
    const table = Object.entries({ ...COSTS, ...measured }).toSorted(([a], [b]) => (a < b ? -1 : 1));
    writeFileSync(TABLE, `${JSON.stringify(Object.fromEntries(table), null, 2)}\n`);
  }
}
