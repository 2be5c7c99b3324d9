import { afterEach, describe, expect, it } from 'vitest';
import { randomVariants, readVariants, useVariants, VARIANTS, variant } from '../src/variants';

describe('variants of unproven behavior', () => {
  afterEach(() => useVariants());

  it('have their first values by default and when set without values', () => {
    expect(variant('batchError')).toBe(VARIANTS.batchError.values[0]);
    useVariants({ batchError: 'resolves-to-errors' });
    expect(variant('batchError')).toBe('resolves-to-errors');
    useVariants();
    expect(variant('batchError')).toBe(VARIANTS.batchError.values[0]);
  });

  it('are parsed from a command line', () => {
    expect(readVariants(['batch=all-or-nothing'])).toEqual({ batch: 'all-or-nothing' });
    expect(() => readVariants(['bath=all-or-nothing'])).toThrow(/"bath" is not one of batch/);
    expect(() => readVariants(['batch=all'])).toThrow(/batch is one of/);
    expect(() => readVariants(['batch'])).toThrow(/batch is one of/);
  });

  it('are all chosen at random', () => {
    const second = Object.entries(VARIANTS).map(([name, { values }]) => [name, values[1]]);
    expect(randomVariants(() => 2)).toEqual(Object.fromEntries(second));
  });
});
