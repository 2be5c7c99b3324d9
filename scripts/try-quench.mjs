import { spawnSync } from 'node:child_process';
import { findChromium } from './browser-path.mjs';
import { build } from './build/index.mjs';
import { nodeProgram } from './build/node-program.mjs';
import { buildQuench } from './build/quench.mjs';
import { inMemory } from './ram-disk.mjs';

const OUTFILE = 'node_modules/.cache/cadence/try-quench.mjs';

/** Runs the batches of `test/foundry/` in the sandbox with the built Quench package given as argument. */
try {
  const browser = await findChromium();
  await build();
  await buildQuench();
  await nodeProgram({ entry: 'test/browser/try-quench.ts', outfile: OUTFILE });
  const env = { ...process.env, ...inMemory(), CADENCE_BROWSER: browser };
  const { status } = spawnSync(process.execPath, [OUTFILE, ...process.argv.slice(2)], { stdio: 'inherit', env });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(`try-quench: ${error.message}`);
  process.exitCode = 1;
}
