import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';
import { runProperties } from './properties.mjs';

if (process.argv.includes('--properties')) process.exit(runProperties(process.argv.slice(2)));

// Beside the sandbox's other bundles: what is read by its place is found from there.
const bundle = 'sandbox/.build/soak.mjs';
try {
  await build({
    entryPoints: ['test/soak/main.ts'],
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'silent',
  });
  // Many tabs run the same code and leave a lot behind: it stays compiled, only what runs for long is optimized, and the young
  // generation is large.
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
