import { seededDie } from '../../src/kernel/rng';
import { Table } from '../headless/table';
import { fight, USERS, type UserName } from '../headless/world';
import { act } from './person';

const ONLOOKER: UserName = 'Onlooker';
const MOST_TABS = 7;

export interface Plan {
  readonly ruleset: string;
  readonly seed: number;
  /** How many things happen: somebody acts, a message arrives, something fails. */
  readonly turns: number;
  /** Who sits at the table at the beginning, a tab each; somebody named twice has two. */
  readonly present: readonly UserName[];
  /** Whether connections are lost, pages loaded anew, people come and go and the server is killed. */
  readonly mishaps: boolean;
  /** Whether messages may be on their way for longer than a referee is waited for. */
  readonly lag: boolean;
}

export interface Outcome {
  readonly faults: readonly string[];
  /** How much was played, so that a bench that does nothing is noticed. */
  readonly steps: number;
  readonly log: readonly string[];
}

/** Plays one encounter. The same plan plays the same encounter, message by message. */
export async function soak(plan: Plan): Promise<Outcome> {
  const { ruleset, seed, present } = plan;
  const table = await Table.open({ seed, present, world: await fight(ruleset, seededDie(seed)) });
  try {
    const { faults, log } = table;
    for (let turn = 0; turn < plan.turns && faults.length === 0; turn++) await happen(table, plan);
    await table.settle();
    const steps = faults.length === 0 ? await table.judge() : 0;
    return { faults, steps, log };
  } finally {
    await table.close();
  }
}

/** One thing happens. */
async function happen(table: Table, { mishaps, lag }: Plan): Promise<void> {
  const { die, clock } = table;
  clock.now += die(20);
  if (mishaps && die(40) === 1) return mishap(table);
  const laden = table.laden();
  // Messages travel faster than people click, mostly.
  if (laden.length > 0 && die(8) > 1) return table.deliver(laden[die(laden.length) - 1]!);
  // Time passes: patience runs out, but only with who is not there. A message is never late by seconds unless the plan says so.
  if ((laden.length === 0 || lag) && die(30) === 1) clock.next();
  const tab = table.anyTab();
  const done = act(tab, die);
  if (done) table.note(`${tab.user} ${done}`);
  await table.idle();
}

async function mishap(table: Table): Promise<void> {
  const { die } = table;
  const tab = table.anyTab();
  switch (die(8)) {
    case 1:
      return table.killServer();
    case 2: {
      const { name } = USERS[die(USERS.length) - 1]!;
      if (table.tabs.length < MOST_TABS && name !== ONLOOKER) table.sit(name);
      break;
    }
    case 3:
    case 4:
      table.note(`${tab.user} reloads`);
      tab.reload();
      break;
    default:
      if (tab.isThere) {
        table.note(`${tab.user} is gone`);
        tab.leave();
      } else {
        table.note(`${tab.user} is back`);
        tab.reload();
      }
  }
  await table.idle();
}
