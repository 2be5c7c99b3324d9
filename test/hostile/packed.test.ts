import { deflateSync, strFromU8 } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_UNPACKED_BYTES, pack, unpack } from '../../src/foundry/platform/packed';

/** Bytes that the library has inflated since the test began. */
const work = vi.hoisted(() => ({ inflated: 0 }));

vi.mock('fflate', async (original) => {
  const fflate = await original<typeof import('fflate')>();
  class Inflate extends fflate.Inflate {
    constructor(options: object, heard: (chunk: Uint8Array, isLast: boolean) => void) {
      super(options, (chunk, isLast) => {
        work.inflated += chunk.length;
        heard(chunk, isLast);
      });
    }
  }
  const inflateSync = (...given: Parameters<typeof fflate.inflateSync>) => {
    const whole = fflate.inflateSync(...given);
    work.inflated += whole.length;
    return whole;
  };
  return { ...fflate, Inflate, inflateSync };
});

/** Returns a short text that inflates to a large one, unlike any output of `pack`. */
const bombOf = (json: string): string =>
  `.${btoa(strFromU8(deflateSync(new TextEncoder().encode(json), { level: 9 }), true))}`;

describe('packed text', () => {
  beforeEach(() => {
    work.inflated = 0;
  });
  afterEach(() => vi.restoreAllMocks());

  it('is inflated only up to its limit', () => {
    const line = JSON.stringify({ ask: { kind: 'section', command: null }, answer: null });
    const bomb = bombOf(`[${Array.from({ length: 100_000 }, () => line).join()}]`);
    expect(bomb.length).toBeLessThan(16_384 * 2);
    const parse = vi.spyOn(JSON, 'parse');
    expect(() => unpack(bomb, 100_000)).toThrow(RangeError);
    expect(work.inflated).toBeLessThan(2.1 * MAX_UNPACKED_BYTES);
    expect(parse).not.toHaveBeenCalled();
  });

  it.each([1_000, 60_000, 250_000])('of %i bytes is read as it was packed, in many chunks', (size) => {
    let state = 7;
    const noise = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state;
    };
    // Half noise, half repetition: mixes data that compresses well with data that does not.
    const words = Array.from({ length: size / 20 }, (_, at) => (at % 2 ? noise().toString(36) : 'initiative'));
    expect(unpack(pack({ words }), 1_000_000)).toEqual({ words });
    expect(unpack(bombOf(JSON.stringify({ words })), 1_000_000)).toEqual({ words });
  });
});
