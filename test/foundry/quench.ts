/**
 * What the batches use of the Foundry module "Quench": Mocha's words for tests and Chai's for claims. Its full context has more; these
 * few are also what `run.ts` stands in for. Source: github.com/Ethaks/FVTT-Quench, README, "Register a test batch".
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

/** Mocha's test context: `skip` leaves the test, or from `before` all of its suite, as neither passed nor failed. */
export interface Running {
  skip(): never;
  timeout(milliseconds: number): unknown;
}

/** Chai's `assert`, as far as it is used here. */
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

/** One belief of ours about Foundry, and how to find out. */
export interface Assumption {
  /** Such as `A1`, as in the marks beside the code that relies on it. */
  readonly id: string;
  /** What we believe, as a sentence. */
  readonly belief: string;
  register(context: QuenchContext): void;
}
