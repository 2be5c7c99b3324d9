import { expect, it } from 'vitest';
import { dice } from '../../../src/kernel/dice';
import { defenseOddsOf, meanDamageOf } from '../../../src/rulesets/clash/attack/defense-odds';

const odds = (over: Partial<Parameters<typeof defenseOddsOf>[0]> = {}) =>
  defenseOddsOf({ kind: 'dodge', needed: 7, level: 0, blockStrength: 0, damage: 6, ...over });

it('[C-30, C-A1] counts the faces of the die that succeed, at any level', () => {
  expect(odds()).toEqual({ chance: 50, taken: 3 });
  expect(odds({ level: 1 })).toEqual({ chance: 75, taken: 1.5 });
  expect(odds({ level: -1 })).toEqual({ chance: 25, taken: 4.5 });
  expect(odds({ needed: -3 })).toEqual({ chance: 100, taken: 0 });
  expect(odds({ needed: 13 })).toEqual({ chance: 0, taken: 6 });
});

it('[C-37, C-45] takes the strength of a block off the damage', () => {
  expect(odds({ kind: 'block', blockStrength: 4 })).toEqual({ chance: 50, taken: 4 });
  expect(odds({ kind: 'block', blockStrength: 9 })).toEqual({ chance: 50, taken: 3 });
});

it('[C-41 to C-44] counts the second die of a parry', () => {
  // Only perfect parries: faces 10 to 12.
  expect(odds({ kind: 'parry', needed: 10, damage: 12 })).toEqual({ chance: 25, taken: 9 });
  // Face 9 succeeds too, and is kept by a second die of 9 or more.
  expect(odds({ kind: 'parry', needed: 9, damage: 12 })).toEqual({ chance: 33, taken: 8.7 });
});

it('knows what is taken without a defense, and names no damage for spells and holds', () => {
  expect(odds({ kind: 'none' })).toEqual({ taken: 6 });
  expect(odds({ kind: 'spell' })).toEqual({ chance: 50 });
  expect(odds({ damage: null })).toEqual({ chance: 50 });
  expect([meanDamageOf(dice(2, 6), 1), meanDamageOf(null, 3)]).toEqual([8, null]);
});
