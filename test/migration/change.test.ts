import { describe, expect, it } from 'vitest';
import { outdatedIn } from '../../src/foundry/migration/outdated';
import { EFFECT_CHANGES, HOST_CHANGES } from '../../src/foundry/stored/changes';
import { migrated, migrateInPlace, type StoredChange } from '../../src/rulebook/stored-change';
import { SCHEMA } from '../../src/rulesets/clash/schema';

const SPELL_CHANGES = SCHEMA.changes ?? [];

const item = (id: string, type: string, system: Record<string, unknown>) => ({
  ...{ id, uuid: `Item.${id}`, documentName: 'Item', type, _source: { system } },
  traverseEmbeddedDocuments: () => [],
  update: async () => undefined,
});

describe('whether what a spell conjures turns back to mana', () => {
  it.each`
    stored                   | now
    ${{ ethereal: true }}    | ${{ ethereal: 'always' }}
    ${{ ethereal: false }}   | ${{ ethereal: 'never' }}
    ${{ ethereal: null }}    | ${{ ethereal: 'by-kind' }}
    ${{}}                    | ${{}}
    ${{ ethereal: 'never' }} | ${{ ethereal: 'never' }}
    ${{ ethereal: [7] }}     | ${{ ethereal: [7] }}
  `('$stored is now $now', ({ stored, now }) => {
    expect(migrated(stored, SPELL_CHANGES)).toEqual(now);
    expect(migrated(now, SPELL_CHANGES)).toEqual(now);
  });
});

describe('why an exchange stopped', () => {
  it('was what the kernel says, and is a reason; what waits is left as it is', () => {
    const open = { exchange: 3, card: 'card', asks: [] };
    const system = { step: 4, open: { ...open, fault: 'transcript mismatch' } };
    const reason = { id: 'replay-failed', data: { detail: 'transcript mismatch' } };
    const now = { step: 4, open: { ...open, fault: reason } };
    expect(migrated(system, HOST_CHANGES)).toEqual(now);
    for (const same of [now, { open }, { open: null }, {}]) expect(migrated(same, HOST_CHANGES)).toEqual(same);
  });
});

describe('whether an effect shows its icon on tokens', () => {
  const effect = (id: string, source: object, more: object = {}) => ({
    ...{ ...item(id, 'condition', {}), documentName: 'ActiveEffect' },
    ...{ _source: { system: {}, ...source }, ...more },
  });
  const shown = { showIcon: 2 };

  it('is written for what bears a status, unless somebody has said otherwise', () => {
    const prone = effect('prone', { statuses: ['prone'], showIcon: 1 });
    const toggled = effect('toggled', { statuses: ['dead'] }, { type: 'base' });
    const others = [
      effect('blessing', { statuses: [], showIcon: 1 }, { type: 'base' }),
      effect('secret', { statuses: ['prone'], showIcon: 0 }),
      effect('shown', { statuses: ['prone'], showIcon: 2 }),
    ];
    const found = outdatedIn({ documents: [prone, toggled, ...others], scenes: [] }, EFFECT_CHANGES);
    expect(found).toEqual([
      { document: prone, system: {}, drops: [], beside: shown },
      { document: toggled, system: {}, drops: [], beside: shown },
    ]);
  });

  it('is written in a token of its own, for its effects and for those of its items', () => {
    const source = { statuses: ['prone'] };
    const [own, inherited, onSword] = [
      effect('own', source),
      effect('inherited', source),
      effect('onSword', source, { parent: { id: 'sword' } }),
    ];
    const inner = [own, inherited, onSword].map((each): [string, typeof each] => ['effects', each]);
    const actor = { ...item('actor', 'clash', {}), documentName: 'Actor', traverseEmbeddedDocuments: () => inner };
    const delta = { _source: { items: [{ _id: 'sword' }], effects: [{ _id: 'own' }] } };
    const found = outdatedIn(
      { documents: [], scenes: [{ tokens: [{ actorLink: false, actor, delta }] }] },
      EFFECT_CHANGES,
    );
    expect(found.map(({ document }) => document.id)).toEqual(['own', 'onSword']);
  });
});

describe('a change of what is stored', () => {
  const renamed: StoredChange = {
    ...{ since: '0.9.0', document: 'Item', types: ['clashSpell'], writes: ['cost'], drops: ['price'] },
    migrate: ({ price, ...rest }) => (price === undefined ? rest : { ...rest, cost: price }),
  };

  it('is made in the very object that Foundry hands over', () => {
    const source = { price: 3, radius: 1 };
    expect(migrateInPlace(source, [renamed])).toBe(source);
    expect(source).toEqual({ cost: 3, radius: 1 });
  });

  it('follows those before it', () => {
    const doubled: StoredChange = { ...renamed, migrate: ({ cost }) => ({ cost: Number(cost) * 2 }) };
    expect(migrated({ price: 3 }, [renamed, doubled])).toEqual({ cost: 6 });
  });

  it('takes away what nobody reads any more', () => {
    const spell = item('a', 'clashSpell', { cost: 3 });
    expect(outdatedIn({ documents: [spell], scenes: [] }, [renamed])).toEqual([
      { document: spell, system: { cost: 3 }, drops: ['price'] },
    ]);
  });

  it('is written where it concerns a document, and nothing beside it', () => {
    const spell = item('a', 'clashSpell', { ethereal: 'never', radius: 2 });
    const documents = [spell, item('b', 'clashGear', { ethereal: 'never' }), item('c', 'clashSpell', {})];
    const found = outdatedIn({ documents, scenes: [] }, SPELL_CHANGES);
    expect(found).toEqual([{ document: spell, system: { ethereal: 'never' }, drops: [] }]);
  });

  it('is written in a token of its own where that differs from its actor, and nowhere else', () => {
    const own = item('own', 'clashSpell', { ethereal: 'never' });
    const inherited = item('inherited', 'clashSpell', { ethereal: 'never' });
    const inner = [['items', own] as [string, typeof own], ['items', inherited] as [string, typeof own]];
    const actor = { ...item('actor', 'clash', {}), documentName: 'Actor', traverseEmbeddedDocuments: () => inner };
    const token = { actorLink: false, actor, delta: { _source: { items: [{ _id: 'own' }] } } };
    const linked = { ...token, actorLink: true };
    const found = outdatedIn({ documents: [], scenes: [{ tokens: [token, linked] }] }, SPELL_CHANGES);
    expect(found).toEqual([{ document: own, system: { ethereal: 'never' }, drops: [] }]);
  });
});
