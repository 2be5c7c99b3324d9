import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { randomVariants, readVariants } from '@cadence/sandbox';
import { seededDie } from '../../src/kernel/rng';
import { assaultOf, playAssault, shrunk } from '../hostile/plan';
import { rewindScenario, UNREPRESENTABLE } from '../rewind/law';
import { openStage } from '../rewind/stage';
import { scenarioFiles } from '../support/scenario/files';
import { openSpoilt } from '../support/spoilt-record';
import { soak } from './bench';
import { playKilled } from './killed';
import { planOf } from './plan';
import { add, linesOf, type Tally } from './tally';

const USAGE =
  'usage: npm run soak -- [--minutes 1] [--encounters N] [--seed 1] [--jobs 1] [--most 700] [--calm] [--lag] [--process] [--log] [--variant NAME=VALUE]… [--variants] [--vetoes]\n       npm run soak -- --hostile [--minutes 1] [--encounters N] [--seed 1] [--jobs 1] [--log] [--shrink] [--only 3,14] [--variant NAME=VALUE]… [--variants]\n       npm run soak -- --scenarios [test/scenarios/…]';

function wishes() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: 'string' },
      encounters: { type: 'string' },
      seed: { type: 'string', default: '1' },
      jobs: { type: 'string', default: '1' },
      calm: { type: 'boolean', default: false },
      lag: { type: 'boolean', default: false },
      // The most events of an encounter.
      most: { type: 'string', default: '700' },
      process: { type: 'boolean', default: false },
      // Variants of unproven behavior; `variants` picks a random value for each.
      variant: { type: 'string', multiple: true },
      variants: { type: 'boolean', default: false },
      vetoes: { type: 'boolean', default: false },
      // A hostile player attacks. After a fault only the attacks it needs are kept, or the named ones are sent.
      hostile: { type: 'boolean', default: false },
      shrink: { type: 'boolean', default: false },
      only: { type: 'string' },
      scenarios: { type: 'boolean', default: false },
      log: { type: 'boolean', default: false },
      // Runs as one of several processes, which receives its seeds one by one.
      player: { type: 'boolean', default: false },
    },
  });
  const number = (text: string | undefined, name: string): number => {
    const value = Number(text);
    if (!(value > 0)) throw new Error(`--${name} wants a number above zero`);
    return value;
  };
  const encounters = values.encounters === undefined ? Infinity : number(values.encounters, 'encounters');
  const minutes = values.minutes ?? (encounters === Infinity ? '1' : '100000');
  const [seed, jobs] = [number(values.seed, 'seed'), number(values.jobs, 'jobs')];
  const most = number(values.most, 'most');
  if (most <= 60) throw new Error('--most wants a number above 60');
  const chosen = readVariants(values.variant);
  return { ...values, chosen, paths: positionals, encounters, minutes: number(minutes, 'minutes'), seed, jobs, most };
}

interface Played {
  readonly faults: readonly string[];
  readonly tally: Tally;
  readonly log: readonly string[];
}
type Player = (seed: number) => Promise<Played>;

let wished: ReturnType<typeof wishes>;
try {
  wished = wishes();
} catch (error) {
  console.error(`${(error as Error).message.split('\n')[0]}\n${USAGE}`);
  process.exit(1);
}
if (wished.scenarios) process.exit(await rewindAll(wished.paths));

/** Undoes and redoes every scenario. */
async function rewindAll(paths: readonly string[]): Promise<number> {
  const started = performance.now();
  const files = (paths.length > 0 ? paths : ['test/scenarios']).flatMap(scenarioFiles);
  const table = await openStage();
  let played = 0;
  let faulty = 0;
  for (const file of files.filter((each) => !(each in UNREPRESENTABLE))) {
    const outcome = await rewindScenario(table, file);
    played += outcome.steps;
    if (outcome.faults.length === 0) continue;
    faulty++;
    console.log(`${file}:`);
    for (const fault of outcome.faults) console.log(`  ${fault}`);
  }
  await table.close();
  const took = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`${files.length} scenarios, ${played} steps back and forth, ${faulty} with faults, ${took} s`);
  return faulty > 0 ? 1 : 0;
}

const plan = (seed: number) => ({
  ...planOf(seed, { mishaps: !wished.calm, lag: wished.lag, most: wished.most }),
  vetoes: wished.vetoes,
  variants: { ...(wished.variants && randomVariants(seededDie(seed))), ...wished.chosen },
});

/** Plays with a server process that is really killed. The seed determines what users do, not when messages arrive. */
const playWithServer: Player = async (seed) => {
  const { ruleset, variants } = plan(seed);
  const { faults, steps, kills } = await playKilled({ ruleset, seed, kills: 3, deeds: 25, variants });
  const tally = { [`encounters: ${ruleset}`]: 1, 'steps: reached': steps, 'faults: server process killed': kills };
  return { faults, tally, log: [] };
};

const hostilePlan = (seed: number) => ({
  ...assaultOf(seed, { variants: wished.chosen, hasRandomVariants: wished.variants }),
  ...(wished.only && { only: new Set(wished.only.split(',').map(Number)) }),
});

const playHostile: Player = async (seed) => {
  const outcome = await playAssault(hostilePlan(seed));
  const { faults, tally, log } = outcome;
  if (wished.shrink && faults.length > 0)
    console.log(`seed ${seed} needs --only ${await shrunk(hostilePlan(seed), outcome)}`);
  // Beside the attacks, files that a player gives to the GM.
  const files = openSpoilt(hostilePlan(seed).ruleset, seed, SPOILT_FILES);
  const opened = { 'files: refused': files.refused, 'files: played': files.played };
  return { faults: [...faults, ...files.faults], tally: { ...tally, ...opened }, log: wished.log ? log : [] };
};

/** Spoilt files of a seed. */
const SPOILT_FILES = 20;

const playHere: Player = async (seed) => {
  if (wished.hostile) return playHostile(seed);
  if (wished.process) return playWithServer(seed);
  const { faults, tally, log } = await soak(plan(seed));
  return { faults, tally, log: wished.log ? log : [] };
};

/** Plays in another process. If it dies, the encounter it played is reported. */
function playElsewhere(): Player {
  const begin = () => fork(process.argv[1], [...process.argv.slice(2), '--player']);
  let child = begin();
  return (seed) =>
    new Promise((resolve) => {
      const died = () => {
        child = begin();
        resolve({ faults: ['the process has died'], tally: {}, log: [] });
      };
      child.once('exit', died);
      child.once('message', (played) => {
        child.off('exit', died);
        resolve(played as Played);
      });
      child.send(seed);
    });
}

async function playAll(): Promise<void> {
  const began = performance.now();
  const until = began + wished.minutes * 60_000;
  const { seed: first } = wished;
  const tally: Tally = {};
  const wrong: number[] = [];
  let [next, done] = [first, 0];
  const state = () =>
    `${done} encounters, ${wrong.length} with faults, ${((performance.now() - began) / 1000).toFixed(0)} s`;
  const clock = setInterval(() => console.log(state()), 60_000);
  const players = wished.jobs === 1 ? [playHere] : Array.from({ length: wished.jobs }, playElsewhere);
  const playOn = async (play: Player): Promise<void> => {
    while (next < first + wished.encounters && performance.now() < until) {
      const seed = next++;
      const { faults, tally: more, log } = await play(seed);
      done++;
      add(tally, more);
      if (wished.log) console.log(log.join('\n'));
      if (faults.length === 0) continue;
      wrong.push(seed);
      const { ruleset, present, hands, variants } = plan(seed);
      const company = `${ruleset}; ${present.join(', ')}${hands ? '; manual changes' : ''}`;
      const about = wished.hostile ? hostilePlan(seed).ruleset : company;
      console.log(`seed ${seed} (${about}${wished.variants ? `; ${Object.values(variants).join(', ')}` : ''}):`);
      for (const fault of faults) console.log(`  ${fault}`);
    }
  };
  await Promise.all(players.map(playOn));
  clearInterval(clock);
  for (const line of linesOf(tally)) console.log(line);
  console.log(`seeds ${first} to ${next - 1}: ${state()}`);
  const again = `${wished.hostile ? ' --hostile' : ''}${wished.calm ? ' --calm' : ''}${wished.lag ? ' --lag' : ''}${wished.most === 700 ? '' : ` --most ${wished.most}`}`;
  const variantFlags = `${wished.vetoes ? ' --vetoes' : ''}${wished.variants ? ' --variants' : ''}${(wished.variant ?? []).map((each) => ` --variant ${each}`).join('')}`;
  if (wrong.length > 0)
    console.log(`play one again: npm run soak -- --seed ${wrong[0]} --encounters 1 --log${again}${variantFlags}`);
  process.exit(wrong.length > 0 ? 1 : 0);
}

if (wished.player) process.on('message', async (seed: number) => process.send!(await playHere(seed)));
else await playAll();
