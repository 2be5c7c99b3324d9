import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { inMemory } from './ram-disk.mjs';

const REPORTS = 'node_modules/.cache/cadence';

const vitest = (name, ...args) => ({
  name,
  command: ['npx', 'vitest', 'run', ...args, '--reporter=default', '--reporter=json'],
  report: `${REPORTS}/${name}.json`,
});

/** Ordered by duration. */
const CHECKS = [
  { name: 'lint', command: ['npx', 'biome', 'check', '.'] },
  { name: 'types', command: ['npm', 'run', '--silent', 'types'] },
  // Architecture checks, scenarios and all tests without a browser run in parallel.
  vitest('unit', '--project', 'unit', '--project', 'unit-globals'),
  { name: 'build', command: [process.execPath, 'scripts/build.mjs'] },
  {
    name: 'browser',
    command: [process.execPath, 'scripts/browser.mjs', '--reporter=default', '--reporter=json'],
    report: `${REPORTS}/browser.json`,
  },
];

/** Returns the passed and failed tests of a check; a check without a report counts as one. */
function countOf({ report }, isPassed) {
  if (!report) return isPassed ? [1, 0] : [0, 1];
  try {
    const { numPassedTests, numFailedTests, success } = JSON.parse(readFileSync(report, 'utf8'));
    // A file that fails to load has no failed test in it.
    return [numPassedTests, Math.max(numFailedTests, success && isPassed ? 0 : 1)];
  } catch {
    return [0, 1];
  }
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => !CHECKS.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(`unknown check: ${unknown.join(', ')}; available: ${CHECKS.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}

mkdirSync(REPORTS, { recursive: true });
const startedAt = performance.now();
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
let passed = 0;
let failed = 0;
for (const check of CHECKS.filter(({ name }) => names.length === 0 || names.includes(name))) {
  console.log(`\n── ${check.name}`);
  const checkStartedAt = performance.now();
  const [program, ...args] = check.command;
  if (check.report) {
    rmSync(check.report, { force: true });
    args.push(`--outputFile.json=${check.report}`);
  }
  const isPassed = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...inMemory() } }).status === 0;
  const [passedTests, failedTests] = countOf(check, isPassed);
  passed += passedTests;
  failed += failedTests;
  console.log(`── ${check.name}: ${isPassed ? 'passed' : 'failed'} in ${seconds(checkStartedAt)}`);
  if (!isPassed) break;
}
console.log(`\n${passed} passed, ${failed} failed in ${seconds(startedAt)}`);
process.exitCode = failed > 0 ? 1 : 0;
