import type { Variants } from '@cadence/sandbox';
import type { Die } from '../../src/kernel/dice';
import { seededDie } from '../../src/kernel/rng';
import { RULESETS } from '../../src/rulesets/index';
import type { Tab } from '../headless/tab';
import { Table } from '../headless/table';
import { type DemoWorld, fight, USERS, type UserName } from '../headless/world';
import { meddle } from './meddle';
import { act } from './person';
import { settingsByLot } from './settings';
import { count, type Tally } from './tally';
import { Vetoes } from './vetoes';

const ONLOOKER: UserName = 'Onlooker';
const MOST_TABS = 7;
const MASTERS: readonly UserName[] = ['Gamemaster', 'Second', 'Assistant'];

export interface Plan {
  readonly ruleset: string;
  readonly seed: number;
  /** Number of events: an action, a delivery, a mishap. */
  readonly turns: number;
  /** Users at the beginning, a tab each; a user named twice has two. */
  readonly present: readonly UserName[];
  /** Whether connections are lost, pages reloaded, users leave and return, and the server is killed. */
  readonly mishaps: boolean;
  /** Whether a game master creates, deletes and transfers documents without the rules. */
  readonly hands: boolean;
  /** Whether messages may take longer than the lease of a referee lasts. */
  readonly lag: boolean;
  /** Whether modules veto writes of a step. */
  readonly vetoes?: boolean;
  /** Variants of unproven behavior. */
  readonly variants?: Variants;
}

export interface Outcome {
  readonly faults: readonly string[];
  /** How much was played, so that an idle bench is detected. */
  readonly steps: number;
  readonly tally: Tally;
  readonly log: readonly string[];
}

/** Plays one encounter. The same plan gives the same messages. */
export async function soak(plan: Plan): Promise<Outcome> {
  const { ruleset, seed, present, hands } = plan;
  // A fighter that an exchange needs may be deleted, and a secret plan may change before an undo. The game master is
  // then notified and ends the exchange.
  const tally: Tally = {};
  const hasSecrets = RULESETS[ruleset as keyof typeof RULESETS].secrets({}).commands.length > 0;
  const isGivenUp = (what: string): boolean => what.startsWith('an exchange cannot be replayed');
  // A lower maximum in a setting leaves the old value until it is derived again.
  const isLowered = (what: string): boolean => /: \S+ is \d+ of \d+$/.test(what) && Boolean(tally['manual: sets']);
  // A module that starts to veto in the middle of a step also prevents its undo. The game master has been notified.
  const isLeft = (): boolean => table.log.some((line) => line.includes('could not be fully undone'));
  const allowed = ({ ledger: { rewinds, redos } }: Table, what: string): boolean =>
    (isGivenUp(what) && (hands || (hasSecrets && rewinds + redos > 0))) || isLowered(what) || isLeft();
  const table = await Table.open({ seed, present, world: await worldOf(plan), allowed, variants: plan.variants ?? {} });
  try {
    const { faults, log, ledger } = table;
    const vetoes = new Vetoes();
    for (let turn = 0; turn < plan.turns && faults.length === 0; turn++) await happen(table, plan, tally, vetoes);
    vetoes.end();
    await table.settle();
    if (faults.length === 0) await table.judge({ manually: hands });
    const { steps, rewinds, redos } = ledger;
    count(tally, `encounters: ${ruleset}`);
    for (const [what, times] of Object.entries({ new: steps, undone: rewinds, redone: redos }))
      count(tally, `steps: ${what}`, times);
    for (const [fate, requests] of Object.entries({ ...ledger.counts, ...table.left() }))
      count(tally, `requests: ${fate}`, requests);
    const isLate = (line: string) => line.includes('window was faster');
    count(tally, 'referees: two at once, the slower did nothing', log.filter(isLate).length);
    return { faults, steps, tally, log };
  } finally {
    await table.close();
  }
}

/** The world: random settings, and sometimes two tokens of one actor. */
async function worldOf({ ruleset, seed }: Plan): Promise<DemoWorld> {
  const die: Die = seededDie(seed);
  const { world, content } = await fight(ruleset, die);
  const [scene] = content.scenes;
  const [one, other] = (scene.tokens ?? []).slice(-2);
  if (die(3) === 1) other.actorId = one.actorId;
  return { world: { ...world, settings: { ...world.settings, ...settingsByLot(ruleset, die) } }, content };
}

async function happen(table: Table, plan: Plan, tally: Tally, vetoes: Vetoes): Promise<void> {
  const { die, clock } = table;
  clock.now += die(20);
  vetoes.end(clock.now);
  if (plan.mishaps && die(50) === 1) return mishap(table, tally);
  if (plan.hands && die(40) === 1) return manually(table, tally);
  if (plan.vetoes && die(20) === 1) return veto(table, tally, vetoes);
  const pending = table.pending();
  // Usually messages are delivered faster than users click.
  if (pending.length > 0 && die(8) > 1) return table.deliver(pending[die(pending.length) - 1]);
  // Time passes, so time limits of absent users expire. A message is late by seconds only if the plan says so.
  if ((pending.length === 0 || plan.lag) && die(30) === 1) clock.next();
  if (pending.length > 0 && plan.lag) count(tally, 'faults: a message late', 1);
  const tab = table.anyTab();
  const done = act(tab, die, (what) => count(tally, what));
  if (done) table.note(`${tab.user} ${done}`);
  await table.idle();
}

async function veto(table: Table, tally: Tally, vetoes: Vetoes): Promise<void> {
  const tab = anyMaster(table);
  if (!tab) return;
  const hook = vetoes.begin(table, tab);
  table.note(`a module of ${tab.user} says no to ${hook}`);
  count(tally, `vetoes: ${hook}`);
}

function anyMaster({ tabs, die }: Table): Tab | undefined {
  const masters = tabs.filter(({ user, isOpen }) => isOpen && MASTERS.includes(user));
  return masters[die(Math.max(1, masters.length)) - 1];
}

async function manually(table: Table, tally: Tally): Promise<void> {
  const tab = anyMaster(table);
  const done = tab && meddle(tab, table.die);
  if (done) {
    table.note(`${tab.user} ${done}`);
    count(tally, `manual: ${done.split(' ')[0]}`);
  }
  await table.idle();
}

async function mishap(table: Table, tally: Tally): Promise<void> {
  const { die } = table;
  const tab = table.anyTab();
  const happens = (what: string) => count(tally, `faults: ${what}`);
  switch (die(8)) {
    case 1:
      happens((await table.killServer()) ? 'server killed while writing' : 'server killed');
      return;
    case 2: {
      const { name } = USERS[die(USERS.length) - 1];
      if (table.tabs.length < MOST_TABS && name !== ONLOOKER) {
        table.sit(name);
        happens('another tab');
      }
      break;
    }
    case 3:
    case 4:
      table.note(`${tab.user} reloads`);
      happens(tab.wire.pending.length > 0 ? 'reload with messages on their way' : 'reload');
      tab.reload();
      break;
    default:
      if (tab.isThere) {
        table.note(`${tab.user} is gone`);
        happens(tab.wire.pending.length > 0 ? 'cut with messages on their way' : 'cut');
        tab.leave();
      } else {
        table.note(`${tab.user} is back`);
        happens('come back');
        tab.reload();
      }
  }
  await table.idle();
}
