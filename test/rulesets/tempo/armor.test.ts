import { expect, it } from 'vitest';
import { isHoldable, SCHEMA } from '../../../src/rulesets/tempo/schema';
import { readItem } from '../../../src/toolkit/define/sheet-schema';
import { hero, item } from './vocabulary';

const mail = (rest = {}) => item('gear', 'mail', { hands: 0, equipped: true, deflection: 2, ...rest });

it('worn armor adds to Deflection and Sturdy, with its own term', () => {
  const coat = item('gear', 'coat', { hands: 0, equipped: true, sturdy: 1 });
  const { stats } = hero('mira', { deflection: 1 }, { items: [mail(), coat] });
  expect([stats.deflection, stats.sturdy]).toEqual([3, 1]);
  expect(stats.figures.deflection?.terms).toEqual([
    { id: 'entered', value: 1 },
    { id: 'worn', value: 2 },
  ]);
});

it('armor in the pack adds nothing', () => {
  expect(hero('mira', {}, { items: [mail({ equipped: false })] }).stats.deflection).toBe(0);
});

it('armor without hands takes no hand, and Inventory does not put it away', () => {
  expect(isHoldable(readItem(SCHEMA, mail() as never))).toBe(false);
  expect(isHoldable(readItem(SCHEMA, mail({ hands: 1 }) as never))).toBe(true);
});
