import { afterEach, expect, it, vi } from 'vitest';
import { TRANSLATED_PACKS } from '../../src/foundry/documents/translated-packs';

const GEAR = 'cadence.tempo-gear';

interface Named {
  readonly _id: string;
  name: string;
}

/** Foundry with a compendium of one item, in a language. */
function start({
  lang,
  babele = false,
  files = {},
}: {
  lang: string;
  babele?: boolean;
  files?: Record<string, object>;
}) {
  const hooks = new Map<string, (...args: unknown[]) => void>();
  const fetched: string[] = [];
  const read = async (_cls: unknown, { index }: { index?: boolean }) => {
    const source = { _id: 'a', name: 'Rope', system: { description: '<p>Long.</p>' } };
    return [index ? source : { toObject: () => source }];
  };
  const backend: { _getDocuments(...args: unknown[]): Promise<Named[]> } = { _getDocuments: read as never };
  const pack = { collection: GEAR, metadata: { label: 'Armory' }, folders: [], index: [{ _id: 'a', name: 'Rope' }] };
  const getProperty = (source: any, path: string) => path.split('.').reduce((inner, key) => inner?.[key], source);
  const setProperty = (source: any, path: string, value: unknown) => {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    getProperty({ source }, ['source', ...keys].join('.'))[last] = value;
  };
  vi.stubGlobal('foundry', { utils: { getRoute: (path: string) => path, getProperty, setProperty } });
  vi.stubGlobal('Hooks', { once: (hook: string, run: () => void) => hooks.set(hook, run) });
  vi.stubGlobal('CONFIG', { DatabaseBackend: backend });
  vi.stubGlobal('ui', {});
  vi.stubGlobal('game', {
    i18n: { lang },
    modules: new Map([['babele', { active: babele }]]),
    packs: [pack],
    system: { languages: new Set([{ lang: 'en' }, { lang: 'de' }, { lang: 'fr' }, { lang: 'es' }]) },
  });
  vi.stubGlobal('fetch', async (path: string) => {
    const file = path.replace('systems/cadence/', '');
    fetched.push(file);
    return { ok: file in files, status: 404, json: async () => files[file] };
  });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  TRANSLATED_PACKS.init();
  TRANSLATED_PACKS.ready();
  const cls = { documentName: 'Item', fromSource: (source: Named) => ({ ...source, isNew: true }) };
  const get = (pack: string, index = false) => backend._getDocuments(cls, { pack, index });
  return { hooks, fetched, pack, get, isOwn: () => backend._getDocuments === (read as never) };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const names = { [GEAR]: { label: 'Waffenkammer', names: { a: 'Seil' } } };
const mappings = { Item: { name: 'name', description: 'system.description' } };

it('tells Babele where its files are, and leaves compendia to it', () => {
  const { hooks, isOwn, fetched } = start({ lang: 'de', babele: true });
  const setSystemTranslationsDir = vi.fn();
  hooks.get('babele.init')?.({ setSystemTranslationsDir });
  expect(setSystemTranslationsDir).toHaveBeenCalledWith('lang/packs');
  expect([isOwn(), fetched]).toEqual([true, []]);
});

it('fetches nothing in English or in a language of another package', async () => {
  for (const lang of ['en', 'it']) {
    const { get, fetched } = start({ lang });
    expect((await get(GEAR, true))[0]?.name).toBe('Rope');
    expect(await get(GEAR)).not.toHaveProperty('0.isNew');
    expect(fetched).toEqual([]);
  }
});

it('keeps English where a file cannot be read, and asks again', async () => {
  const { get, fetched } = start({ lang: 'fr', files: { 'pack-names/fr.json': names } });
  expect((await get(GEAR, true))[0]?.name).toBe('Seil');
  for (let times = 0; times < 2; times++) expect(await get(GEAR)).not.toHaveProperty('0.isNew');
  expect(fetched.filter((file) => file === 'lang/packs/fr/cadence.tempo-gear.json')).toHaveLength(2);
});

it('translates labels, lists and documents of its own compendia', async () => {
  const texts = { entries: { a: { name: 'Seil', description: '<p>Lang.</p>' } } };
  const files = { 'lang/packs/mappings.json': mappings, 'lang/packs/es/cadence.tempo-gear.json': texts };
  const { get, pack, fetched } = start({ lang: 'es', files: { ...files, 'pack-names/es.json': names } });
  await vi.waitFor(() => expect(pack.metadata.label).toBe('Waffenkammer'));
  expect(pack.index[0]?.name).toBe('Seil');
  expect((await get(GEAR))[0]).toEqual({
    _id: 'a',
    name: 'Seil',
    system: { description: '<p>Lang.</p>' },
    isNew: true,
  });
  expect((await get('world.gear', true))[0]?.name).toBe('Rope');
  await get(GEAR);
  expect(fetched).toHaveLength(3);
});
