import { spawnSync } from 'node:child_process';

/** Plays the prepared fights and writes docs/balance.md: `npm run balance`. */
const args = ['vitest', 'run', '--project', 'unit', 'test/headless/balance.test.ts', '--testTimeout', '1200000'];
const env = { ...process.env, CADENCE_WRITE: '1' };
process.exitCode = spawnSync('npx', args, { stdio: 'inherit', env }).status ?? 1;
