import { describe, expect, it } from 'vitest';
import { pack, unpack, unpackCached } from '../../src/foundry/platform/packed';

const STEP = { exchange: 1, card: 'card', command: { do: 'start', by: 'gm' }, version: 1, entries: [], user: 'gm' };

describe('packed JSON', () => {
  it('is read as it was packed', () => {
    expect(unpack(pack(STEP))).toEqual(STEP);
  });

  // Worlds store texts like this; after 1.0.0 the dictionary can no longer change.
  it('is read as it was packed by an earlier build', () => {
    expect(unpack('.w+FWEIVZocEKPJiLcToMYR1IFQA=')).toEqual(STEP);
  });

  it('is not read without the prefix of packed text', () => {
    expect(() => unpack('w+FWEIVZocEKPJiLcToMYR1IFQA=')).toThrow('not packed');
  });

  it('is unpacked once per text', () => {
    const text = pack(STEP);
    expect(unpackCached(text)).toBe(unpackCached(text));
    expect(unpackCached(pack({ ...STEP, exchange: 2 }))).toEqual({ ...STEP, exchange: 2 });
    expect(unpackCached(text)).toEqual(STEP);
  });

  it('is not read beyond the length limit', () => {
    expect(() => unpack(pack(STEP), 10)).toThrow(RangeError);
  });
});
