import type { Ruleset } from '../../../encounter/ruleset';
import { loadJudge } from '../../../opponent/judge';
import { perform, type Task, type TaskResult } from '../../../opponent/tasks';
import { startWorker } from '../../platform/worker';
import { runTask } from './run-task';

/** A message to the worker: a task, the end of one, or a ruleset that will be needed. */
export type WorkerMessage =
  | { readonly prepare: string }
  | { readonly id: number; readonly ruleset: string; readonly task: Task; readonly budget: number }
  | { readonly id: number; readonly stop: true };

/** Null with `isDone`: the worker does not have the ruleset, such as one of another package. */
export interface WorkerAnswer {
  readonly id: number;
  readonly result: TaskResult | null;
  readonly isDone: boolean;
}

type Report = (result: TaskResult | null, isDone: boolean) => void;

export interface TaskRun {
  /** The last result; null if it was stopped or nothing came of it. */
  readonly finished: Promise<TaskResult | null>;
  stop(): void;
}

/** On the page's own thread: shorter than a frame, so that the map stays smooth. */
const SLICE = 6;

let worker: Worker | null = null;
/** Node has no workers, and a server's policy may forbid them. */
let isAvailable = typeof Worker === 'function';
let lastId = 0;
const waiting = new Map<number, Report>();

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
  lastId += 1;
  const id = lastId;
  let end: (result: TaskResult | null) => void = () => {};
  let stopHere = (): void => {};
  let isStopped = false;
  const finished = new Promise<TaskResult | null>((resolve) => {
    end = resolve;
  });
  const report: Report = (result, isDone) => {
    if (isDone) end(result);
    else if (result) onProgress?.(result);
  };
  const here = async (): Promise<void> => {
    const judge = await loadJudge(ruleset);
    if (!judge || isStopped) return end(null);
    stopHere = runTask(perform(judge, task), { slice: SLICE, budget }, report);
  };
  const isSent = send({ id, ruleset: ruleset.id, task, budget }, (result, isDone) => {
    if (result === null && isDone) void here();
    else report(result, isDone);
  });
  if (!isSent) void here();
  return {
    finished,
    stop() {
      isStopped = true;
      if (waiting.delete(id)) worker?.postMessage({ id, stop: true } satisfies WorkerMessage);
      stopHere();
      end(null);
    },
  };
}

/** Starts the worker with a ruleset, so that the first result comes sooner. */
export function prepareWorker(ruleset: string): void {
  post({ prepare: ruleset });
}

function send(message: Extract<WorkerMessage, { readonly task: unknown }>, onReport: Report): boolean {
  if (!post(message)) return false;
  waiting.set(message.id, onReport);
  return true;
}

/** Returns false if there is no worker. */
function post(message: WorkerMessage): boolean {
  if (!isAvailable) return false;
  try {
    worker ??= createWorker();
    worker.postMessage(message);
    return true;
  } catch (error) {
    disableWorker(error);
    return false;
  }
}

/** The build places it beside our code. The version in the URL avoids an outdated cached file. */
function createWorker(): Worker {
  const address = new URL(`../workers/opponents.mjs?${game.system.version}`, import.meta.url);
  const created = startWorker(address, 'Cadence opponents');
  created.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
    const onReport = waiting.get(data.id);
    if (data.isDone) waiting.delete(data.id);
    onReport?.(data.result, data.isDone);
  });
  for (const fault of ['error', 'messageerror']) created.addEventListener(fault, (event) => disableWorker(event));
  return created;
}

function disableWorker(reason: unknown): void {
  console.warn('Cadence | opponents think without a worker', reason);
  isAvailable = false;
  worker?.terminate();
  worker = null;
  const left = [...waiting.values()];
  waiting.clear();
  for (const onReport of left) onReport(null, true);
}
