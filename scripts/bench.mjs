import { spawnSync } from 'node:child_process';
import { findChromium } from './browser-path.mjs';
import { build } from './build/index.mjs';
import { nodeProgram } from './build/node-program.mjs';
import { inMemory } from './ram-disk.mjs';

/**
 * `npm run bench` measures what is reckoned, `npm run bench -- rules` of that only the rules; `npm run bench -- table` what is seen in a browser, at 6, 40 and 150 combatants or as many as are named;
 * `npm run bench -- heap` what stays in memory of a thousand steps, of energy or the ruleset that is named.
 */
const [which, ...args] = process.argv.slice(2);
const isTable = which === 'table';
const isOwn = isTable || which === 'heap';
const bundle = `node_modules/.cache/cadence/bench${isOwn ? `-${which}` : ''}.mjs`;
try {
  await nodeProgram({ entry: isOwn ? `bench/${which}/main.ts` : 'bench/main.ts', outfile: bundle });
  let env = process.env;
  if (isTable) {
    await build();
    env = { ...env, ...inMemory(), CADENCE_BROWSER: await findChromium() };
  }
  process.exitCode =
    spawnSync(process.execPath, ['--expose-gc', bundle, ...(isOwn ? args : process.argv.slice(2))], {
      stdio: 'inherit',
      env,
    }).status ?? 1;
} catch (error) {
  console.error(`bench: ${error.errors?.[0]?.text ?? error.message}`);
  process.exitCode = 1;
}
