import { spawnSync } from 'node:child_process';
import { findChromium } from './browser-path.mjs';
import { build } from './build/index.mjs';
import { nodeProgram } from './build/node-program.mjs';
import { inMemory } from './ram-disk.mjs';

/**
 * `npm run bench` measures calculations, `npm run bench -- rules` only the rules.
 * `npm run bench -- table` measures rendering in a browser with 6, 40 and 150 combatants, or the given numbers.
 * `npm run bench -- opponent` lets opponents fight each other, and measures whole fights.
 * `npm run bench -- heap` measures the memory of a thousand steps, of energy or the given ruleset.
 */
const [target, ...args] = process.argv.slice(2);
const isTable = target === 'table';
const hasOwnProgram = isTable || target === 'heap' || target === 'opponent';
const bundle = `node_modules/.cache/cadence/bench${hasOwnProgram ? `-${target}` : ''}.mjs`;
try {
  await nodeProgram({ entry: hasOwnProgram ? `bench/${target}/main.ts` : 'bench/main.ts', outfile: bundle });
  let env = process.env;
  if (isTable) {
    await build();
    env = { ...env, ...inMemory(), CADENCE_BROWSER: await findChromium() };
  }
  process.exitCode =
    spawnSync(process.execPath, ['--expose-gc', bundle, ...(hasOwnProgram ? args : process.argv.slice(2))], {
      stdio: 'inherit',
      env,
    }).status ?? 1;
} catch (error) {
  console.error(`bench: ${error.errors?.[0]?.text ?? error.message}`);
  process.exitCode = 1;
}
