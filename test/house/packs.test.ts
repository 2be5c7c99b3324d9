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
  readonly img: string;
  readonly system: Record<string, unknown>;
  readonly items?: readonly Source[];
  readonly prototypeToken?: { readonly texture: { readonly src: string } };
}

const files = filesBelow('packs', /\.yml$/).map((file) => ({
  file,
  ruleset: file.split('/')[1]!,
  source: parse(read(file)) as Source,
}));
const types = readJson('system.json').documentTypes;
const rulesets: Readonly<Record<string, Ruleset>> = RULESETS as never;

const imageOf = (img: string): string => img.replace(/^systems\/cadence\//, '');
/** What only documents have, and rules do not read. */
const ofTheDocument = ['description', 'biography'];

const withoutWords = (system: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(system).filter(([key]) => !ofTheDocument.includes(key)));

describe.each(files)('$file', ({ ruleset, source }) => {
  it('has ids and keys that Foundry takes', () => {
    const collection = source.items ? 'actors' : 'items';
    expect(source._id).toMatch(/^[A-Za-z0-9]{16}$/);
    expect(source._key).toBe(`!${collection}!${source._id}`);
    for (const item of source.items ?? []) {
      expect(item._id).toMatch(/^[A-Za-z0-9]{16}$/);
      expect(item._key).toBe(`!actors.items!${source._id}.${item._id}`);
    }
  });

  it('is of subtypes the manifest declares', () => {
    expect(Object.keys(types[source.items ? 'Actor' : 'Item'])).toContain(source.type);
    for (const item of source.items ?? []) expect(Object.keys(types.Item)).toContain(item.type);
  });

  it('shows pictures that are there', () => {
    const token = source.prototypeToken ? [source.prototypeToken.texture.src] : [];
    const pictures = [source.img, ...(source.items ?? []).map(({ img }) => img), ...token].map(imageOf);
    expect(pictures.filter((picture) => !exists(picture))).toEqual([]);
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
const ofThisOne = ['equipped', 'loaded', 'quantity', 'description'];
const madeOf = (system: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(system).filter(([key]) => !ofThisOne.includes(key)));

it('arms fighters with what the armory holds, number for number', () => {
  const armory = new Map(files.flatMap(({ source }) => (source.items ? [] : [[source.name, source] as const])));
  const carried = files.flatMap(({ file, source }) => (source.items ?? []).map((item) => ({ file, item })));
  const known = carried.filter(({ item }) => armory.has(item.name));
  for (const { file, item } of known)
    expect({ file, ...madeOf(item.system) }).toEqual({ file, ...madeOf(armory.get(item.name)!.system) });
  expect(known.length).toBeGreaterThan(20);
});

it('gives every document an id of its own', () => {
  const ids = files.flatMap(({ source }) => [source._id, ...(source.items ?? []).map(({ _id }) => _id)]);
  expect(new Set(ids).size).toBe(ids.length);
});
