import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { BUNDLES, bundle, filesBelow, importTests, instrument, uncounted } from './instrument.mjs';

const USAGE = `usage: npm run mutation -- TARGET [--sample N] [--seed N] [--quick] [--most SECONDS] [--tests TEXT] [FILE]…
  TARGET is a ruleset, toolkit or referee. Without FILE all but its views, without --sample every mutant is tried.
  With --quick the tests that play random games of every ruleset are left out, so that the score is the least it can be.
  With --most a mutant is tried with the cheapest tests alone that take these seconds, so that the score is the least it can be.
  With --tests only the tests whose path contains the text look for mutants.
  such as npm run mutation -- clash --sample 500, or npm run mutation -- clash attack/attack.ts`;

const WORKER = join(import.meta.dirname, 'worker.mjs');
/** A mutant that takes this much longer than the tests without it hangs. */
const [TIME_FACTOR, TIME_LEAST] = [8, 60_000];
const HIT_FACTOR = 100;
const LONGEST_DRY_RUN = 3_600_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    quick: { type: 'boolean' },
    most: { type: 'string' },
    tests: { type: 'string', default: '' },
  },
});
const [target, ...files] = positionals;
const rulesets = readdirSync('src/rulesets', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const { ALWAYS, COSTS, isFast } = await importTests('test/tiers/costs.ts');

/** Tests that play random games of every ruleset. */
const RANDOM_GAMES = /\/(interrupts|laws|odds|odds-memory|odds-play|pairs)\.test\.ts$/;
/** Reads the files of its callers, which a bundle does not have. */
const OF_CALLERS = /\/life\.test\.ts$/;
const OF_ALL_RULESETS = filesBelow('test/rulesets', /^test\/rulesets\/[^/]*\.test\.ts$/).filter(
  (file) => !OF_CALLERS.test(file) && !(values.quick && RANDOM_GAMES.test(file)),
);
/** Whole evenings, and tests that replace a global or load a module by its path, which only Vitest's own process can. */
const NOT_AT_TABLES = /\/(evenings|footprints|odds-worker|packed)\.test\.ts$/;

/**
 * Where the mutants of a target are, and what looks for them, cheap tests first: most mutants of rules are found by scenarios. Tests of a
 * table, as in test/headless, are only for the referee, because each needs seconds. Those of test/sixth load a module by its path, which
 * a bundle does not contain.
 */
const TARGETS = {
  toolkit: {
    root: 'src/toolkit',
    tests: [
      ...ALWAYS,
      ...filesBelow('test', /^test\/((toolkit|encounter)\/|migration\/change).*\.test\.ts$/),
      ...OF_ALL_RULESETS,
    ],
  },
  referee: {
    root: 'src/foundry/referee',
    // Tests of a file share a table and go on from each other.
    isWhole: true,
    tests: filesBelow('test', /^test\/(headless|hostile)\/[^/]*\.test\.ts$/)
      .filter((file) => !NOT_AT_TABLES.test(file))
      .sort((a, b) => (COSTS[a] ?? 0) - (COSTS[b] ?? 0)),
  },
  ...Object.fromEntries(
    rulesets.map((id) => [
      id,
      {
        root: `src/rulesets/${id}`,
        scenarios: id,
        tests: [...ALWAYS, ...filesBelow(`test/rulesets/${id}`, /\.test\.ts$/), ...OF_ALL_RULESETS],
      },
    ]),
  ),
};
if (!Object.hasOwn(TARGETS, target)) {
  console.error(`${USAGE}\nrulesets: ${rulesets.join(', ')}`);
  process.exit(1);
}
const { root, tests, isWhole = false, scenarios = '' } = TARGETS[target];
/** With `CADENCE_TIER=fast` the score is that of `npm test`. */
const isTried = (file) => process.env.CADENCE_TIER !== 'fast' || isFast(file);
const testFiles = tests.filter((file) => file.includes(values.tests) && isTried(file));
const SETUP = ['test/support/matchers.ts', 'test/support/seed.ts'];
const environment = { ...process.env, SCENARIOS_OF: scenarios };

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
const dry = await runJob({ folder: COUNTING, files: testFiles, whole: isWhole }, LONGEST_DRY_RUN);
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
/** The tests of each file. */
const namesOf = new Map(testFiles.map((file) => [file, []]));
for (const test of Object.keys(dry.durations)) {
  const [file, name] = test.split('\n');
  namesOf.get(file)?.push(name);
}
const most = 1000 * Number(values.most ?? Number.POSITIVE_INFINITY);
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
  let expected = 0;
  const files = [];
  for (const file of testFiles.filter((each) => only[each])) {
    const names = isWhole ? namesOf.get(file) : only[file];
    expected += names.reduce((sum, name) => sum + (dry.durations[`${file}\n${name}`] ?? 0), 0);
    if (files.length > 0 && expected > most) break;
    files.push(file);
  }
  const job = {
    folder: UNCOUNTED,
    files,
    only: isWhole ? undefined : only,
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
