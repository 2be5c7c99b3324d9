import type { Page } from 'playwright-core';

/** What Mocha's runner reports of a test, or of a hook around tests. */
export interface Result {
  readonly batch: string;
  readonly title: string;
  readonly state: 'passed' | 'pending' | 'failed';
  readonly error?: string;
}

export interface Run {
  readonly results: Result[];
  /** Key and name of each batch in Quench. */
  readonly batches: [string, string][];
  /** The test during which the time was up, if the run did not end. */
  readonly unfinished?: string;
}

/** How long a run may take. Mocha limits single tests, but not what a test does after it has failed. */
const LIMIT = 300_000;

/**
 * Opens Quench's window in the page and runs the batches whose key fits the pattern. Quench never begins if its window
 * is still rendering.
 */
export const runBatches = (page: Page, pattern: string): Promise<Run> =>
  page.evaluate(
    async ({ pattern, limit }) => {
      // Quench announces itself once, at `ready`. A package that still loads its tests then would have none.
      if (quench._testBatches.size === 0) Hooks.callAll('quenchReady', quench);
      await quench.app.render({ force: true });
      const batchOf = (suite: PageSuite | undefined): string => {
        let each = suite;
        while (each && !each._quench_batchRoot) each = each.parent;
        return each ? each.title.replace(/_root$/, '') : '';
      };
      const results: Result[] = [];
      let running: string | undefined;
      const note = (state: Result['state']) => (test: PageSuite, error?: Error) =>
        results.push({ batch: batchOf(test.parent), title: test.title, state, error: error?.stack ?? error?.message });
      const runner = await quench.runBatches(pattern);
      runner.on('pass', note('passed')).on('pending', note('pending')).on('fail', note('failed'));
      runner.on('test', (test) => {
        running = `${batchOf(test.parent)}: ${test.title}`;
      });
      const ended = await Promise.race([
        new Promise((end) => runner.once('end', () => end(true))),
        new Promise((end) => setTimeout(() => end(false), limit)),
      ]);
      const batches = [...quench._testBatches.values()].map(({ key, displayName }): [string, string] => [
        key,
        displayName,
      ]);
      return { results, batches, ...(!ended && { unfinished: running ?? 'the first test' }) };
    },
    { pattern, limit: LIMIT },
  );

/** Prints how many tests of each batch passed. */
export function printCounts({ batches, results, unfinished }: Run): void {
  const counts = (of: readonly Result[]) =>
    (['passed', 'pending', 'failed'] as const).map((state) => of.filter((each) => each.state === state).length);
  const line = (of: readonly Result[], name: string) =>
    console.log([...counts(of).map((count) => String(count).padStart(7)), `  ${name}`].join(' '));
  console.log(' passed pending  failed');
  for (const [key, name] of batches) {
    const own = results.filter(({ batch }) => batch === key);
    if (own.length > 0) line(own, name);
  }
  line(results, 'all');
  if (unfinished) console.log(`The time was up during ${unfinished}`);
}

/** Returns true if tests ran to the end and none failed. */
export const isGreen = ({ results, unfinished }: Omit<Run, 'batches'>): boolean =>
  !unfinished && results.length > 0 && results.every(({ state }) => state !== 'failed');
