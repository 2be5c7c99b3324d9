import { spawnSync } from 'node:child_process';
import { findChromium } from './browser-path.mjs';
import { build } from './build/index.mjs';
import { inMemory } from './ram-disk.mjs';

/** Runs the browser tests on the built system in the sandbox; arguments filter them. */
try {
  const browser = await findChromium();
  await build();
  const args = ['vitest', 'run', '--project', 'browser', '--passWithNoTests', ...process.argv.slice(2)];
  const env = { ...process.env, ...inMemory(), CADENCE_BROWSER: browser };
  const { status } = spawnSync('npx', args, { stdio: 'inherit', env });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(`browser tests: ${error.message}`);
  process.exitCode = 1;
}
