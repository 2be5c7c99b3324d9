import { describe, expect, it } from 'vitest';
import { outdatedIn } from '../../src/foundry/migration/outdated';
import { applyStoredChanges, migrateInPlace, type StoredChange } from '../../src/toolkit/define/stored-change';
import { SYNTHETIC } from './synthetic';

const item = (id: string, type: string, system: Record<string, unknown>) => ({
  id,
  uuid: `Item.${id}`,
  documentName: 'Item',
  type,
  _source: { system },
  traverseEmbeddedDocuments: () => [],
  update: async () => undefined,
});

describe('a stored change beside `system`', () => {
  const icon: StoredChange = {
    since: '0.9.0',
    document: 'ActiveEffect',
    types: ['condition'],
    writes: [],
    drops: [],
    migrate: (system) => system,
    documentUpdate: ({ showIcon }) => (showIcon === 1 ? { showIcon: 2 } : {}),
  };
  const effect = (id: string, source: object, more: object = {}) => ({
    ...item(id, 'condition', {}),
    documentName: 'ActiveEffect',
    _source: { system: {}, ...source },
    ...more,
  });

  it('is written in the documents it applies to', () => {
    const prone = effect('prone', { showIcon: 1 });
    const documents = [prone, effect('shown', { showIcon: 2 }), effect('base', { showIcon: 1 }, { type: 'base' })];
    expect(outdatedIn({ documents, scenes: [] }, [icon])).toEqual([
      { document: prone, system: {}, drops: [], beside: { showIcon: 2 } },
    ]);
  });

  it('is written in an unlinked token, for its effects and those of its items', () => {
    const source = { showIcon: 1 };
    const [own, inherited, onSword] = [
      effect('own', source),
      effect('inherited', source),
      effect('onSword', source, { parent: { id: 'sword' } }),
    ];
    const inner = [own, inherited, onSword].map((each): [string, typeof each] => ['effects', each]);
    const actor = { ...item('actor', 'clash', {}), documentName: 'Actor', traverseEmbeddedDocuments: () => inner };
    const delta = { _source: { items: [{ _id: 'sword' }], effects: [{ _id: 'own' }] } };
    const found = outdatedIn({ documents: [], scenes: [{ tokens: [{ actorLink: false, actor, delta }] }] }, [icon]);
    expect(found.map(({ document }) => document.id)).toEqual(['own', 'onSword']);
  });
});

describe('a stored change of `system`', () => {
  const renamed: StoredChange = {
    since: '0.9.0',
    document: 'Item',
    types: ['clashSpell'],
    writes: ['cost'],
    drops: ['price'],
    migrate: ({ price, ...rest }) => (price === undefined ? rest : { ...rest, cost: price }),
  };

  it('changes the object that Foundry passes', () => {
    const source = { price: 3, radius: 1 };
    expect(migrateInPlace(source, [renamed])).toBe(source);
    expect(source).toEqual({ cost: 3, radius: 1 });
  });

  it('is applied after those before it', () => {
    const doubled: StoredChange = { ...renamed, migrate: ({ cost }) => ({ cost: Number(cost) * 2 }) };
    expect(applyStoredChanges({ price: 3 }, [renamed, doubled])).toEqual({ cost: 6 });
  });

  it('removes fields that are no longer read', () => {
    const spell = item('a', 'clashSpell', { cost: 3 });
    expect(outdatedIn({ documents: [spell], scenes: [] }, [renamed])).toEqual([
      { document: spell, system: { cost: 3 }, drops: ['price'] },
    ]);
  });

  it('is written in the documents it applies to, and changes nothing else', () => {
    const spell = item('a', 'clashSpell', { ethereal: 'never', radius: 2 });
    const documents = [spell, item('b', 'clashGear', { ethereal: 'never' }), item('c', 'clashSpell', {})];
    const found = outdatedIn({ documents, scenes: [] }, [SYNTHETIC]);
    expect(found).toEqual([{ document: spell, system: { ethereal: 'never' }, drops: [] }]);
  });

  it('is written in an unlinked token only if that differs from its actor', () => {
    const own = item('own', 'clashSpell', { ethereal: 'never' });
    const inherited = item('inherited', 'clashSpell', { ethereal: 'never' });
    const inner = [['items', own] as [string, typeof own], ['items', inherited] as [string, typeof own]];
    const actor = { ...item('actor', 'clash', {}), documentName: 'Actor', traverseEmbeddedDocuments: () => inner };
    const token = { actorLink: false, actor, delta: { _source: { items: [{ _id: 'own' }] } } };
    const linked = { ...token, actorLink: true };
    const found = outdatedIn({ documents: [], scenes: [{ tokens: [token, linked] }] }, [SYNTHETIC]);
    expect(found).toEqual([{ document: own, system: { ethereal: 'never' }, drops: [] }]);
  });
});
