import { defineConfig } from 'vitest/config';

const id = process.env.MUTATED_RULESET;

/** The tests of one ruleset, for `npm run mutation`. */
export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: ['test/support/matchers.ts', 'test/support/seed.ts'],
    include: [`test/rulesets/${id}/**/*.test.ts`, 'test/rulesets/*.test.ts', 'test/scenarios.test.ts'],
    // Stryker's set-up has to run for each file, or it counts the coverage of the first one only.
    isolate: true,
    testTimeout: 60_000,
    env: { SCENARIOS_OF: id },
  },
});
