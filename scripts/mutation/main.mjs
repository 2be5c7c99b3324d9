import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { BUNDLES, bundle, filesBelow, instrument, uncounted } from './instrument.mjs';

const USAGE = `usage: npm run mutation -- TARGET [--sample N] [--seed N] [--quick] [FILE]…
  TARGET is a ruleset or toolkit. Without FILE all but its views, without --sample every mutant is tried.
  With --quick the tests that play random games of every ruleset are left out, so that the score is the least it can be.
  such as npm run mutation -- clash --sample 500, or npm run mutation -- clash attack/attack.ts`;

const WORKER = join(import.meta.dirname, 'worker.mjs');
/** A mutant that takes this much longer than the tests without it hangs. */
const [TIME_FACTOR, TIME_LEAST] = [8, 60_000];
const HIT_FACTOR = 100;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' }, quick: { type: 'boolean' } },
});
const [target, ...files] = positionals;
const rulesets = readdirSync('src/rulesets', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
if (target !== 'toolkit' && !rulesets.includes(target)) {
  console.error(`${USAGE}\nrulesets: ${rulesets.join(', ')}`);
  process.exit(1);
}

const root = target === 'toolkit' ? 'src/toolkit' : `src/rulesets/${target}`;
/**
 * Tests of a table, as in test/headless, are left out: they load the built system, which contains no mutants. Those of
 * test/sixth load a module by its path, which a bundle does not contain.
 */
const TOOLKIT_TESTS = /^test\/((toolkit|encounter)\/|migration\/change).*\.test\.ts$/;
const RANDOM_GAMES = /\/(interrupts|laws|odds|odds-memory|odds-play|pairs)\.test\.ts$/;
/** With `CADENCE_TIER=fast` the score is that of `npm test`, which leaves out dear files that do not ask the tier. */
const COSTS = JSON.parse(readFileSync('test/tiers/costs.json', 'utf8'));
const isTried = (file) =>
  process.env.CADENCE_TIER !== 'fast' ||
  file === 'test/scenarios.test.ts' ||
  (COSTS[file] ?? 0) <= 3 ||
  readFileSync(file, 'utf8').includes("/tiers/tier'");

/** Cheap tests first: most mutants are found by scenarios. */
const testFiles = [
  'test/scenarios.test.ts',
  ...(target === 'toolkit' ? filesBelow('test', TOOLKIT_TESTS) : filesBelow(`test/rulesets/${target}`, /\.test\.ts$/)),
  ...filesBelow('test/rulesets', /^test\/rulesets\/[^/]*\.test\.ts$/).filter(
    (file) => !(values.quick && RANDOM_GAMES.test(file)),
  ),
].filter(isTried);
const SETUP = ['test/support/matchers.ts', 'test/support/seed.ts'];
const environment = { ...process.env, SCENARIOS_OF: target === 'toolkit' ? '' : target };

const { mutants, texts } = await instrument(
  files.length > 0 ? files.map((file) => join(root, file)) : filesBelow(root, /^(?!.*\/views?\/).*\.ts$/),
);
const [COUNTING, UNCOUNTED] = [join(BUNDLES, target, 'counting'), join(BUNDLES, target, 'uncounted')];
await bundle([...SETUP, ...testFiles], texts, COUNTING);
await bundle([...SETUP, ...testFiles], uncounted(texts), UNCOUNTED);

/** Runs a job in a process; undefined if it had to be stopped. */
function runJob(job, limit) {
  return new Promise((resolve) => {
    const child = fork(WORKER, [], { env: environment, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    let answer;
    const timer = setTimeout(() => child.kill('SIGKILL'), limit);
    child.on('message', (message) => {
      answer = message;
    });
    child.on('exit', () => {
      clearTimeout(timer);
      resolve(answer);
    });
    child.send({ setup: SETUP, ...job });
  });
}

console.log(`${mutants.length} mutants in ${texts.size} files; running the tests without a mutant`);
const begun = performance.now();
const dry = await runJob({ folder: COUNTING, files: testFiles }, 1_200_000);
if (!dry || dry.failed) {
  console.error(`the tests fail without a mutant: ${dry?.failed ?? 'no answer'}`);
  process.exit(1);
}
console.log(`${Object.keys(dry.durations).length} tests, ${Math.round((performance.now() - begun) / 1000)} s`);

/** Tests and hits by mutant. Mutants that only run on import, such as constants, would need every test. */
const covering = new Map();
const hits = new Map();
for (const [test, counts] of Object.entries(dry.coverage.perTest))
  for (const [mutant, count] of Object.entries(counts)) {
    covering.set(mutant, [...(covering.get(mutant) ?? []), test]);
    hits.set(mutant, (hits.get(mutant) ?? 0) + count);
  }
const isStatic = ({ id }) => !covering.has(id) && dry.coverage.static[id] !== undefined;

const order = ({ fileName, location: { start }, mutatorName, replacement }) =>
  createHash('sha256')
    .update(JSON.stringify([values.seed, relative(process.cwd(), fileName), start, mutatorName, replacement]))
    .digest('hex');
const counted = mutants.filter((mutant) => !isStatic(mutant));
const sampled = counted
  .map((mutant) => ({ mutant, order: order(mutant) }))
  .sort((a, b) => (a.order < b.order ? -1 : 1))
  .slice(0, values.sample === undefined ? counted.length : Number(values.sample))
  .map(({ mutant }) => mutant);

async function judge(mutant) {
  const tests = covering.get(mutant.id);
  if (!tests) return { ...mutant, result: 'uncovered' };
  const only = {};
  for (const test of tests) {
    const [file, name] = test.split('\n');
    only[file] = [...(only[file] ?? []), name];
  }
  const expected = tests.reduce((sum, test) => sum + (dry.durations[test] ?? 0), 0);
  const job = {
    folder: UNCOUNTED,
    files: testFiles.filter((file) => only[file]),
    only,
    mutant: mutant.id,
    hitLimit: (hits.get(mutant.id) ?? 0) * HIT_FACTOR,
  };
  const answer = await runJob(job, expected * TIME_FACTOR + TIME_LEAST);
  if (!answer) return { ...mutant, result: 'hangs' };
  return { ...mutant, result: answer.failed ? 'killed' : 'survived', by: answer.failed ?? undefined };
}

const results = [];
const left = [...sampled];
const startedAt = performance.now();
await Promise.all(
  Array.from({ length: Math.min(2, availableParallelism()) }, async () => {
    for (let mutant = left.shift(); mutant; mutant = left.shift()) {
      results.push(await judge(mutant));
      const minutes = (performance.now() - startedAt) / 60_000;
      if (results.length % 25 === 0)
        console.log(`${results.length} of ${sampled.length}, ${minutes.toFixed(1)} min, ${scoreOf(results)}`);
    }
  }),
);

/** The share of mutants that tests notice, with the Wilson interval. */
function scoreOf(all) {
  const n = all.length;
  const share = all.filter(({ result }) => result === 'killed' || result === 'hangs').length / n;
  const z = 1.96;
  const middle = (share + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  const percent = (number) => (100 * number).toFixed(1);
  return `${percent(share)} % killed (95 %: ${percent(middle - half)} to ${percent(middle + half)})`;
}

const unnoticed = results
  .filter(({ result }) => result === 'survived' || result === 'uncovered')
  .sort((a, b) => a.fileName.localeCompare(b.fileName) || a.location.start.line - b.location.start.line);
for (const {
  fileName,
  location: { start, end },
  mutatorName,
  replacement,
  result,
} of unnoticed)
  console.log(
    `${relative(process.cwd(), fileName)}:${start.line + 1}:${start.column + 1}-${end.line + 1}:${end.column + 1} ${result} ${mutatorName}: ${replacement.replaceAll(/\s+/g, ' ').slice(0, 160)}`,
  );
const report = join(dirname(BUNDLES), `mutation-${target}.json`);
mkdirSync(dirname(report), { recursive: true });
writeFileSync(report, JSON.stringify(results, null, 1));
const skipped = mutants.length - counted.length;
console.log(
  `${target}: ${scoreOf(results)} of ${results.length}; ${unnoticed.length} unnoticed, ${counted.length} counted, ${skipped} only on import; ${relative(process.cwd(), report)}`,
);
