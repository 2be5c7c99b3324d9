import { afterEach, describe, expect, it } from 'vitest';
import { DOUBTS, doubt, doubtsByLot, readDoubts, useDoubts } from '../src/variants';

describe('switches for what nobody knows of Foundry', () => {
  afterEach(() => useDoubts());

  it('stand on their first values until they are set, and again where nothing is said', () => {
    expect(doubt('batchError')).toBe(DOUBTS.batchError.values[0]);
    useDoubts({ batchError: 'resolves-to-errors' });
    expect(doubt('batchError')).toBe('resolves-to-errors');
    useDoubts();
    expect(doubt('batchError')).toBe(DOUBTS.batchError.values[0]);
  });

  it('are read as a command line has them', () => {
    expect(readDoubts(['batch=all-or-nothing'])).toEqual({ batch: 'all-or-nothing' });
    expect(() => readDoubts(['bath=all-or-nothing'])).toThrow(/"bath" is not one of batch/);
    expect(() => readDoubts(['batch=all'])).toThrow(/batch is one of/);
    expect(() => readDoubts(['batch'])).toThrow(/batch is one of/);
  });

  it('are all drawn by lot, the same from the same seed', () => {
    const drawn = doubtsByLot(() => 2);
    expect(Object.keys(drawn)).toEqual(Object.keys(DOUBTS));
    expect(doubtsByLot(() => 2)).toEqual(drawn);
  });
});
