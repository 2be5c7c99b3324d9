import type { WorkerMessage } from './foundry/apps/opponent/opponent-worker';
import { runTask } from './foundry/apps/opponent/run-task';
import type { WorkerAnswer } from './foundry/platform/worker';
import { type Judge, loadJudge } from './opponent/judge';
import { perform, type TaskResult } from './opponent/tasks';
import { MANIFESTS } from './rulesets/manifests';

/** Milliseconds after which the worker looks for messages. */
const SLICE = 40;

/** How to stop what is under way, by task. */
const stops = new Map<number, () => void>();
/** Tasks that were stopped before their ruleset was loaded. */
const stoppedEarly = new Set<number>();

/** The worker's program: opponents think and fights are forecast beside the page. */
addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
  if ('prepare' in data) return void judgeOf(data.prepare);
  if ('task' in data) return void work(data);
  const stop = stops.get(data.id);
  if (stop) stop();
  else stoppedEarly.add(data.id);
  stops.delete(data.id);
});

/** Returns null for a ruleset that the worker does not have. */
async function judgeOf(ruleset: string): Promise<Judge | null> {
  const manifest = MANIFESTS.find(({ schema }) => schema.id === ruleset);
  return manifest ? loadJudge(await manifest.load()) : null;
}

async function work({ id, ruleset, task, budget }: Extract<WorkerMessage, { readonly task: unknown }>): Promise<void> {
  const report = (result: TaskResult | null, isDone: boolean): void =>
    postMessage({ id, result, isDone } satisfies WorkerAnswer<TaskResult>);
  const judge = await judgeOf(ruleset);
  if (!judge) return report(null, true);
  if (stoppedEarly.delete(id)) return;
  stops.set(
    id,
    runTask(perform(judge, task), { slice: SLICE, budget }, (result, isDone) => {
      if (isDone) stops.delete(id);
      report(result, isDone);
    }),
  );
}
