import { describe, expect, it } from 'vitest';
import { readFightRecord } from '../../src/encounter/fight-record';
import { rulesFaultIn } from '../../src/encounter/fight-record-shape';
import { defined } from '../../src/kernel/defined';
import { IDS } from '../opponent/skirmish';
import { playRecorded } from '../support/recorded-fight';

describe.each(IDS)('%s', (id) => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('%s', (seed) => {
    const { record, ruleset } = playRecorded(id, seed);
    const faults: unknown[] = [];
    const read = readFightRecord(JSON.stringify(record), (f) => faults.push(f));
    expect(faults).toEqual([]);
    expect(rulesFaultIn(ruleset, defined(read, 'r'))).toBeNull();
  });
});
