/**
 * The part of the Foundry module "Quench" that the batches use: Mocha's functions for tests and Chai's for assertions.
 * `run.ts` replaces the same part. Source: github.com/Ethaks/FVTT-Quench, README, "Register a test batch".
 */
export interface QuenchContext {
  describe(title: string, suite: (this: Pick<Running, 'timeout'>) => void): void;
  it(title: string, test: Step): void;
  before(step: Step): void;
  after(step: Step): void;
  readonly assert: Assert;
}

/** Runs with Mocha's `this`, so no arrow function where it skips. */
export type Step = (this: Running) => unknown;

/** Mocha's test context: `skip` ends the test, or in `before` its whole suite, as neither passed nor failed. */
export interface Running {
  skip(): never;
  timeout(milliseconds: number): unknown;
}

/** The part of Chai's `assert` that is used here. */
export interface Assert {
  ok(value: unknown, message?: string): void;
  equal(actual: unknown, expected: unknown, message?: string): void;
  notEqual(actual: unknown, expected: unknown, message?: string): void;
  deepEqual(actual: unknown, expected: unknown, message?: string): void;
  match(actual: string, expected: RegExp, message?: string): void;
}

export interface Quench {
  registerBatch(key: string, batch: (context: QuenchContext) => void, options: { displayName: string }): unknown;
}

/** An assumption of ours about Foundry, with its tests. */
export interface Assumption {
  /** Such as `A1`, as in the comments of the code that relies on it. */
  readonly id: string;
  /** What we assume, as a sentence. */
  readonly belief: string;
  register(context: QuenchContext): void;
}
