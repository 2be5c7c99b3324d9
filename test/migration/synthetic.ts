import type { StoredChange } from '../../src/toolkit/define/stored-change';

const WORDS = new Map<unknown, string>([
  [true, 'always'],
  [false, 'never'],
  [null, 'by-kind'],
]);

/**
 * A change that no version of Cadence has made, to test the mechanism: in an older shape, whether a conjured item turns
 * back to mana was true, false or null. The headless table declares it for clash.
 */
export const SYNTHETIC: StoredChange = {
  since: '0.2.0',
  document: 'Item',
  types: ['clashSpell'],
  writes: ['ethereal'],
  drops: [],
  migrate: (spell) => (WORDS.has(spell['ethereal']) ? { ...spell, ethereal: WORDS.get(spell['ethereal']) } : spell),
};
