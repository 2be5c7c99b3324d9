import { describe, expect, it } from 'vitest';
import { writtenNow } from '../../../src/rulebook/former';
import { FORMER } from '../../../src/rulesets/clash/former';

describe('what earlier versions asked about a defense', () => {
  const options = ['dodge', 'parry sword', 'none'].map((id) => ({ id, whyNot: [] }));
  const facts = { at: 'gnoll', attack: 15 };
  const was = {
    ...{ kind: 'choice', id: 'defense', by: 'mira', options },
    facts: { ...facts, 'parry sword': 'Sword', 'bonus dodge': 2, 'bonus parry sword': -1 },
  };
  const defenses = {
    dodge: { kind: 'dodge', bonus: 2 },
    'parry sword': { kind: 'parry', with: 'sword', name: 'Sword', bonus: -1 },
    none: { kind: 'none' },
  };
  const now = { ...was, facts: { ...facts, defenses } };

  it('says of each option what it is, and its value', () => {
    const entries = (ask: object) => ({ entries: [{ ask, answer: ['dodge'] }] }) as never;
    expect(writtenNow(FORMER, entries(was))).toEqual(entries(now));
  });

  it('stays as it is where it is said, and in other questions', () => {
    expect(writtenNow(FORMER, now)).toBe(now);
    const other = { ...was, id: 'after-parry' };
    expect(writtenNow(FORMER, other)).toBe(other);
  });
});
