import { describe, expect, it } from 'vitest';
import { type FightRecord, readFightRecord } from '../../src/encounter/fight-record';
import { rulesFaultIn, type ShapeFault } from '../../src/encounter/fight-record-shape';
import { defined } from '../../src/kernel/defined';
import { IDS } from '../opponent/skirmish';
import { playRecorded } from '../support/recorded-fight';
import { openedText, openSpoilt } from '../support/spoilt-record';

describe.each(IDS)('a spoilt fight record of %s', (id) => {
  it.each([31, 32])('is refused or played, seed %i', (seed) => {
    const { faults, refused, played } = openSpoilt(id, seed, 40);
    expect(faults).toEqual([]);
    expect(Math.min(refused, played)).toBeGreaterThan(0);
  });
});
