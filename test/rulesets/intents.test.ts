import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { FighterInput, Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { RULESETS } from '../../src/rulesets/index';
import type { Vocabulary } from '../support/rules';
import * as ofClash from './clash/vocabulary';
import * as ofEnergy from './energy/vocabulary';
import * as ofSeconds from './seconds/vocabulary';
import * as ofSlots from './slots/vocabulary';
import * as ofTempo from './tempo/vocabulary';

type Words = Vocabulary<Encounter>;
const WORDS = { clash: ofClash, energy: ofEnergy, seconds: ofSeconds, slots: ofSlots, tempo: ofTempo };
type Id = keyof typeof WORDS;

/** An item with fields beside `id` and `type`, the action with it, and what that does to its target. */
type Row = readonly [
  ruleset: Id,
  action: string,
  item: readonly [type: string, fields: object] | null,
  intent: unknown,
];

const strike = (damage = '1d6') => ['weapon', { damage, equipped: true }] as const;
const tempoSpell = (fields: object) => ['spell', { range: 6, ...fields }] as const;
const ROWS: readonly Row[] = [
  ['energy', 'melee-attack', strike(), 'harm'],
  ['energy', 'trip', strike(), 'harm'],
  ['energy', 'hand-over', strike(), 'help'],
  ['energy', 'defend', null, null],
  ['energy', 'challenge-initiative', null, null],
  ['seconds', 'attack', strike(), 'harm'],
  ['seconds', 'shove', null, 'harm'],
  ['seconds', 'intimidate', null, 'harm'],
  ['seconds', 'wake', null, 'help'],
  ['seconds', 'help', null, 'help'],
  ['seconds', 'cast-spell', ['spell', { attacks: true }], 'harm'],
  ['seconds', 'cast-spell', ['spell', { attacks: false }], null],
  ['seconds', 'release', null, null],
  ['slots', 'primary-attack', null, 'harm'],
  ['slots', 'feint', null, 'harm'],
  ['slots', 'assist', null, 'help'],
  ['slots', 'patch-wound', null, 'help'],
  ['slots', 'cast-spell', ['spell', { range: 30, offensive: true }], 'harm'],
  ['slots', 'cast-spell', ['spell', { range: 30, offensive: false }], 'help'],
  // An area has no single target, and a spell without range is for its caster.
  ['slots', 'cast-spell', ['spell', { range: 30, offensive: true, area: 'around', radius: 10 }], null],
  ['slots', 'cast-spell', ['spell', { range: 0, offensive: false }], null],
  ['clash', 'attack-basic-melee', strike(), 'harm'],
  ['clash', 'attack-spell', ['spell', { effect: 'damage' }], 'harm'],
  ['clash', 'utility-spell', ['spell', { effect: 'heal' }], 'help'],
  ['clash', 'utility-spell', ['spell', { effect: 'none' }], null],
  ['clash', 'utility-item', ['gear', { usable: true, effect: 'heal' }], 'help'],
  ['clash', 'attack-item', ['gear', { usable: true, effect: 'damage' }], 'harm'],
  ['clash', 'attack-skill', ['skill', { strike: true }], 'harm'],
  ['clash', 'mount-extra-action', null, 'harm'],
  ['tempo', 'quick-attack', null, 'harm'],
  ['tempo', 'help', null, 'help'],
  ['tempo', 'guard', null, 'help'],
  ['tempo', 'scan', null, null],
  ['tempo', 'magic', tempoSpell({ dice: '1d6' }), 'harm'],
  ['tempo', 'magic', tempoSpell({ befalls: 'other', harm: '1d6' }), 'harm'],
  ['tempo', 'magic', tempoSpell({ befalls: 'other', push: 2 }), 'harm'],
  ['tempo', 'magic', tempoSpell({ befalls: 'other', healing: 3 }), 'help'],
  ['tempo', 'magic', tempoSpell({ befalls: 'other', takes: 'debuffs' }), 'help'],
  ['tempo', 'magic', tempoSpell({ befalls: 'other', gives: 'bolstered', figure: 'defence', amount: 2 }), 'help'],
  ['tempo', 'magic', tempoSpell({ befalls: 'other', gives: 'hampered' }), 'harm'],
  ['tempo', 'magic', tempoSpell({ befalls: 'self', healing: 3 }), null],
];

const scene = (id: Id, item: Row[2]): { readonly ruleset: Ruleset; readonly on: Encounter } => {
  const { fighter, item: itemOf, encounter } = WORDS[id] as unknown as Words;
  const items: FighterInput['items'] = item ? [itemOf(item[0], 'it', item[1])] : [];
  const on = encounter([
    fighter('mira', {}, { side: 'heroes', items }),
    fighter('bram', {}, { side: 'heroes' }),
    fighter('gnoll', {}, { side: 'foes' }),
  ]);
  return { ruleset: RULESETS[id] as unknown as Ruleset, on };
};
const commandOf = (action: string, item: Row[2]): Command => ({ do: action, by: 'mira', ...(item && { with: 'it' }) });

describe('what an action does to its target', () => {
  it.each(ROWS)('%s: %s %o: %s', (id, action, item, intent) => {
    const { ruleset, on } = scene(id, item);
    expect(ruleset.knows(commandOf(action, item))).toBe(true);
    expect(ruleset.intentOf(on, { ...commandOf(action, item), at: 'gnoll' })).toBe(intent);
  });

  it('a GM command and a missing fighter do nothing to it', () => {
    const { ruleset, on } = scene('energy', null);
    expect(ruleset.intentOf(on, { do: 'start', by: 'gm' })).toBeNull();
    expect(ruleset.intentOf(on, { do: 'trip', by: 'gone', at: 'gnoll' })).toBeNull();
  });
});

describe('a healing spell without a target', () => {
  const healing: readonly (readonly [Id, string, NonNullable<Row[2]>])[] = [
    ['tempo', 'magic', tempoSpell({ befalls: 'other', healing: 3 })],
    ['slots', 'cast-spell', ['spell', { range: 30, offensive: false }]],
    ['clash', 'utility-spell', ['spell', { effect: 'heal', purpose: 'utility', line: 'SURECAST' }]],
  ];
  it.each(healing)('is for its caster in %s, and one that names a target for that', (id, action, item) => {
    const { ruleset, on } = scene(id, item);
    const aiming = (...targets: string[]) =>
      ruleset.views.action(on, commandOf(action, item), { gm: false, owns: ['mira'], targets });
    expect(aiming().target).toBe('mira');
    expect(aiming().whyNot.map(({ id }) => id)).not.toContain('no-target');
    expect(aiming('bram')).toMatchObject({ target: 'bram', command: { at: 'bram' } });
  });
});
