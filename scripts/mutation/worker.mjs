import { join } from 'node:path';
import { startTests } from '@vitest/runner';
import { usePageTexts } from './instrument.mjs';

/**
 * Runs tests in a process of its own, without or with one mutant, and reports to its parent.
 * A job has a `folder` of bundles, `files` (tests in their order), `only` (names of tests by file; all by default) and
 * `mutant`. If files are run `whole`, what their hooks run belongs to the file.
 */
process.on('message', async (job) => {
  const { setup, folder, files, only, whole, mutant, hitLimit } = job;
  const bundleOf = (file) => join(folder, file.replace(/\.ts$/, '.mjs'));
  // Read by the instrumented code.
  const switches = {};
  globalThis.__stryker__ = switches;
  if (mutant !== undefined) Object.assign(switches, { activeMutant: mutant, hitCount: 0, hitLimit });
  // Read by Vitest, which is not run by its own process here.
  globalThis.__vitest_worker__ = { filepath: '', config: {}, environment: {}, rpc: {} };
  usePageTexts(folder);
  for (const file of setup) await import(bundleOf(file));

  const durations = {};
  let failed = null;
  for (const file of files) {
    if (failed) break;
    const names = only?.[file] && new Set(only[file]);
    const counts = new Map();
    const nameOf = (test) => {
      if (test.mutationName) return test.mutationName;
      const name = fullNameOf(test);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      test.mutationName = `${name} #${counts.get(name)}`;
      return test.mutationName;
    };
    const leave = () => {
      if (whole) switches.currentTestId = `${file}\n`;
      else delete switches.currentTestId;
    };
    const visit = (task) => {
      if (task.type === 'suite') for (const each of task.tasks) visit(each);
      else if (names && !names.has(nameOf(task))) task.mode = 'skip';
    };
    const ran = await startTests([bundleOf(file)], {
      config: CONFIG,
      importFile: (path) => import(path),
      onCollected(collected) {
        collected.forEach(visit);
        leave();
      },
      onBeforeRunTask(test) {
        if (failed && mutant !== undefined) test.mode = 'skip';
        switches.currentTestId = `${file}\n${nameOf(test)}`;
      },
      onAfterRunTask(test) {
        if (test.result?.state === 'fail') failed ??= `${nameOf(test)}: ${test.result.errors?.[0]?.message}`;
        durations[`${file}\n${nameOf(test)}`] = test.result?.duration ?? 0;
        leave();
      },
    });
    // What the next file runs on import belongs to no test.
    delete switches.currentTestId;
    const error = ran.flatMap(({ result }) => result?.errors ?? [])[0];
    if (error) failed ??= `${file}: ${error.message}`;
  }
  const coverage = mutant === undefined ? switches.mutantCoverage : undefined;
  process.send({ failed, durations, coverage }, () => process.disconnect());
});

const fullNameOf = (task) => {
  const parent = task.suite && task.suite.type === 'suite' && task.suite.name ? `${fullNameOf(task.suite)} > ` : '';
  return `${parent}${task.name}`;
};

const CONFIG = {
  root: process.cwd(),
  setupFiles: [],
  name: undefined,
  passWithNoTests: true,
  testNamePattern: undefined,
  allowOnly: false,
  sequence: { seed: 1, hooks: 'stack', setupFiles: 'list' },
  chaiConfig: undefined,
  maxConcurrency: 1,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  retry: 0,
  includeTaskLocation: false,
  tags: [],
  tagsFilter: undefined,
  strictTags: false,
};
