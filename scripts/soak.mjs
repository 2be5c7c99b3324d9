import { spawnSync } from 'node:child_process';
import { nodeProgram } from './build/node-program.mjs';
import { runProperties } from './properties.mjs';

if (process.argv.includes('--night')) {
  await import('./night.mjs');
  process.exit();
}
if (process.argv.includes('--properties')) process.exit(runProperties(process.argv.slice(2)));

const bundle = 'node_modules/.cache/cadence/soak.mjs';
try {
  await nodeProgram({ entry: 'test/soak/main.ts', outfile: bundle, sourcemap: 'inline' });
  // Many tabs run the same code and create much garbage: keeps bytecode, optimizes only hot code, and enlarges the
  // young generation.
  const args = [
    '--enable-source-maps',
    '--no-flush-bytecode',
    '--max-semi-space-size=32',
    '--interrupt-budget=1000000',
    bundle,
    ...process.argv.slice(2),
  ];
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
} catch (error) {
  console.error(`soak: ${error.errors?.[0]?.text ?? error.message}`);
  process.exitCode = 1;
}
