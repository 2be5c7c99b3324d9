import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { build } from 'esbuild';

const bundle = 'node_modules/.cache/cadence/bench.mjs';
mkdirSync('node_modules/.cache/cadence', { recursive: true });
try {
  await build({
    entryPoints: ['bench/main.ts'],
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
  });
  process.exitCode = spawnSync(process.execPath, [bundle], { stdio: 'inherit' }).status ?? 1;
} catch (error) {
  console.error(`bench: ${error.errors?.[0]?.text ?? error.message}`);
  process.exitCode = 1;
}
