import type { Command } from '../../encounter/command';
import type { Fight } from '../views/fight';

/** Odds that somebody waits for. */
interface Job {
  readonly fight: Fight;
  readonly left: Command[];
  readonly redraw: () => void;
  found: boolean;
}

/** By whoever shows them; only the newest wish of each counts. */
const jobs = new Map<object, Job>();
/** What was last reckoned for each, so that what has no odds is not asked for without end. */
const done = new WeakMap<object, string>();
let isWaiting = false;

/**
 * Reckons odds one at a time while the browser has nothing else to do, and has them drawn once they are at hand: a blow has thousands of
 * ways to go, and a sheet with a full belt of weapons must not wait for them.
 * @param owner who shows them; asked again, it takes the place of what it asked before
 */
export function foretell(owner: object, fight: Fight, commands: readonly Command[], redraw: () => void): void {
  jobs.delete(owner);
  const wish = JSON.stringify([fight.encounter.clock, fight.encounter.fighters, commands]);
  if (commands.length === 0 || done.get(owner) === wish) return;
  done.set(owner, wish);
  jobs.set(owner, { fight, left: [...commands], redraw, found: false });
  wait();
}

export function forgetOdds(owner: object): void {
  jobs.delete(owner);
}

function wait(): void {
  if (isWaiting) return;
  isWaiting = true;
  // Safari has no idle callback.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work);
  else setTimeout(work, 50);
}

function work(): void {
  isWaiting = false;
  const [next] = jobs;
  if (!next) return;
  const [owner, job] = next;
  const command = job.left.shift();
  if (command) {
    const { adapter, encounter, viewer } = job.fight;
    const { odds = [] } = adapter.ruleset.views.action(encounter, command, viewer);
    job.found ||= odds.length > 0;
  } else {
    jobs.delete(owner);
    if (job.found) job.redraw();
  }
  if (jobs.size > 0) wait();
}
