import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isGreen, printCounts, type Run, runBatches } from './support/quench';
import { openTable, type Table } from './support/table';

const USAGE = 'usage: npm run try-suites -- --quench FOLDER SYSTEM-FOLDER… [--batches PATTERN] [--json FILE]';

interface Suite extends Run {
  /** Title and version in the system's manifest. */
  readonly system: string;
  /** Errors in the console of the page, tests included. */
  readonly errors: string[];
}

const WORLD = 'test/browser/support/suite-world';

/** Runs the batches of a built system as GM of a world with an empty scene. */
async function runSuite(folder: string, quench: string, pattern: string): Promise<Suite> {
  const { title, version } = JSON.parse(await readFile(join(folder, 'system.json'), 'utf8'));
  let table: Table | undefined;
  try {
    table = await openTable({ dist: folder, module: [quench], demo: WORLD, greets: true });
    const { page, errors } = await table.sit('Gamemaster');
    return { system: `${title} ${version}`, ...(await runBatches(page, pattern)), errors };
  } finally {
    await table?.close();
  }
}

const firstLine = (error = '') => error.split('\n', 1)[0];

function print({ system, errors, ...run }: Suite): void {
  console.log(`\n${system}`);
  printCounts(run);
  for (const { batch, title, state, error } of run.results)
    if (state === 'failed') console.log(`failed: ${batch}: ${title}: ${firstLine(error)}`);
  console.log(`errors in the console: ${errors.length}`);
}

try {
  const { values, positionals } = parseArgs({
    options: { quench: { type: 'string' }, batches: { type: 'string', default: '**' }, json: { type: 'string' } },
    allowPositionals: true,
  });
  if (!values.quench || positionals.length === 0) throw new Error(USAGE);
  const suites: Suite[] = [];
  for (const folder of positionals) {
    const suite = await runSuite(folder, values.quench, values.batches);
    print(suite);
    suites.push(suite);
  }
  if (values.json) await writeFile(values.json, `${JSON.stringify(suites, null, 2)}\n`);
  process.exitCode = suites.every(isGreen) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
process.exit();
