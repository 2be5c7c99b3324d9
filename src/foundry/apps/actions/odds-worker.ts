import type { Command } from '../../../encounter/command';
import type { Encounter } from '../../../encounter/state';
import type { Odds, Viewer } from '../../../encounter/view';

/** What the worker is asked: the odds of commands of one fight, as plain data. */
export interface OddsQuestion {
  readonly id: number;
  readonly ruleset: string;
  readonly encounter: Encounter;
  readonly viewer: Viewer;
  readonly commands: readonly Command[];
}

/** What it answers: odds in the order of the commands; null where it has no such rules, as those of another package. */
export interface OddsAnswer {
  readonly id: number;
  readonly odds: readonly (readonly Odds[])[] | null;
}

type Heard = (odds: OddsAnswer['odds']) => void;

let worker: Worker | null = null;
/** Whether workers can be made here: not in Node, nor where the server's policy forbids it. */
let isThere = typeof Worker === 'function';
let asked = 0;
const waiting = new Map<number, Heard>();

/**
 * Asks the worker, and makes it when it is first asked.
 * @param heard called with null where it has to be reckoned here: without a worker, or without those rules in it
 * @returns false where there is no worker; then nothing is called
 */
export function askWorker(question: Omit<OddsQuestion, 'id'>, heard: Heard): boolean {
  if (!isThere) return false;
  asked += 1;
  try {
    worker ??= made();
    worker.postMessage({ ...question, id: asked } satisfies OddsQuestion);
  } catch (error) {
    gone(error);
    return false;
  }
  waiting.set(asked, heard);
  return true;
}

/** Beside the folder of our code, which the build gives its names; asked for by version, so that none is left of an older one. */
function made(): Worker {
  const address = new URL(`../odds/odds.mjs?${game.system.version}`, import.meta.url);
  const one = new Worker(address, { type: 'module', name: 'Cadence odds' });
  one.addEventListener('message', ({ data }: MessageEvent<OddsAnswer>) => {
    const heard = waiting.get(data.id);
    waiting.delete(data.id);
    heard?.(data.odds);
  });
  for (const fault of ['error', 'messageerror']) one.addEventListener(fault, (event) => gone(event));
  return one;
}

/** From here on odds are reckoned without it, and first those it still owes. */
function gone(reason: unknown): void {
  console.warn('Cadence | odds are reckoned without a worker', reason);
  isThere = false;
  worker?.terminate();
  worker = null;
  const left = [...waiting.values()];
  waiting.clear();
  for (const heard of left) heard(null);
}
