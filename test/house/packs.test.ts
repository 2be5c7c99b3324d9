import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Ruleset } from '../../src/encounter/ruleset';
import { RULESETS } from '../../src/rulesets/index';
import { exists, filesBelow, read, readJson } from './sources';

interface Source {
  readonly _id: string;
  readonly _key: string;
  readonly name: string;
  readonly type: string;
  readonly img?: string;
  readonly thumb?: string;
  readonly background?: { readonly src: string };
  readonly system: Record<string, unknown>;
  readonly items?: readonly Source[];
  readonly pages?: readonly Source[];
  readonly results?: readonly Source[];
  readonly prototypeToken?: { readonly texture: { readonly src: string } };
}

const manifest = readJson('system.json');
const types = manifest.documentTypes;
const rulesets: Readonly<Record<string, Ruleset>> = RULESETS as never;

/** By kind of pack: where Foundry keeps its documents, and below which field what is inside them. */
const COLLECTIONS = {
  Actor: { collection: 'actors', inside: 'items' },
  Item: { collection: 'items', inside: null },
  JournalEntry: { collection: 'journal', inside: 'pages' },
  RollTable: { collection: 'tables', inside: 'results' },
  Scene: { collection: 'scenes', inside: null },
} as const;
type Kind = keyof typeof COLLECTIONS;

const files = filesBelow('packs', /\.yml$/).map((file) => {
  const [, ruleset, folder] = file.split('/') as [string, string, string];
  const pack = manifest.packs.find(({ name }: { name: string }) => name === `${ruleset}-${folder}`);
  return {
    file,
    ruleset,
    pack: `cadence.${pack?.name}`,
    kind: pack?.type as Kind,
    source: parse(read(file)) as Source,
  };
});
const played = files.filter(({ kind }) => kind === 'Actor' || kind === 'Item');

const insideOf = ({ kind, source }: (typeof files)[number]): readonly Source[] => {
  const { inside } = COLLECTIONS[kind];
  return inside ? (source[inside] ?? []) : [];
};
const imageOf = (img: string): string => img.replace(/^systems\/cadence\//, '');
/** What only documents have, and rules do not read. */
const ofTheDocument = ['description', 'biography'];

const withoutWords = (system: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(system).filter(([key]) => !ofTheDocument.includes(key)));

const NAMES = { items: 'Item', pages: 'JournalEntryPage', results: 'TableResult' } as const;
const addresses = new Set(
  files.flatMap((entry) => {
    const { inside } = COLLECTIONS[entry.kind];
    const own = `Compendium.${entry.pack}.${entry.kind}.${entry.source._id}`;
    return [own, ...insideOf(entry).map(({ _id }) => `${own}.${inside && NAMES[inside]}.${_id}`)];
  }),
);

describe.each(files)('$file', (entry) => {
  const { source, kind } = entry;

  it('has ids and keys that Foundry takes', () => {
    const { collection, inside } = COLLECTIONS[kind];
    expect(source._id).toMatch(/^[A-Za-z0-9]{16}$/);
    expect(source._key).toBe(`!${collection}!${source._id}`);
    for (const { _id, _key } of insideOf(entry)) {
      expect(_id).toMatch(/^[A-Za-z0-9]{16}$/);
      expect(_key).toBe(`!${collection}.${inside}!${source._id}.${_id}`);
    }
  });

  it('shows pictures that are there', () => {
    const { img, thumb, background, prototypeToken } = source;
    const own = [img, thumb, background?.src, prototypeToken?.texture.src];
    const pictures = [...own, ...insideOf(entry).map((inner) => inner.img)].flatMap((path) =>
      path ? [imageOf(path)] : [],
    );
    expect(pictures.filter((picture) => !exists(picture))).toEqual([]);
  });

  it('links to what the compendia hold', () => {
    const links = [...read(entry.file).matchAll(/@UUID\[([^\]]+)\]/g)].map(([, uuid]) => uuid!);
    expect(links.filter((uuid) => !addresses.has(uuid))).toEqual([]);
  });
});

describe.each(played)('$file', ({ ruleset, source, kind }) => {
  it('is of subtypes the manifest declares', () => {
    expect(Object.keys(types[kind])).toContain(source.type);
    for (const item of source.items ?? []) expect(Object.keys(types.Item)).toContain(item.type);
  });

  it('makes a fighter the rules accept', () => {
    const items = (source.items ?? [source]).map(({ _id: id, name, type, system }) => ({
      ...withoutWords(system),
      ...{ id, name, type },
    }));
    const make = () =>
      rulesets[ruleset]!.fighter(
        {
          ...{ id: 'one', name: source.name, side: 'any', player: false, place: null },
          base: source.items ? withoutWords(source.system) : {},
          ...{ items, pools: {}, conditions: [], book: {} },
        },
        {},
      );
    expect(make).not.toThrow();
  });
});

/** What differs from one to another of the same make. */
const ofThisOne = ['equipped', 'loaded', 'quantity', 'active', 'description'];
const madeOf = (system: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(system).filter(([key]) => !ofThisOne.includes(key)));

it('arms fighters with what the armory of their ruleset holds, number for number', () => {
  const named = (ruleset: string, name: string) => `${ruleset}: ${name}`;
  const armory = new Map(
    played.flatMap(({ kind, ruleset, source }) =>
      kind === 'Item' ? [[named(ruleset, source.name), source] as const] : [],
    ),
  );
  const carried = played.flatMap(({ file, ruleset, source }) =>
    (source.items ?? []).map((item) => ({ file, item, make: armory.get(named(ruleset, item.name)) })),
  );
  const known = carried.filter(({ make }) => make);
  for (const { file, item, make } of known)
    expect({ file, ...madeOf(item.system) }).toEqual({ file, ...madeOf(make!.system) });
  expect(known.length).toBeGreaterThan(20);
});

it('gives every document an id of its own', () => {
  const ids = files.flatMap((entry) => [entry.source._id, ...insideOf(entry).map(({ _id }) => _id)]);
  expect(new Set(ids).size).toBe(ids.length);
});
