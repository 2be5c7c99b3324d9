import { expect, expectTypeOf, it } from 'vitest';
import { resolveSettings } from '../../src/toolkit/define/setting';

const SETTINGS = {
  ties: { choices: ['win', 'lose'], initial: 'lose' },
  base: { min: 0, max: 20, step: 1, initial: 8 },
  strict: { initial: false },
} as const;

it('takes settings from the world, and missing ones from the definitions', () => {
  expect(resolveSettings(SETTINGS, { base: 10 })).toEqual({ ties: 'lose', base: 10, strict: false });
  expect(resolveSettings(SETTINGS, { ties: 'win', strict: true })).toEqual({ ties: 'win', base: 8, strict: true });
});

it('caches the settings of an object, and reads another object again', () => {
  const world = { base: 10 };
  expect(resolveSettings(SETTINGS, world)).toBe(resolveSettings(SETTINGS, world));
  const changed = { ...world, base: 11 };
  expect(resolveSettings(SETTINGS, changed).base).toBe(11);
  expect(resolveSettings({ ...SETTINGS, ties: { choices: ['win', 'lose'], initial: 'win' } }, changed).ties).toBe(
    'win',
  );
  expect(resolveSettings(SETTINGS, world).base).toBe(10);
});

it('infers the type of each setting', () => {
  expectTypeOf(resolveSettings(SETTINGS, {})).toEqualTypeOf<{
    readonly ties: 'win' | 'lose';
    readonly base: number;
    readonly strict: boolean;
  }>();
});
