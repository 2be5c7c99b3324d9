import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Ruleset } from '../../../src/encounter/ruleset';
import { startTask } from '../../../src/foundry/apps/opponent/opponent-worker';
import type { WorkerAnswer } from '../../../src/foundry/platform/worker';
import { loadJudge } from '../../../src/opponent/judge';
import { gameOf, skirmish } from '../../opponent/skirmish';

const TASK = {
  kind: 'forecast',
  encounter: skirmish('energy', { heroes: 2, foes: 2 }),
  fights: 1_000_000,
  seed: 1,
} as const;
/** Longer than the time between two reports. */
const pause = (): Promise<void> => new Promise((done) => setTimeout(done, 400));

describe('a task on the page', () => {
  it('ends at once if it is stopped before the ruleset is ready', async () => {
    const ruleset = gameOf('energy').ruleset as Ruleset;
    await loadJudge(ruleset);
    const onProgress = vi.fn();
    const run = startTask(ruleset, TASK, 60_000, onProgress);
    run.stop();
    expect(await run.finished).toBeNull();
    // Another task shows how long a report takes.
    const other = startTask(ruleset, TASK, 60_000, () => other.stop());
    await other.finished;
    await pause();
    expect(onProgress).not.toHaveBeenCalled();
  });
});

describe('a task in the worker', () => {
  let hear: (event: { data: unknown }) => void;
  const answers: WorkerAnswer<object>[] = [];
  beforeEach(async () => {
    vi.resetModules();
    answers.length = 0;
    vi.stubGlobal('addEventListener', (_: string, heard: typeof hear) => {
      hear = heard;
    });
    vi.stubGlobal('postMessage', (answer: WorkerAnswer<object>) => answers.push(structuredClone(answer)));
    await import('../../../src/opponents');
  });
  afterEach(() => vi.unstubAllGlobals());

  const start = (id: number) => hear({ data: { id, ruleset: 'energy', task: TASK, budget: 60_000 } });
  const stop = (id: number) => hear({ data: { id, stop: true } });

  it('reports what it knows until it is stopped', async () => {
    start(1);
    await vi.waitUntil(() => answers.length > 0, { timeout: 30_000 });
    stop(1);
    expect(answers[0]).toMatchObject({ id: 1, isDone: false, result: { kind: 'forecast' } });
    const { length } = answers;
    await pause();
    expect(answers.length).toBe(length);
  });

  it('begins after a ruleset was prepared, which has no answer', async () => {
    hear({ data: { prepare: 'energy' } });
    hear({ data: { prepare: 'unknown' } });
    await pause();
    expect(answers).toEqual([]);
    start(1);
    await vi.waitUntil(() => answers.length > 0, { timeout: 30_000 });
    stop(1);
  });

  it('does not begin if it is stopped before its ruleset is loaded', async () => {
    start(1);
    stop(1);
    start(2);
    await vi.waitUntil(() => answers.length > 0, { timeout: 30_000 });
    await pause();
    stop(2);
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([2]));
  });
});
