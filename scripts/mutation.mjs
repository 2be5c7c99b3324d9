import { readdirSync } from 'node:fs';
import { Stryker } from '@stryker-mutator/core';

const USAGE = 'usage: npm run mutation -- RULESET [FILE]…, such as npm run mutation -- clash attack/attack.ts';

/** Runs mutation tests on one ruleset and reports the mutants its tests do not kill. */
const [ruleset, ...files] = process.argv.slice(2);
const rulesets = readdirSync('src/rulesets', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
if (!rulesets.includes(ruleset)) {
  console.error(`${USAGE}\nrulesets: ${rulesets.join(', ')}`);
  process.exit(1);
}
process.env.MUTATED_RULESET = ruleset;

const root = `src/rulesets/${ruleset}`;
await new Stryker({
  mutate: files.length > 0 ? files.map((file) => `${root}/${file}`) : [`${root}/**/*.ts`],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // A mutant of a table that is read on import needs every test again.
  ignoreStatic: true,
  concurrency: 2,
  reporters: ['clear-text', 'progress', 'json'],
  clearTextReporter: { reportTests: false, logTests: false },
  jsonReporter: { fileName: `node_modules/.cache/cadence/mutation-${ruleset}.json` },
  // Stryker reads tsconfig options that TypeScript 7 lacks; no test here needs one.
  tsconfigFile: 'none',
  tempDirName: 'node_modules/.cache/stryker',
  ignorePatterns: ['dist', 'sandbox/.build', 'sandbox/.data', 'media'],
  allowConsoleColors: process.stdout.isTTY,
}).runMutationTest();
