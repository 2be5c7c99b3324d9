import type { Command } from '../../../encounter/command';
import { deepEqual } from '../../../kernel/deep-equal';
import { whenIdle } from '../../platform/idle';
import type { LoadedEncounter } from '../../views/fight';
import { askWorker } from './odds-worker';

interface Job {
  readonly fight: LoadedEncounter;
  readonly left: Command[];
  readonly redraw: () => void;
  found: boolean;
  /** {@link resultCount} when the view was drawn. */
  readonly drawnAt: number;
  /** Whether the worker has it, it is still to be sent, or it must be computed here. */
  where: 'new' | 'worker' | 'here';
}

/** By owner: views of all windows share one worker. */
const jobs = new Map<object, Job>();
/** The last request of each owner, so that commands without odds are not requested again and again. */
const done = new WeakMap<object, object>();
/** So that idle time is asked for once. */
let isWaiting = false;
/** Number of answers of the worker. */
let resultCount = 0;

/**
 * Requests odds, which a worker or idle time computes because an attack has thousands of outcomes, and redraws with them.
 * @param owner the view that shows them; a new request replaces its previous one
 */
export function requestOdds(
  owner: object,
  fight: LoadedEncounter,
  commands: readonly Command[],
  redraw: () => void,
): void {
  if (commands.length === 0) {
    cancelOdds(owner);
    return;
  }
  const { encounter, viewer } = fight;
  const request = { encounter, viewer, commands };
  // Most objects of a fight are identical between requests, which makes this comparison cheap. What is under way goes on.
  if (deepEqual(done.get(owner), request)) return;
  done.set(owner, request);
  jobs.set(owner, { fight, left: [...commands], redraw, found: false, drawnAt: resultCount, where: 'new' });
  schedule();
}

export function cancelOdds(owner: object): void {
  if (jobs.delete(owner)) done.delete(owner);
}

function schedule(): void {
  if (isWaiting) return;
  isWaiting = true;
  whenIdle(processNext);
}

function processNext(): void {
  isWaiting = false;
  const next = [...jobs].find(([, { where }]) => where !== 'worker');
  if (!next) return;
  const [owner, job] = next;
  if (job.where === 'new') send(owner, job);
  else computeNext(owner, job);
  schedule();
}

/** Sends a job to the worker. The result is stored for every view, even if the owner no longer waits. */
function send(owner: object, job: Job): void {
  const { adapter, encounter, viewer } = job.fight;
  const { id, views } = adapter.ruleset;
  const pending = job.left.flatMap((command) => {
    const keep = views.oddsAwaited?.(encounter, viewer, command);
    return keep ? [{ command, keep }] : [];
  });
  if (pending.length === 0) {
    jobs.delete(owner);
    // The answer to a request that this one replaced has come since the view was drawn.
    if (job.drawnAt !== resultCount) job.redraw();
    return;
  }
  // The commands have their targets; without `targets`, the viewer's own are not tried again.
  const question = { ruleset: id, encounter, viewer: { ...viewer, targets: [] } };
  job.where = 'worker';
  const isSent = askWorker({ ...question, commands: pending.map(({ command }) => command) }, (odds) => {
    resultCount += 1;
    if (odds) for (const [at, { keep }] of pending.entries()) keep(odds[at] ?? []);
    if (jobs.get(owner) !== job) return;
    if (!odds) {
      job.where = 'here';
      schedule();
      return;
    }
    jobs.delete(owner);
    if (odds.some(({ length }) => length > 0)) job.redraw();
  });
  if (!isSent) job.where = 'here';
}

function computeNext(owner: object, job: Job): void {
  const command = job.left.shift();
  if (command) {
    const { adapter, encounter, viewer } = job.fight;
    const odds = adapter.ruleset.views.odds?.(encounter, viewer, command) ?? [];
    job.found ||= odds.length > 0;
  } else {
    jobs.delete(owner);
    if (job.found) job.redraw();
  }
}
