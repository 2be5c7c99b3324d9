import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Table } from '../headless/table';
import { scenarioFiles } from '../support/scenario/files';
import { rewindScenario, UNSAID } from './law';
import { openStage } from './stage';

/** One of so many is tried here; all of them by `npm run soak -- --scenarios`. */
const OF = 7;

describe('whatever is played, rewound and done again', () => {
  const all = scenarioFiles('test/scenarios');
  const spread = all.filter((file, at) => at % OF === 0 && !(file in UNSAID));
  let table: Table;

  beforeAll(async () => {
    table = await openStage();
  });
  afterAll(() => table?.close());

  it.each(spread)('%s: every document is what it was', async (file) => {
    const { faults } = await rewindScenario(table, file);
    expect(faults).toEqual([]);
  });

  it.each(Object.entries(UNSAID))('%s cannot be said in documents: %s', async (file) => {
    expect(all).toContain(file);
    const { faults } = await rewindScenario(table, file);
    expect(faults).toEqual([expect.stringMatching(/^the documents cannot say it/)]);
  });
});
