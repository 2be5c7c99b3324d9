import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { asksTier, isFast, isHalved, isRest } from './test/tiers/costs.ts';
import { DearestFirst } from './test/tiers/dearest-first.ts';
import { TIER } from './test/tiers/tier.ts';

/** Tests that drive a browser. */
const IN_BROWSER = ['test/browser/**/*.test.ts', 'sandbox/test/browser/**/*.test.ts'];
/** Whole evenings, which only the night has the time for. */
const AT_NIGHT = ['test/headless/evenings.test.ts', 'test/browser/slow-connection.test.ts'];
const ALL = ['test', 'sandbox/test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
);
/** Tests that replace a module: each has modules of its own. */
const WITH_MOCKS = ALL.filter((file) => /\bvi\.mock\(/.test(readFileSync(file, 'utf8')));
const IS_RUN = {
  fast: (file: string) => isFast(file) && !AT_NIGHT.includes(file),
  rest: (file: string) => isRest(file) && !AT_NIGHT.includes(file),
  all: () => true,
  night: (file: string) => AT_NIGHT.includes(file) || asksTier(file),
}[TIER];
const halved = ALL.filter(isHalved);
if (halved.length > 0)
  throw new Error(`the fast tier does not run its share of ${halved}, so they share nothing with it`);
const leftOut = ALL.filter((file) => !IS_RUN(file));

const UNIT = {
  environment: 'node',
  setupFiles: ['test/support/matchers.ts', 'test/support/seed.ts', 'test/tiers/setup.ts'],
  maxWorkers: availableParallelism(),
  // For what hangs; how fast a busy machine is, is no matter.
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    sequence: { sequencer: DearestFirst },
    projects: [
      // Files share what they have loaded, and a bundled table; `setup.ts` takes away what they have put into the global scope.
      {
        test: {
          ...UNIT,
          name: 'unit',
          include: ['test/**/*.test.ts', 'sandbox/test/**/*.test.ts'],
          exclude: [...IN_BROWSER, ...WITH_MOCKS, ...leftOut],
          isolate: false,
        },
      },
      {
        test: { ...UNIT, name: 'unit-mocks', include: WITH_MOCKS, exclude: leftOut },
      },
      {
        test: {
          name: 'browser',
          include: IN_BROWSER,
          exclude: leftOut,
          environment: 'node',
          // Each file has a server of its own, each worker a Chromium, which has two busy processes.
          maxWorkers: Math.max(2, availableParallelism() >> 1),
          // Vitest wants an order between projects with different numbers of workers.
          sequence: { groupOrder: 1 },
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
