import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { inMemory } from './ram-disk.mjs';

const REPORTS = 'node_modules/.cache/cadence';
/** What the fast tier counted, for the closing line of the rest. */
const COUNTED = `${REPORTS}/counted.json`;
const COST_REPORTER = './test/tiers/cost-reporter.ts';

const REPORTED = ['--reporter=default', `--reporter=${COST_REPORTER}`, '--reporter=json'];
const PROJECTS = [
  'tsconfig.json',
  'tsconfig.pure.json',
  'sandbox/tsconfig.json',
  'test/tsconfig.json',
  'test/browser/tsconfig.json',
];

/** Checks without tests; they run side by side. */
const STATIC = [
  // The longest first.
  { name: 'build', command: [process.execPath, 'scripts/build.mjs'] },
  { name: 'lint', command: ['npx', 'biome', 'check', '.'] },
  ...PROJECTS.map((project) => ({
    name: 'types',
    of: project,
    command: ['npx', 'tsc', '--singleThreaded', '-p', project],
  })),
];
/** Tests; each uses all processors. */
const TESTS = [
  { name: 'unit', command: ['npx', 'vitest', 'run', '--project', 'unit', '--project', 'unit-mocks', ...REPORTED] },
  { name: 'browser', command: [process.execPath, 'scripts/browser.mjs', ...REPORTED] },
];
/** What `--tier` chooses; only the fast tier has to repeat what is no test. */
const TIERS = { fast: [...STATIC, ...TESTS], rest: TESTS, all: [...STATIC, ...TESTS] };

const startedAt = performance.now();
const secondsSince = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const nameOf = ({ name, of }) => (of ? `${name} (${of})` : name);

/** Resolves to whether the command succeeded; what it prints is shown at once, or kept until it fails. */
function run([program, ...args], env, isKept = false) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', isKept ? 'pipe' : 'inherit', isKept ? 'pipe' : 'inherit'],
      env: { ...process.env, ...inMemory(), ...env },
    });
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk));
    child.on('error', (error) => printed.push(`${error.message}\n`));
    child.on('close', (status) => {
      if (status !== 0) process.stdout.write(Buffer.concat(printed.map((part) => Buffer.from(part))));
      resolve(status === 0);
    });
  });
}

/** Returns the passed and failed tests of a report. */
function countOf(report, isPassed) {
  try {
    const { numPassedTests, numFailedTests, success } = JSON.parse(readFileSync(report, 'utf8'));
    // A file that fails to load has no failed test in it.
    return [numPassedTests, Math.max(numFailedTests, success && isPassed ? 0 : 1)];
  } catch {
    return [0, 1];
  }
}

async function runStatic(checks) {
  const left = [...checks];
  const results = [];
  const worker = async () => {
    for (let check = left.shift(); check; check = left.shift()) {
      const since = performance.now();
      const isPassed = await run(check.command, {}, true);
      console.log(`── ${nameOf(check)}: ${isPassed ? 'passed' : 'failed'} in ${secondsSince(since)}`);
      results.push(isPassed);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  const passed = results.filter(Boolean).length;
  return [passed, results.length - passed];
}

async function runTests({ name, command }, tier) {
  const report = `${REPORTS}/${name}.json`;
  rmSync(report, { force: true });
  const since = performance.now();
  console.log(`\n── ${name}, ${tier}`);
  const isPassed = await run([...command, `--outputFile.json=${report}`], { CADENCE_TIER: tier });
  console.log(`── ${name}, ${tier}: ${isPassed ? 'passed' : 'failed'} in ${secondsSince(since)}`);
  return countOf(report, isPassed);
}

const { values, positionals: names } = parseArgs({
  options: { tier: { type: 'string', default: 'fast' } },
  allowPositionals: true,
});
const checks = TIERS[values.tier];
const available = [...new Set(checks?.map(({ name }) => name))];
const unknown = names.filter((name) => !available.includes(name));
if (!checks || unknown.length > 0) {
  console.error(
    checks
      ? `unknown check: ${unknown.join(', ')}; available: ${available.join(', ')}`
      : `unknown tier: ${values.tier}; available: ${Object.keys(TIERS).join(', ')}`,
  );
  process.exit(1);
}

mkdirSync(REPORTS, { recursive: true });
const wanted = checks.filter(({ name }) => names.length === 0 || names.includes(name));
let [passed, failed] = await runStatic(wanted.filter((check) => STATIC.includes(check)));
for (const check of wanted.filter((check) => TESTS.includes(check))) {
  if (failed > 0) break;
  const [passedTests, failedTests] = await runTests(check, values.tier);
  passed += passedTests;
  failed += failedTests;
}
let seconds = (performance.now() - startedAt) / 1000;
if (values.tier === 'rest') {
  try {
    const fast = JSON.parse(readFileSync(COUNTED, 'utf8'));
    passed += fast.passed;
    failed += fast.failed;
    seconds += fast.seconds;
  } catch {
    // The fast tier was not run before.
  }
}
if (values.tier === 'fast' && names.length === 0) writeFileSync(COUNTED, JSON.stringify({ passed, failed, seconds }));
else rmSync(COUNTED, { force: true });
console.log(`\n${passed} passed, ${failed} failed in ${seconds.toFixed(1)} s`);
process.exitCode = failed > 0 ? 1 : 0;
