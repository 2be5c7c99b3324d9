import { spawnSync } from 'node:child_process';

/** Plays the prepared fights and writes docs/balance.md: `npm run balance`, with arguments for Vitest such as `-- -t slots`. */
const files = ['test/headless/balance.test.ts', 'test/headless/foe-roles.test.ts'];
const args = ['vitest', 'run', '--project', 'unit', ...files, '--testTimeout', '2400000', ...process.argv.slice(2)];
const env = { ...process.env, CADENCE_WRITE: '1' };
process.exitCode = spawnSync('npx', args, { stdio: 'inherit', env }).status ?? 1;
