import type { StoredChange } from '../../src/toolkit/define/stored-change';

const WORDS = new Map<unknown, string>([
  [true, 'always'],
  [false, 'never'],
  [null, 'by-kind'],
]);

/**
 * A stored change that no version of Cadence has made, by which the mechanism is tested: whether a conjured thing turns back to mana was
 * true, false or null in an older shape. The table without windows declares it for clash.
 */
export const SYNTHETIC: StoredChange = {
  since: '0.2.0',
  document: 'Item',
  types: ['clashSpell'],
  writes: ['ethereal'],
  drops: [],
  migrate: (spell) => (WORDS.has(spell['ethereal']) ? { ...spell, ethereal: WORDS.get(spell['ethereal']) } : spell),
};
