import { afterEach, describe, expect, it, vi } from 'vitest';
import { outdatedIn } from '../../src/foundry/migration/outdated';
import { packTargets } from '../../src/foundry/migration/packs';
import type { StoredChange } from '../../src/toolkit/define/stored-change';

afterEach(() => vi.unstubAllGlobals());

const pack = (packageType: string, type: string) => ({
  title: `${packageType} ${type}`,
  metadata: { packageType, type },
});
const TYPES = ['ActiveEffect', 'Actor', 'Adventure', 'Cards', 'Item', 'JournalEntry', 'Scene'];
const change = (document: StoredChange['document']): StoredChange => ({
  since: '0.9.0',
  document,
  types: ['condition'],
  writes: ['until'],
  drops: [],
  migrate: (system) => ({ ...system, until: 'dawn' }),
});

describe('the compendia that a change is written in', () => {
  it.each([
    ['Actor', ['Actor', 'Scene']],
    ['Item', ['Actor', 'Item', 'Scene']],
    ['ActiveEffect', ['ActiveEffect', 'Actor', 'Item', 'Scene']],
    ['Combat', []],
    ['ChatMessage', []],
  ] as const)('are, for one of a %s, those of the world that contain any: %s', (document, types) => {
    const packs = ['system', 'module', 'world'].flatMap((owner) => TYPES.map((type) => pack(owner, type)));
    vi.stubGlobal('game', { packs });
    expect(packTargets([change(document)]).map(({ title }) => title)).toEqual(types.map((type) => `world ${type}`));
    expect(packTargets([])).toEqual([]);
  });
});

it('a change is written in an active effect of an item of an actor', () => {
  const document = (documentName: string, type: string, inner: object[] = []) => ({
    id: type,
    uuid: type,
    documentName,
    type,
    _source: { system: {} },
    update: async () => undefined,
    traverseEmbeddedDocuments: () => inner.map((each) => ['inner', each] as [string, never]),
  });
  const effect = document('ActiveEffect', 'condition');
  const actor = document('Actor', 'clash', [document('Item', 'clashGear'), effect]);
  const found = outdatedIn({ documents: [actor], scenes: [] }, [change('ActiveEffect')]);
  expect(found).toEqual([{ document: effect, system: { until: 'dawn' }, drops: [] }]);
});
