import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { inMemory } from './ram-disk.mjs';

const REPORTS = 'node_modules/.cache/cadence';

const vitest = (name, ...args) => ({
  name,
  command: ['npx', 'vitest', 'run', ...args, '--reporter=default', '--reporter=json'],
  report: `${REPORTS}/${name}.json`,
});

/** From what fails in a second to what takes minutes. */
const CHECKS = [
  { name: 'lint', command: ['npx', 'biome', 'check', '.'] },
  { name: 'types', command: ['npm', 'run', '--silent', 'types'] },
  // The rules of the house, the scenarios and all tests without a browser, at once: what takes long runs beside what does not.
  vitest('unit', '--project', 'unit', '--project', 'unit-globals'),
  { name: 'build', command: [process.execPath, 'scripts/build.mjs'] },
  {
    name: 'browser',
    command: [process.execPath, 'scripts/browser.mjs', '--reporter=default', '--reporter=json'],
    report: `${REPORTS}/browser.json`,
  },
];

/** How many tests ran, of a check that counts them; one otherwise. */
function countOf({ report }, good) {
  if (!report) return good ? [1, 0] : [0, 1];
  try {
    const { numPassedTests, numFailedTests, success } = JSON.parse(readFileSync(report, 'utf8'));
    // A file that does not even load has no failed test in it.
    return [numPassedTests, Math.max(numFailedTests, success && good ? 0 : 1)];
  } catch {
    return [0, 1];
  }
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !CHECKS.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(`no check ${unknown.join(', ')}; there are ${CHECKS.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}

mkdirSync(REPORTS, { recursive: true });
const began = performance.now();
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
let passed = 0;
let failed = 0;
for (const check of CHECKS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  console.log(`\n── ${check.name}`);
  const begun = performance.now();
  const [program, ...args] = check.command;
  if (check.report) {
    rmSync(check.report, { force: true });
    args.push(`--outputFile.json=${check.report}`);
  }
  const good = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...inMemory() } }).status === 0;
  const [right, wrong] = countOf(check, good);
  passed += right;
  failed += wrong;
  console.log(`── ${check.name}: ${good ? 'passed' : 'failed'} in ${seconds(begun)}`);
  if (!good) break;
}
console.log(`\n${passed} passed, ${failed} failed in ${seconds(began)}`);
process.exitCode = failed > 0 ? 1 : 0;
