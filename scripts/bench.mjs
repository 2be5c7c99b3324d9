import { spawnSync } from 'node:child_process';
import { findChromium } from './browser-path.mjs';
import { build } from './build/index.mjs';
import { nodeProgram } from './build/node-program.mjs';
import { inMemory } from './ram-disk.mjs';

/**
 * `npm run bench` measures calculations, `-- rules` and `-- sheets` only the rules and only the sheets.
 * `npm run bench -- table` measures rendering in a browser with 6, 40 and 150 combatants in each ruleset, or the given numbers and rulesets.
 * `npm run bench -- opponent` lets opponents fight each other, and measures whole fights.
 * `npm run bench -- heap` measures the memory of a thousand steps, of energy or the given ruleset.
 * Each ends within four minutes, or after the time of `--seconds N`, says what it could not measure by then, and keeps its rows as
 * JSON in `node_modules/.cache/cadence`.
 */
const [target, ...args] = process.argv.slice(2);
const isTable = target === 'table';
const hasOwnProgram = isTable || target === 'heap' || target === 'opponent';
const bundle = `node_modules/.cache/cadence/bench${hasOwnProgram ? `-${target}` : ''}.mjs`;
/** A single calculation cannot be interrupted from within; this many seconds after its time, the run is stopped. */
const GRACE = 30;
const USUAL = 200;
try {
  await nodeProgram({ entry: hasOwnProgram ? `bench/${target}/main.ts` : 'bench/main.ts', outfile: bundle });
  let env = process.env;
  if (isTable) {
    console.log('building');
    await build({ say: console.log });
    env = { ...env, ...inMemory(), CADENCE_BROWSER: await findChromium() };
  }
  const at = process.argv.indexOf('--seconds');
  const seconds = (Number(process.argv[at + 1]) || USUAL) + GRACE;
  const { status, error } = spawnSync(
    process.execPath,
    ['--expose-gc', bundle, ...(hasOwnProgram ? args : process.argv.slice(2))],
    { stdio: 'inherit', env, timeout: 1000 * seconds, killSignal: 'SIGKILL' },
  );
  if (error) throw new Error(`stopped after ${seconds} s; the rows above are kept`);
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(`bench: ${error.errors?.[0]?.text ?? error.message}`);
  process.exitCode = 1;
}
