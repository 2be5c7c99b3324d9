import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';

// Beside the sandbox's other bundles: what is read by its place is found from there.
const bundle = 'sandbox/.build/bench.mjs';
try {
  await build({
    entryPoints: ['bench/main.ts'],
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'silent',
  });
  process.exitCode = spawnSync(process.execPath, [bundle], { stdio: 'inherit' }).status ?? 1;
} catch (error) {
  console.error(`bench: ${error.errors?.[0]?.text ?? error.message}`);
  process.exitCode = 1;
}
