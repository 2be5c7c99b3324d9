import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { openTable, type Table } from './support/table';

const USAGE = 'usage: npm run try-quench -- QUENCH-FOLDER [MODULE-FOLDER…] [--picture FILE]';

/** What Mocha's runner reports of a test, or of a hook around tests. */
interface Result {
  readonly batch: string;
  readonly title: string;
  readonly state: 'passed' | 'pending' | 'failed';
  readonly error?: string;
}

interface Run {
  readonly results: Result[];
  /** Key and name of each batch in Quench. */
  readonly batches: [string, string][];
}

/** Opens Quench's window by its button in the GM's page and runs our batches. */
const runBatches = (page: Page): Promise<Run> =>
  page.evaluate(async () => {
    document.querySelector<HTMLElement>('.quench-button')!.click();
    const batchOf = (suite: PageSuite | undefined): string => {
      let each = suite;
      while (each && !each._quench_batchRoot) each = each.parent;
      return each ? each.title.replace(/_root$/, '') : '';
    };
    const results: Result[] = [];
    const note = (state: Result['state']) => (test: PageSuite, error?: Error) =>
      results.push({ batch: batchOf(test.parent), title: test.title, state, error: error?.stack ?? error?.message });
    const runner = await quench.runBatches('cadence.**');
    runner.on('pass', note('passed')).on('pending', note('pending')).on('fail', note('failed'));
    await new Promise((ended) => runner.once('end', ended));
    const batches = [...quench._testBatches.values()].map(({ key, displayName }): [string, string] => [
      key,
      displayName,
    ]);
    return { results, batches };
  });

async function run(folders: readonly string[], picture: string | undefined): Promise<boolean> {
  let table: Table | undefined;
  try {
    // As we assume it to be, like in the test of the batches.
    const variants = { querySender: 'named', batchWorldTime: 'moves' } as const;
    table = await openTable({ module: [...folders, 'dist-quench'], variants });
    const gm = await table.sit('Gamemaster', picture ? { sharpness: 1 } : {});
    const players = [await table.sit('Ann'), await table.sit('Bob')];
    const { results, batches } = await runBatches(gm.page);
    tell(batches, results);
    for (const { user, errors } of [gm, ...players])
      for (const error of errors) console.log(`\nin the console of ${user}: ${error}`);
    if (picture) await gm.page.screenshot({ path: picture });
    return results.length > 0 && results.every(({ state }) => state !== 'failed');
  } finally {
    await table?.close();
  }
}

function tell(batches: Run['batches'], results: readonly Result[]): void {
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
  for (const { batch, title, state, error } of results)
    if (state !== 'passed') console.log(`\n${state}: ${batch}: ${title}${error ? `\n${error}` : ''}`);
}

try {
  const { values, positionals } = parseArgs({
    options: { picture: { type: 'string' } },
    allowPositionals: true,
  });
  if (positionals.length === 0) throw new Error(USAGE);
  process.exitCode = (await run(positionals, values.picture)) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
process.exit();
