import { defineConfig } from 'vitest/config';

/** Folders whose tests put a stand-in of Foundry into the global scope, or into a module: each file for itself. */
const WITH_STAND_INS = [
  'test/foundry/**/*.test.ts',
  'test/errors/**/*.test.ts',
  'test/examples/**/*.test.ts',
  'test/headless/odds-worker.test.ts',
  'sandbox/test/**/*.test.ts',
];
/** Tests that drive a browser. */
const IN_BROWSER = ['test/browser/**/*.test.ts', 'sandbox/test/browser/**/*.test.ts'];

const UNIT = {
  environment: 'node',
  setupFiles: ['test/support/matchers.ts', 'test/support/seed.ts'],
  maxWorkers: 2,
  // For what hangs; how fast a busy machine is, is no matter.
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    projects: [
      // What is only asked and answered leaves nothing behind: files share what they have loaded, and a bundled table.
      {
        test: {
          ...UNIT,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...IN_BROWSER, ...WITH_STAND_INS],
          isolate: false,
        },
      },
      { test: { ...UNIT, name: 'unit-globals', include: WITH_STAND_INS, exclude: IN_BROWSER } },
      {
        test: {
          name: 'browser',
          include: IN_BROWSER,
          environment: 'node',
          // Each file has a server of its own, each worker a Chromium; more than two at a time wait for each other.
          maxWorkers: 2,
          isolate: false,
          expect: { poll: { timeout: 20_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          retry: 0,
        },
      },
    ],
  },
});
