import type { StoredChange } from '../../../rulebook/stored-change';

const IN_WORDS = new Map<unknown, string>([
  [true, 'always'],
  [false, 'never'],
  [null, 'by-kind'],
]);

/** Whether what a spell conjures turns back to mana was yes, no or nothing said, and is a word. */
const ethereal: StoredChange = {
  since: '0.2.0',
  document: 'Item',
  types: ['clashSpell'],
  writes: ['ethereal'],
  drops: [],
  migrate: (spell) =>
    IN_WORDS.has(spell['ethereal']) ? { ...spell, ethereal: IN_WORDS.get(spell['ethereal']) } : spell,
};

export const SPELL_CHANGES: readonly StoredChange[] = [ethereal];
