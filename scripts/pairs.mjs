import { spawnSync } from 'node:child_process';
import { nodeProgram } from './build/node-program.mjs';

/** Plays every pair of condition, interrupt or terrain and action: `npm run pairs -- [RULESET]… [--seed N]`. */
const args = process.argv.slice(2);
const at = args.indexOf('--seed');
const [, seed = '1'] = at < 0 ? [] : args.splice(at, 2);
const bundle = 'node_modules/.cache/cadence/pairs.mjs';
await nodeProgram({ entry: 'test/support/pairs-main.ts', outfile: bundle, sourcemap: 'inline' });
process.exitCode =
  spawnSync(process.execPath, ['--enable-source-maps', bundle, seed, ...args], { stdio: 'inherit' }).status ?? 1;
