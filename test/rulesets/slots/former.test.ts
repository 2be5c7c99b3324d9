import { expect, it } from 'vitest';
import { writtenNow } from '../../../src/rulebook/former';
import { FORMER } from '../../../src/rulesets/slots/former';

it('reads what was added to a roll, and what an AC was made of, where they stood as text', () => {
  const attack = { kind: 'dice', id: 'attack', by: 'ann' };
  const was = {
    ...attack,
    facts: { against: 16, ac: 'base 10 armor 2 tactical 4', bonus: -1, terms: 'bab 2 slot -10', caught: 'flanked' },
  };
  const now = {
    ...attack,
    facts: {
      ...{ against: 16, bonus: -1, caught: 'flanked' },
      ac: [
        { id: 'base', value: 10 },
        { id: 'armor', value: 2 },
        { id: 'tactical', value: 4 },
      ],
      terms: [
        { id: 'bab', value: 2 },
        { id: 'slot', value: -10 },
      ],
    },
  };
  expect(writtenNow(FORMER, was)).toEqual(now);
  expect(writtenNow(FORMER, now)).toBe(now);
});
