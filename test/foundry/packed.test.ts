import { describe, expect, it } from 'vitest';
import { pack, unpack, unpackedOf } from '../../src/foundry/platform/packed';

const STEP = { exchange: 1, card: 'card', command: { do: 'start', by: 'gm' }, version: 1, entries: [], user: 'gm' };

describe('packed JSON', () => {
  it('is read as it was packed', () => {
    expect(unpack(pack(STEP))).toEqual(STEP);
  });

  // Texts that lie in worlds: whoever changes the dictionary, or how it is marked, can no longer read them.
  it.each([
    [
      'without a dictionary',
      'LcsxDsMgEADBv2x9jdv7SuQCw8mmAKQDR4lQ/h7JdrXN7MQ+8Qh1N3QRYvCE3hFiKyXUhE5SQ+kj+EDYvih74Se8zXtu9ZqtDs/W0dcqnN38UX8=',
    ],
    ['with the dictionary of 0.5.0', '.w+FWEIVZJcHKMpiLcToMYR1IFQA='],
  ])('is read as it was packed %s', (_, text) => {
    expect(unpack(text)).toEqual(STEP);
  });

  it('is unpacked once while it is the same text, and another text anew', () => {
    const text = pack(STEP);
    expect(unpackedOf(text)).toBe(unpackedOf(text));
    expect(unpackedOf(pack({ ...STEP, exchange: 2 }))).toEqual({ ...STEP, exchange: 2 });
    expect(unpackedOf(text)).toEqual(STEP);
  });

  it('is not read where it is longer than what is to be believed', () => {
    expect(() => unpack(pack(STEP), 10)).toThrow(RangeError);
  });
});
