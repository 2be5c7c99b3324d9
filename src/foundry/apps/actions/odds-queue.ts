import type { Command } from '../../../encounter/command';
import { deepEqual } from '../../../kernel/deep-equal';
import { whenIdle } from '../../platform/idle';
import type { Fight } from '../../views/fight';
import { askWorker } from './odds-worker';

/** Odds that somebody waits for. */
interface Job {
  readonly fight: Fight;
  readonly left: Command[];
  readonly redraw: () => void;
  found: boolean;
  /** Whether it lies with the worker, has yet to go there, or has to be done here. */
  where: 'new' | 'worker' | 'here';
}

/** By whoever shows them; only the newest wish of each counts. */
const jobs = new Map<object, Job>();
/** What was last reckoned for each, so that what has no odds is not asked for without end. */
const done = new WeakMap<object, object>();
let isWaiting = false;

/**
 * Has odds reckoned in a worker, or where there is none one at a time while the browser has nothing else to do, and has them drawn once
 * they are at hand: a blow has thousands of ways to go, and a sheet with a full belt of weapons must not wait for them.
 * @param owner who shows them; asked again, it takes the place of what it asked before
 */
export function requestOdds(owner: object, fight: Fight, commands: readonly Command[], redraw: () => void): void {
  jobs.delete(owner);
  const { encounter } = fight;
  const wish = { encounter, commands };
  // Of a fight most is the same object as before, and is not looked into.
  if (commands.length === 0 || deepEqual(done.get(owner), wish)) return;
  done.set(owner, wish);
  jobs.set(owner, { fight, left: [...commands], redraw, found: false, where: 'new' });
  wait();
}

export function cancelOdds(owner: object): void {
  jobs.delete(owner);
}

function wait(): void {
  if (isWaiting) return;
  isWaiting = true;
  whenIdle(work);
}

function work(): void {
  isWaiting = false;
  const next = [...jobs].find(([, { where }]) => where !== 'worker');
  if (!next) return;
  const [owner, job] = next;
  if (job.where === 'new') send(owner, job);
  else doHere(owner, job);
  wait();
}

/** Gives a job to the worker; what comes back is kept for all who show such odds, even where nobody waits for it any more. */
function send(owner: object, job: Job): void {
  const { adapter, encounter, viewer } = job.fight;
  const { id, views } = adapter.ruleset;
  const awaited = job.left.flatMap((command) => {
    const keep = views.oddsAwaited?.(encounter, viewer, command);
    return keep ? [{ command, keep }] : [];
  });
  if (awaited.length === 0) {
    jobs.delete(owner);
    return;
  }
  // They are aimed already, and what is no target is not asked for again.
  const question = { ruleset: id, encounter, viewer: { ...viewer, targets: [] } };
  job.where = 'worker';
  const isSent = askWorker({ ...question, commands: awaited.map(({ command }) => command) }, (odds) => {
    if (odds) for (const [at, { keep }] of awaited.entries()) keep(odds[at] ?? []);
    if (jobs.get(owner) !== job) return;
    if (!odds) {
      job.where = 'here';
      wait();
      return;
    }
    jobs.delete(owner);
    if (odds.some(({ length }) => length > 0)) job.redraw();
  });
  if (!isSent) job.where = 'here';
}

/** Reckons one of them. */
function doHere(owner: object, job: Job): void {
  const command = job.left.shift();
  if (command) {
    const { adapter, encounter, viewer } = job.fight;
    const { odds = [] } = adapter.ruleset.views.action(encounter, command, viewer);
    job.found ||= odds.length > 0;
  } else {
    jobs.delete(owner);
    if (job.found) job.redraw();
  }
}
