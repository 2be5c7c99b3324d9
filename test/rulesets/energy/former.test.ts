import { expect, it } from 'vitest';
import type { Json } from '../../../src/kernel/json';
import { writtenNow } from '../../../src/rulebook/former';
import { FORMER } from '../../../src/rulesets/energy/former';

const offer = (facts: Json): Json => ({ kind: 'offer', id: 'quicker', takers: [], wait: 'first', facts });
const evasion = (facts: Json): Json => ({ kind: 'dice', id: 'evasion', by: 'gnoll', facts });

it.each([
  [
    offer({ 'price 0': 'energy:2', 'price 1': '', 'price 2': 'energy:1 stamina:1', 'mira axe': 'Axe' }),
    offer({
      'mira axe': 'Axe',
      prices: [[{ pool: 'energy', amount: 2 }], [], [...['energy', 'stamina'].map((pool) => ({ pool, amount: 1 }))]],
    }),
  ],
  [evasion({ bonus: 8, hindered: 'prone unfaced' }), evasion({ bonus: 8, hindered: ['prone', 'unfaced'] })],
])('reads what stood in the facts of a question as text, and leaves what is written so already', (was, now) => {
  expect(writtenNow(FORMER, was)).toEqual(now);
  expect(writtenNow(FORMER, now)).toBe(now);
});
