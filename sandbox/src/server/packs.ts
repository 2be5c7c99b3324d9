import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import type { StoredDocument } from '../shared/data';
import { getProperty, setProperty } from '../shared/property';
import type { IndexEntry, PackData } from '../shared/wire';
import type { Manifest } from './manifest';
import { causeOf, messageOf, StartupError } from './startup-error';

/** The read-only compendia of the built system or of a module. Those of the world are in its store. */
export class Packs {
  private readonly sources = new Map<string, StoredDocument[]>();
  readonly list: PackData[] = [];

  static async load(manifest: Manifest, folder: string, packageType: 'system' | 'module'): Promise<Packs> {
    const packs = new Packs();
    for (const entry of manifest.packs ?? []) {
      const id = `${manifest.id}.${entry.name}`;
      const path = folderOf(entry);
      const { documents, folders } = await read(join(folder, path), id);
      packs.sources.set(id, documents);
      packs.list.push({
        ...(packageType === 'system' && { system: manifest.id }),
        banner: null,
        flags: {},
        ownership: { PLAYER: 'OBSERVER', ASSISTANT: 'OWNER' },
        ...entry,
        // T14: client/documents/collections/compendium-collection.d.mts; Splittermond finds packs by this path.
        path: `${packageType}s/${manifest.id}/${path}`,
        id,
        packageName: manifest.id,
        packageType,
        index: documents.map((source) => indexed(source)),
        folders,
      });
    }
    return packs;
  }

  documents(id: string): StoredDocument[] {
    const documents = this.sources.get(id);
    if (!documents) throw new Error(`Compendium "${id}" does not exist!`);
    return documents;
  }

  get(id: string): PackData | undefined {
    return this.list.find((pack) => pack.id === id);
  }

  document(id: string, documentId: string): StoredDocument | undefined {
    return this.sources.get(id)?.find((source) => source._id === documentId);
  }

  has(id: string): boolean {
    return this.sources.has(id);
  }
}

/**
 * Returns an index entry: the fields that it has by default, and further ones by path as they are stored.
 * T14: client/documents/collections/compendium-collection.d.mts `getIndex`
 */
export function indexed(source: StoredDocument, fields: readonly string[] = []): IndexEntry {
  const { _id, name, img = null, type, folder = null, sort = 0 } = source;
  const entry: IndexEntry = { _id, name, img, type, folder, sort };
  for (const path of fields) {
    const value: unknown = getProperty(source, path);
    if (value !== undefined) setProperty(entry, path, value);
  }
  return entry;
}

/**
 * Before v11 a compendium was a file `name.db`. Manifests still say so, for folders `name`: Splittermond 14.3 and its
 * built package.
 */
const folderOf = ({ name, path = `packs/${name}` }: Pick<PackData, 'name'> & Partial<Pick<PackData, 'path'>>) =>
  path.replace(/\.db$/, '');

/** LevelDB locks and modifies a folder it opens, so open a temporary copy. */
async function read(folder: string, id: string): Promise<PackContents> {
  const copy = await mkdtemp(join(tmpdir(), 'cadence-pack-'));
  try {
    await cp(folder, copy, { recursive: true });
    const db = new ClassicLevel<string, StoredDocument>(copy, { valueEncoding: 'json', createIfMissing: false });
    const entries = new Map(await db.iterator().all());
    await db.close();
    return assemble(entries);
  } catch (error) {
    const why = messageOf(causeOf(error));
    throw new StartupError(`The compendium ${id} cannot be read from ${folder}: ${why}. Build its package again.`);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

interface PackContents {
  documents: StoredDocument[];
  folders: StoredDocument[];
}

/** Puts embedded documents (`!actors.items!a.i`) back into their parents, which only hold ids. */
function assemble(entries: Map<string, StoredDocument>): PackContents {
  const build = (collection: string, ids: string, source: StoredDocument): StoredDocument => {
    const whole = { ...source };
    for (const [field, value] of Object.entries(source)) {
      if (!Array.isArray(value)) continue;
      whole[field] = value.map((child) => {
        const inner = typeof child === 'string' ? entries.get(`!${collection}.${field}!${ids}.${child}`) : undefined;
        return inner ? build(`${collection}.${field}`, `${ids}.${child}`, inner) : child;
      });
    }
    return whole;
  };
  const documents: StoredDocument[] = [];
  const folders: StoredDocument[] = [];
  for (const [key, source] of entries) {
    const [, collection, ids] = key.split('!') as [string, string, string];
    if (collection === 'folders') folders.push(source);
    else if (!collection.includes('.')) documents.push(build(collection, ids, source));
  }
  return { documents, folders };
}
