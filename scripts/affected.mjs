import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { bundleSandbox } from './build/node-program.mjs';
import { inMemory } from './ram-disk.mjs';

/**
 * Runs the tests that a change can break: those that `affected.json` names for its folders, because headless tests load the
 * whole system as a bundle, and those that import a changed file. esbuild lists the imports in a tenth of the time that
 * `vitest list --changed` takes, which transforms every test.
 */
const TESTS_OF = JSON.parse(readFileSync(new URL('./affected.json', import.meta.url), 'utf8'));
/** They read all files. */
const ALWAYS = ['test/house'];
const RULES = ['src/kernel', 'src/encounter', 'src/toolkit'];

const git = (...args) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean);

/** Returns the commit with which the working tree is compared. */
function baseOf(since) {
  if (since) return since;
  try {
    return git('merge-base', 'HEAD', '@{upstream}')[0];
  } catch {
    return 'HEAD';
  }
}

const testsIn = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.test.ts'))
        .map((file) => `${path}/${file.replaceAll('\\', '/')}`)
    : [path];

/** Returns the test files of a path of the table, in which `*` stands for the files of one folder. */
function expanded(path) {
  const [folder, rest] = path.split('/*');
  if (rest === undefined) return testsIn(path);
  return readdirSync(folder)
    .filter((file) => file.endsWith(rest))
    .map((file) => `${folder}/${file}`);
}

/** Returns the test files that import what has changed, also through others. */
async function importing() {
  const tests = ['test', 'sandbox/test'].flatMap(testsIn);
  const { metafile } = await build({
    entryPoints: tests,
    outdir: 'nowhere',
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    plugins: [bundleSandbox],
    logLevel: 'silent',
  });
  const importers = new Map();
  for (const [file, { imports }] of Object.entries(metafile.inputs))
    for (const { path } of imports) importers.set(path, [...(importers.get(path) ?? []), file]);
  const reached = new Set(changed);
  // A set that grows is walked to its end.
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  return tests.filter((file) => reached.has(file));
}

const { values } = parseArgs({
  options: { since: { type: 'string' }, staged: { type: 'boolean' }, list: { type: 'boolean' } },
});
process.env.CADENCE_TIER = 'fast';
const base = values.staged ? 'HEAD' : baseOf(values.since);
const changed = values.staged
  ? git('diff', '--cached', '--name-only')
  : [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
if (changed.length === 0) {
  console.log(`nothing has changed since ${base}`);
  process.exit(0);
}

const rulesets = new Set(changed.flatMap((file) => /^src\/rulesets\/(\w+)\//.exec(file)?.[1] ?? []));
const isBelow = (folder) => changed.some((file) => file.startsWith(`${folder}/`));
const named = Object.entries(TESTS_OF).flatMap(([folder, paths]) => (isBelow(folder) ? paths : []));
const ofRulesets = [...rulesets].map((id) => `test/rulesets/${id}`).filter((folder) => existsSync(folder));
const files = [...new Set([...[...ALWAYS, ...named, ...ofRulesets].flatMap(expanded), ...(await importing())])]
  .filter((file) => !/test\/browser\//.test(file))
  .sort();
// Scenarios of one ruleset are enough where only its folder has changed.
const only = rulesets.size === 1 && !RULES.some(isBelow) ? { SCENARIOS_OF: [...rulesets][0] } : {};
console.log(`${changed.length} changed files, ${files.length} test files`);
if (values.list) {
  console.log(files.join('\n'));
  process.exit(0);
}

const linted = changed.filter((file) => existsSync(file));
const commands = [
  ['biome', 'check', '--no-errors-on-unmatched', '--files-ignore-unknown=true', ...linted],
  ['vitest', 'run', '--project', 'unit', '--project', 'unit-mocks', '--passWithNoTests', ...files],
];
for (const command of commands) {
  const { status } = spawnSync('npx', command, { stdio: 'inherit', env: { ...process.env, ...inMemory(), ...only } });
  if (status !== 0) process.exit(status ?? 1);
}
