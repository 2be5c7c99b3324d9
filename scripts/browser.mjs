import { spawnSync } from 'node:child_process';
import { findChromium } from './browser-path.mjs';
import { build } from './build/index.mjs';
import { inMemory } from './ram-disk.mjs';

/** Browser tests drive the built system in the sandbox; what is named on the command line narrows them. */
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
