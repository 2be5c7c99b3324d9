import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { inMemory } from './ram-disk.mjs';

const FOLDER = 'node_modules/.cache/cadence/night';
const REPORT = `${FOLDER}/report.md`;
/** Mutants of each ruleset. */
const SAMPLE = '150';
const RULESETS = readdirSync('src/rulesets', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const script = (file, ...args) => [process.execPath, `scripts/${file}.mjs`, ...args];
const soak = (minutes, ...args) => script('soak', '--minutes', String(minutes), '--seed', String(seed), ...args);

const { values } = parseArgs({
  options: {
    night: { type: 'boolean' },
    seed: { type: 'string', default: String(1 + Math.floor(Date.now() / 86_400_000)) },
    only: { type: 'string' },
    modules: { type: 'string' },
  },
});
const seed = Number(values.seed) * 1000;

/** What each part runs, and after how many minutes it is stopped. */
const PARTS = [
  {
    name: 'units',
    minutes: 40,
    tier: 'night',
    command: ['npx', 'vitest', 'run', '--project', 'unit', '--project', 'unit-mocks'],
  },
  { name: 'browser', minutes: 20, tier: 'night', command: script('browser') },
  { name: 'encounters', minutes: 25, command: soak(20) },
  { name: 'hostile', minutes: 65, command: soak(60, '--hostile') },
  { name: 'variants', minutes: 35, command: soak(30, '--variants', '--vetoes', '--lag') },
  { name: 'properties', minutes: 20, command: soak(15, '--properties') },
  ...RULESETS.map((id) => ({
    name: `mutation-${id}`,
    minutes: 30,
    command: script('mutation/main', id, '--sample', SAMPLE),
  })),
  { name: 'mutation-toolkit', minutes: 30, command: script('mutation/main', 'toolkit', '--sample', SAMPLE) },
  {
    name: 'mutation-referee',
    minutes: 120,
    command: script('mutation/main', 'referee', '--sample', SAMPLE, '--most', '60'),
  },
  { name: 'pairs', minutes: 30, command: script('pairs') },
  ...['rules', 'sheets', 'table', 'opponent', 'heap'].map((target) => ({
    name: `bench-${target}`,
    minutes: 5,
    command: script('bench', target),
  })),
  ...(values.modules
    ? [{ name: 'modules', minutes: 30, command: script('try-modules', ...values.modules.split(',')) }]
    : []),
];

/** Resolves to how a part ended; what it printed is in its own file. */
function play({ name, minutes, tier = '', command: [program, ...args] }) {
  return new Promise((resolve) => {
    const since = performance.now();
    const file = createWriteStream(`${FOLDER}/${name}.log`);
    const child = spawn(program, args, {
      // A group of its own, so that its children end with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...inMemory(), CADENCE_TIER: tier },
    });
    let end = null;
    const limit = setTimeout(() => {
      end = 'stopped';
      process.kill(-child.pid, 'SIGKILL');
    }, minutes * 60_000);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => file.write(chunk));
    child.on('error', (error) => file.write(`${error.message}\n`));
    child.on('close', (status) => {
      clearTimeout(limit);
      const took = ((performance.now() - since) / 60_000).toFixed(1);
      file.end(() => resolve({ name, took, end: end ?? (status === 0 ? 'passed' : 'failed') }));
    });
  });
}

/** Returns the last line that says something, without colors. */
function lastLineOf(name) {
  const lines = stripVTControlCharacters(readFileSync(`${FOLDER}/${name}.log`, 'utf8')).split('\n');
  return (lines.findLast((line) => line.trim()) ?? '').trim().replaceAll('|', '/').slice(0, 160);
}

const only = values.only?.split(',');
const unknown = only?.filter((name) => !PARTS.some((part) => part.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(`unknown part: ${unknown.join(', ')}; available: ${PARTS.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const rows = [];
for (const part of PARTS.filter(({ name }) => !only || only.includes(name))) {
  console.log(`${part.name}, at most ${part.minutes} minutes`);
  const { name, took, end } = await play(part);
  rows.push(`| ${name} | ${end} | ${took} | ${lastLineOf(name)} |`);
  // Written after each part, so that an interrupted night has a report.
  writeFileSync(
    REPORT,
    [
      `Seed ${values.seed}, ${availableParallelism()} processors.`,
      '',
      '| part | result | minutes | last line |',
      '|---|---|---|---|',
      ...rows,
      '',
    ].join('\n'),
  );
  console.log(`${name}: ${end} after ${took} minutes`);
  if (end !== 'passed') process.exitCode = 1;
}
console.log(`report: ${REPORT}`);
