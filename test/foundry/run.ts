import type { Assert, Quench, QuenchContext, Running, Step } from './quench';

/** Runs Quench batches without Quench: no window, no Mocha, the same order. */
export class TinyQuench implements Quench {
  private readonly batches: { readonly key: string; readonly suites: Suite[] }[] = [];

  registerBatch(key: string, batch: (context: QuenchContext) => void): void {
    const suites: Suite[] = [];
    const current = (): Suite => {
      const suite = suites.at(-1);
      if (!suite) throw new Error(`${key}: outside of a suite`);
      return suite;
    };
    batch({
      assert,
      describe(title, fill) {
        suites.push({ title, before: [], after: [], tests: [] });
        fill.call(running);
      },
      before: (step) => current().before.push(step),
      after: (step) => current().after.push(step),
      it: (title, step) => current().tests.push({ title, step }),
    });
    this.batches.push({ key, suites });
  }

  async runAll(): Promise<Result[]> {
    const results: Result[] = [];
    for (const { key, suites } of this.batches)
      for (const suite of suites) results.push(...(await runSuite(key, suite)));
    return results;
  }
}

export interface Result {
  readonly batch: string;
  readonly test: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly error?: string;
}

interface Suite {
  readonly title: string;
  readonly before: Step[];
  readonly after: Step[];
  readonly tests: { readonly title: string; readonly step: Step }[];
}

class Skipped extends Error {}

const running: Running = {
  skip() {
    throw new Skipped();
  },
  timeout: () => undefined,
};

type Outcome = Pick<Result, 'state' | 'error'>;
const PASSED: Outcome = { state: 'passed' };

async function outcomeOf(step: Step): Promise<Outcome> {
  try {
    await step.call(running);
    return PASSED;
  } catch (error) {
    if (error instanceof Skipped) return { state: 'skipped' };
    return { state: 'failed', error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** As in Mocha: if `before` does not pass, all tests have its result; `after` runs in any case and may fail too. */
async function runSuite(batch: string, { title, before, after, tests }: Suite): Promise<Result[]> {
  let prepared = PASSED;
  for (const step of before) if (prepared === PASSED) prepared = await outcomeOf(step);
  const results: Result[] = [];
  for (const { title: test, step } of tests)
    results.push({ batch, test, ...(prepared === PASSED ? await outcomeOf(step) : prepared) });
  for (const step of after) {
    const outcome = await outcomeOf(step);
    if (outcome.state === 'failed') results.push({ batch, test: `after “${title}”`, ...outcome });
  }
  return results;
}

function claim(holds: boolean, said: string | undefined, found: string): void {
  if (!holds) throw new Error(said === undefined ? found : `${said}: ${found}`);
}
const json = (value: unknown): string => JSON.stringify(value) ?? String(value);

export const assert: Assert = {
  ok: (value, message) => claim(Boolean(value), message, `${json(value)} is not so`),
  equal: (actual, expected, message) =>
    claim(actual === expected, message, `${json(actual)} where ${json(expected)} was expected`),
  notEqual: (actual, expected, message) => claim(actual !== expected, message, `${json(actual)} was not expected`),
  deepEqual: (actual, expected, message) =>
    claim(json(actual) === json(expected), message, `${json(actual)} where ${json(expected)} was expected`),
  match: (actual, expected, message) =>
    claim(expected.test(actual), message, `${json(actual)} does not match ${expected}`),
};
