import { expect, it } from 'vitest';
import { isHoldable, SCHEMA } from '../../../src/rulesets/tempo/schema';
import { readItem } from '../../../src/toolkit/define/sheet-schema';
import { hero, item } from './vocabulary';

const mail = (rest = {}) => item('gear', 'mail', { hands: 0, equipped: true, deflection: 2, ...rest });

it('adds what is worn to Deflection and Sturdy, as a term of its own', () => {
  const coat = item('gear', 'coat', { hands: 0, equipped: true, sturdy: 1 });
  const { stats } = hero('mira', { deflection: 1 }, { items: [mail(), coat] });
  expect([stats.deflection, stats.sturdy]).toEqual([3, 1]);
  expect(stats.figures.deflection?.terms).toEqual([
    { id: 'entered', value: 1 },
    { id: 'worn', value: 2 },
  ]);
});

it('adds nothing while it is in the pack', () => {
  expect(hero('mira', {}, { items: [mail({ equipped: false })] }).stats.deflection).toBe(0);
});

it('takes no hand where it takes none, and is then not put away with Inventory', () => {
  expect(isHoldable(readItem(SCHEMA, mail() as never))).toBe(false);
  expect(isHoldable(readItem(SCHEMA, mail({ hands: 1 }) as never))).toBe(true);
});
