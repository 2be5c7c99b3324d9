import type { WorkerAnswer, WorkerMessage } from './foundry/apps/opponent/opponent-worker';
import { runTask } from './foundry/apps/opponent/run-task';
import { loadJudge } from './opponent/judge';
import { perform } from './opponent/tasks';
import { MANIFESTS } from './rulesets/manifests';

/** Milliseconds after which the worker looks for messages. */
const SLICE = 40;

/** How to stop what is under way, by task. */
const stops = new Map<number, () => void>();
/** Tasks that were stopped before their ruleset was loaded. */
const stoppedEarly = new Set<number>();

/** The worker's program: opponents think and fights are forecast beside the page. */
addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
  if (!('stop' in data)) return void work(data);
  const stop = stops.get(data.id);
  if (stop) stop();
  else stoppedEarly.add(data.id);
  stops.delete(data.id);
});

async function work({ id, ruleset, task, budget }: Extract<WorkerMessage, { readonly task: unknown }>): Promise<void> {
  const report = (result: WorkerAnswer['result'], isDone: boolean): void =>
    postMessage({ id, result, isDone } satisfies WorkerAnswer);
  const manifest = MANIFESTS.find(({ schema }) => schema.id === ruleset);
  const judge = manifest && (await loadJudge(await manifest.load()));
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
