import { expect, it } from 'vitest';
import { BUILD } from '../../../src/rulesets/tempo/build';
import { SCHEMA } from '../../../src/rulesets/tempo/schema';
import { readBase, readItem } from '../../../src/toolkit/define/sheet-schema';
import { item } from './vocabulary';

it.each([
  [{ cost1: 2, cost2: 1 }, null],
  [
    { cost1: 3, cost2: 1 },
    { tier: 1, cost: 3, mana: 2 },
  ],
  [{ cost2: 2 }, { tier: 2, cost: 2, mana: 1 }],
  [{ cost3: 1 }, { tier: 3, cost: 1, mana: 0 }],
])('[T-69] the guided build warns of a spell beyond the Mana: %j', (costs, facts) => {
  const { armory } = BUILD.steps.find(({ id }) => id === 'magic') ?? {};
  const base = readBase(SCHEMA, { mana1: 2, mana2: 1 });
  const spell = readItem(SCHEMA, item('spell', 'bolt', costs));
  expect(armory?.warning?.(base, spell)).toEqual(facts && { key: 'Build.mana', facts });
});
