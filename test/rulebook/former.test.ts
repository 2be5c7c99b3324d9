import { expect, it } from 'vitest';
import { writtenNow } from '../../src/rulebook/former';

it.each([
  [
    'a line of the card',
    { kind: 'say', word: 'hit', of: 'mira', facts: { by: 2 } },
    { kind: 'say', id: 'hit', of: 'mira', facts: { by: 2 } },
  ],
  [
    'a thing handed over',
    { kind: 'hand', of: 'mira', item: 'rope', at: 2, to: 'kor', as: 'cord', in: 0 },
    { kind: 'hand', of: 'mira', item: 'rope', index: 2, to: 'kor', newItem: 'cord', newIndex: 0 },
  ],
  [
    'a question for a text',
    { ask: { kind: 'words', id: 'trigger', by: 'mira', most: 9 } },
    { ask: { kind: 'text', id: 'trigger', by: 'mira', most: 9 } },
  ],
  [
    'what a step retained',
    { exchange: 1, entries: [], held: { pools: { mira: { hp: 3 } } } },
    { exchange: 1, entries: [], retained: { pools: { mira: { hp: 3 } } } },
  ],
])('reads %s as it was called before 0.5.0', (_, before, now) => {
  expect(writtenNow({}, before)).toEqual(now);
  expect(writtenNow({}, now)).toBe(now);
});

it('leaves what a ruleset calls alike', () => {
  const facts = { facts: { held: 2, word: 'iron', at: 'mira' } };
  expect(writtenNow({}, facts)).toBe(facts);
});
