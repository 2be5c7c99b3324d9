import type { DocumentData } from '../shared/data';
import { deepClone, isPlainObject, mergeObject } from '../shared/utils';
import type { DemoFile } from './demo-file';
import type { Packs } from './packs';

const EMBEDDED = ['items', 'effects'];

/**
 * Returns the data of a document in a demo file. `fromPack: cadence.heroes.<id>` copies a compendium document and
 * merges the rest of the entry into it, embedded documents by id.
 */
export function fromPack(file: DemoFile, packs: Packs, entry: unknown): DocumentData {
  if (!isPlainObject(entry)) throw file.wrong(entry, 'a document must be a mapping');
  const { fromPack: address, ...own } = entry;
  const overrides: DocumentData = { ...own };
  for (const field of EMBEDDED) {
    const list = own[field];
    if (Array.isArray(list)) overrides[field] = list.map((inner) => fromPack(file, packs, inner));
  }
  if (address === undefined) return overrides;
  const base = find(file, packs, String(address));
  const lists = Object.fromEntries(
    EMBEDDED.filter((field) => overrides[field]).map((f) => [f, byId(listIn(base, f), listIn(overrides, f))]),
  );
  for (const field of EMBEDDED) delete overrides[field];
  return { ...mergeObject(base, overrides), ...lists };
}

const listIn = (data: DocumentData, field: string): DocumentData[] => (data[field] ?? []) as DocumentData[];

function find(file: DemoFile, packs: Packs, address: string): DocumentData {
  const [scope, name, id, ...rest] = address.split('.');
  const pack = `${scope}.${name}`;
  if (!id || rest.length) throw file.wrong(address, `"${address}" is not of the form system.pack.id`);
  if (!packs.has(pack)) throw file.wrong(address, `there is no compendium "${pack}"`);
  const source = packs.document(pack, id);
  if (!source) throw file.wrong(address, `the compendium "${pack}" has no document "${id}"`);
  const type = packs.list.find((entry) => entry.id === pack)!.type;
  const copy: DocumentData = deepClone(source);
  delete copy.folder;
  copy._stats = { ...copy._stats, compendiumSource: `Compendium.${pack}.${type}.${id}` };
  return copy;
}

function byId(base: DocumentData[], over: DocumentData[]): DocumentData[] {
  const merged = base.map((entry) => {
    const mine = over.find((other) => other._id === entry._id);
    return mine ? mergeObject(entry, mine) : entry;
  });
  return [...merged, ...over.filter((entry) => !base.some((other) => other._id === entry._id))];
}
