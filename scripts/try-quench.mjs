import { spawnSync } from 'node:child_process';
import { build as bundle } from 'esbuild';
import { findChromium } from './browser-path.mjs';
import { build } from './build/index.mjs';
import { buildQuench } from './build/quench.mjs';
import { inMemory } from './ram-disk.mjs';

// Beside the sandbox's other bundles: what is read by its place is found from there.
const OUTFILE = 'sandbox/.build/try-quench.mjs';

/** Runs the batches of `test/foundry/` in the sandbox by a real Quench, whose built package somebody names. */
try {
  const browser = await findChromium();
  await build();
  await buildQuench();
  await bundle({
    entryPoints: ['test/browser/try-quench.ts'],
    outfile: OUTFILE,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'silent',
  });
  const env = { ...process.env, ...inMemory(), CADENCE_BROWSER: browser };
  const { status } = spawnSync(process.execPath, [OUTFILE, ...process.argv.slice(2)], { stdio: 'inherit', env });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(`try-quench: ${error.message}`);
  process.exitCode = 1;
}
