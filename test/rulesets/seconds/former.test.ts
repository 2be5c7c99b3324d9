import { describe, expect, it } from 'vitest';
import { writtenNow } from '../../../src/rulebook/former';
import { FORMER } from '../../../src/rulesets/seconds/former';

describe('what earlier versions asked about holding actions', () => {
  const options = ['move', 'attack sword', 'done'].map((id) => ({ id, whyNot: [] }));
  const was = { kind: 'choice', id: 'hold-what', by: 'jo', options, facts: { left: 2.5, 'jo sword': 'Sword' } };
  const now = {
    ...was,
    facts: { ...was.facts, held: { move: { do: 'move' }, 'attack sword': { do: 'attack', with: 'sword' } } },
  };

  it('says of each option what it would hold', () => {
    expect(writtenNow(FORMER, { entries: [{ ask: was, answer: ['done'] }] })).toEqual({
      entries: [{ ask: now, answer: ['done'] }],
    });
  });

  it('stays as it is where it is said, and in other questions', () => {
    expect(writtenNow(FORMER, now)).toBe(now);
    const other = { ...was, id: 'check-by' };
    expect(writtenNow(FORMER, other)).toBe(other);
  });
});
