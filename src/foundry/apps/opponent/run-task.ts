import type { TaskResult } from '../../../opponent/tasks';

interface TaskLimits {
  /** How long it works before others get their turn. */
  readonly slice: number;
  /** When it ends at the latest; all times in milliseconds. */
  readonly budget: number;
}

const SEEDS = 2 ** 31;

/** Returns a seed for the dice of a task. */
export const makeSeed = (): number => Math.floor(Math.random() * SEEDS);

/** The time between two reports of what is known so far; the first comes as soon as anything is known. */
const REPORT = 150;

/**
 * Works on a task in slices, so that clicks and messages are handled between them.
 * @param report called now and then, and with `isDone` at the end; null if nothing came of it
 * @returns a function that stops it without another report
 */
export function runTask(
  task: Iterator<(() => TaskResult) | null>,
  { slice, budget }: TaskLimits,
  report: (result: TaskResult | null, isDone: boolean) => void,
): () => void {
  const end = performance.now() + budget;
  let latest: (() => TaskResult) | null = null;
  let nextReport = 0;
  let timer: ReturnType<typeof setTimeout>;
  const work = (): void => {
    const pause = performance.now() + slice;
    for (;;) {
      let step: IteratorResult<(() => TaskResult) | null>;
      try {
        step = task.next();
      } catch (error) {
        // Nothing comes of it; its caller must not wait for ever.
        console.error('Cadence | opponents', error);
        report(null, true);
        return;
      }
      if (!step.done) latest = step.value ?? latest;
      const now = performance.now();
      if (step.done || now >= end) {
        report(latest?.() ?? null, true);
        return;
      }
      if (now >= pause) break;
    }
    if (latest && performance.now() >= nextReport) {
      nextReport = performance.now() + REPORT;
      report(latest(), false);
    }
    timer = setTimeout(work, 0);
  };
  timer = setTimeout(work, 0);
  return () => clearTimeout(timer);
}
