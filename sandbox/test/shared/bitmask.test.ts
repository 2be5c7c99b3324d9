import { expect, it } from 'vitest';
import { BitMask } from '../../src/shared/utils';

it('a bit mask holds one bit for each named state', () => {
  const mask = new BitMask({ TINTED: true, MASKED: false, TILED: true });
  expect(mask.valueOf()).toBe(0b101);
  mask.toggleState('MASKED');
  mask.toggleState('TINTED', false);
  expect([mask.valueOf(), mask.hasState('MASKED'), mask.isEmpty]).toEqual([0b110, true, false]);
  expect(() => mask.hasState('OTHER')).toThrow('invalid state');
  expect(BitMask.generateShaderBitMaskConstants(['A', 'B'])).toBe('const uint A = 0x1U;\nconst uint B = 0x2U;');
});
