import { parseArgs } from 'node:util';
import { rewindScenario, UNSAID } from '../rewind/law';
import { openStage } from '../rewind/stage';
import { scenarioFiles } from '../support/scenario/files';
import { soak } from './bench';
import { planOf } from './plan';

const USAGE =
  'usage: npm run soak -- [--minutes 1] [--encounters N] [--seed 1] [--calm] [--lag] [--log]\n       npm run soak -- --scenarios [test/scenarios/…]';

function wishes() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: 'string' },
      encounters: { type: 'string' },
      seed: { type: 'string', default: '1' },
      calm: { type: 'boolean', default: false },
      lag: { type: 'boolean', default: false },
      scenarios: { type: 'boolean', default: false },
      log: { type: 'boolean', default: false },
    },
  });
  const number = (text: string | undefined, name: string): number => {
    const value = Number(text);
    if (!(value > 0)) throw new Error(`--${name} wants a number above zero`);
    return value;
  };
  const encounters = values.encounters === undefined ? Infinity : number(values.encounters, 'encounters');
  const minutes = values.minutes ?? (encounters === Infinity ? '1' : '100000');
  return {
    ...values,
    paths: positionals,
    encounters,
    minutes: number(minutes, 'minutes'),
    seed: number(values.seed, 'seed'),
  };
}

let wished: ReturnType<typeof wishes>;
try {
  wished = wishes();
} catch (error) {
  console.error(`${(error as Error).message.split('\n')[0]}\n${USAGE}`);
  process.exit(1);
}
if (wished.scenarios) process.exit(await rewindAll(wished.paths));

/** Every scenario, rewound and done again. */
async function rewindAll(paths: readonly string[]): Promise<number> {
  const started = performance.now();
  const files = (paths.length > 0 ? paths : ['test/scenarios']).flatMap(scenarioFiles);
  const table = await openStage();
  let played = 0;
  let faulty = 0;
  for (const file of files.filter((each) => !(each in UNSAID))) {
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

const began = performance.now();
const until = began + wished.minutes * 60_000;
const { seed: first } = wished;
let steps = 0;
let seed = first;
const wrong: number[] = [];
for (; seed < first + wished.encounters && performance.now() < until; seed++) {
  const plan = planOf(seed, { mishaps: !wished.calm, lag: wished.lag });
  const outcome = await soak(plan);
  steps += outcome.steps;
  if (wished.log) console.log(outcome.log.join('\n'));
  if (outcome.faults.length === 0) continue;
  wrong.push(seed);
  console.log(`seed ${seed} (${plan.ruleset}; ${plan.present.join(', ')}):`);
  for (const fault of outcome.faults) console.log(`  ${fault}`);
}
const seconds = ((performance.now() - began) / 1000).toFixed(0);
console.log(`${seed - first} encounters from seed ${first}, ${steps} steps, ${wrong.length} with faults, ${seconds} s`);
const again = `${wished.calm ? ' --calm' : ''}${wished.lag ? ' --lag' : ''}`;
if (wrong.length > 0) console.log(`play one again: npm run soak -- --seed ${wrong[0]} --encounters 1 --log${again}`);
process.exit(wrong.length > 0 ? 1 : 0);
