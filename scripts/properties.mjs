import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/**
 * Runs the property tests with increasing seeds; `npm test` uses a fixed one.
 * @returns the exit status
 */
export function runProperties(args) {
  const { values } = parseArgs({
    args,
    options: {
      properties: { type: 'boolean' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
      minutes: { type: 'string', default: '1' },
      runs: { type: 'string', default: 'Infinity' },
    },
  });
  const [first, minutes, runs] = [values.seed, values.minutes, values.runs].map(Number);
  const files = readdirSync('test', { recursive: true })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `test/${file}`)
    .filter((file) => /\bfc\.assert\(/.test(readFileSync(file, 'utf8')));
  const until = performance.now() + minutes * 60_000;
  const failed = [];
  for (let seed = first; seed === first || (seed < first + runs && performance.now() < until); seed++) {
    const command = ['vitest', 'run', '--project', 'unit', '--project', 'unit-mocks', '--reporter=dot', ...files];
    const env = { ...process.env, CADENCE_SEED: String(seed) };
    if (spawnSync('npx', command, { stdio: 'inherit', env }).status !== 0) failed.push(seed);
  }
  for (const seed of failed) console.log(`repeat: npm run soak -- --properties --seed ${seed} --runs 1`);
  return failed.length > 0 ? 1 : 0;
}
