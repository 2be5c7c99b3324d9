import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**'],
          environment: 'node',
          setupFiles: ['test/support/matchers.ts'],
          maxWorkers: 2,
          // For what hangs; how fast a busy machine is, is no matter.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
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
