import { parseArgs } from 'node:util';
import { isGreen, printCounts, runBatches } from './support/quench';
import { openTable, type Table } from './support/table';

const USAGE = 'usage: npm run try-quench -- QUENCH-FOLDER [MODULE-FOLDER…] [--picture FILE]';

async function run(folders: readonly string[], picture: string | undefined): Promise<boolean> {
  let table: Table | undefined;
  try {
    // As we assume it to be, like in the test of the batches.
    const variants = { querySender: 'named', batchWorldTime: 'moves' } as const;
    table = await openTable({ module: [...folders, 'dist-quench'], variants });
    const gm = await table.sit('Gamemaster', picture ? { sharpness: 1 } : {});
    const players = [await table.sit('Ann'), await table.sit('Bob')];
    const run = await runBatches(gm.page, 'cadence.**');
    printCounts(run);
    for (const { batch, title, state, error } of run.results)
      if (state !== 'passed') console.log(`\n${state}: ${batch}: ${title}${error ? `\n${error}` : ''}`);
    for (const { user, errors } of [gm, ...players])
      for (const error of errors) console.log(`\nin the console of ${user}: ${error}`);
    if (picture) await gm.page.screenshot({ path: picture });
    return isGreen(run);
  } finally {
    await table?.close();
  }
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
