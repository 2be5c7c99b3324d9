import type { Ruleset } from '../../../encounter/ruleset';
import { loadJudge } from '../../../opponent/judge';
import { perform, type Task, type TaskResult } from '../../../opponent/tasks';
import { TaskWorker } from '../../platform/worker';
import { runTask } from './run-task';

/** A message to the worker: a task, the end of one, or a ruleset that will be needed. */
export type WorkerMessage =
  | { readonly prepare: string }
  | { readonly id: number; readonly ruleset: string; readonly task: Task; readonly budget: number }
  | { readonly id: number; readonly stop: true };

export interface TaskRun {
  /** The last result; null if it was stopped or nothing came of it. */
  readonly finished: Promise<TaskResult | null>;
  stop(): void;
}

/** On the page's own thread: shorter than a frame, so that the map stays smooth. */
const SLICE = 6;

const worker = new TaskWorker<TaskResult>('opponents', 'opponents think without a worker');

/**
 * Works on a task in a worker, or in small slices here if none is possible.
 * @param budget milliseconds
 * @param onProgress called with what is known so far
 */
export function startTask(
  ruleset: Ruleset,
  task: Task,
  budget: number,
  onProgress?: (result: TaskResult) => void,
): TaskRun {
  let end: (result: TaskResult | null) => void = () => {};
  let stopHere = (): void => {};
  let isStopped = false;
  const finished = new Promise<TaskResult | null>((resolve) => {
    end = resolve;
  });
  const report = (result: TaskResult | null, isDone: boolean): void => {
    if (isDone) end(result);
    else if (result) onProgress?.(result);
  };
  const here = async (): Promise<void> => {
    const judge = await loadJudge(ruleset);
    if (!judge || isStopped) return end(null);
    stopHere = runTask(perform(judge, task), { slice: SLICE, budget }, report);
  };
  const id = worker.ask({ ruleset: ruleset.id, task, budget }, (result, isDone) => {
    if (result === null && isDone) void here();
    else report(result, isDone);
  });
  if (id === null) void here();
  return {
    finished,
    stop() {
      isStopped = true;
      if (id !== null) worker.stop(id);
      stopHere();
      end(null);
    },
  };
}

/** Starts the worker with a ruleset, so that the first result comes sooner. */
export function prepareWorker(ruleset: string): void {
  worker.post({ prepare: ruleset });
}
