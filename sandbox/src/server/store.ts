import { mkdir } from 'node:fs/promises';
import { ClassicLevel } from 'classic-level';
import type {
  Stored,
  StoredActor,
  StoredDocument,
  StoredMessage,
  StoredScene,
  StoredSetting,
  StoredUser,
} from '../shared/data';
import { WORLD_COLLECTIONS } from '../shared/documents';
import type { PackData } from '../shared/wire';
import { causeOf, messageOf, StartupError } from './startup-error';

type Documents<D extends Stored = Stored> = Map<string, D>;

interface Collections {
  actors: StoredActor;
  messages: StoredMessage;
  packs: StoredPack;
  scenes: StoredScene;
  settings: StoredSetting;
  users: StoredUser;
}
export type CollectionName = keyof Collections;
export type DocumentIn<C extends string> = C extends CollectionName ? Collections[C] : StoredDocument;

export interface Write {
  collection: string;
  id: string;
  /** Null deletes. */
  source: Stored | null;
}

/** The collection with the metadata of the world's compendia. Their documents are in a collection named by its id. */
export const PACKS = 'packs';
export type StoredPack = Omit<PackData, 'index' | 'folders'> & { _id: string; [field: string]: unknown };
export const isOfWorld = (pack: string): boolean => pack.startsWith('world.');

/** The database interface that a store needs. */
export interface Database {
  iterator(): AsyncIterable<[string, Stored]>;
  /** Writes all operations or none. */
  batch(operations: DatabaseWrite[], options: { sync: boolean }): Promise<void>;
  clear(): Promise<void>;
  close(): Promise<void>;
}
export type DatabaseWrite = { type: 'put'; key: string; value: Stored } | { type: 'del'; key: string };

export async function openLevel(folder: string): Promise<Database> {
  await mkdir(folder, { recursive: true });
  const db = new ClassicLevel<string, Stored>(folder, { valueEncoding: 'json' });
  try {
    await db.open();
  } catch (error) {
    const cause = causeOf(error);
    const isLocked = cause instanceof Error && 'code' in cause && cause.code === 'LEVEL_LOCKED';
    const why = isLocked ? 'is open in another process' : `cannot be opened (${messageOf(cause)})`;
    throw new StartupError(`The world in ${folder} ${why}.`);
  }
  return db;
}

/**
 * A world's documents, in memory and written through to LevelDB. Foundry has one database per collection; this is one
 * for all, with Foundry's keys (`!actors!id`), so that a batch over several collections is one atomic write. Embedded
 * documents stay inside their primary document.
 */
export class Store {
  private readonly collections = new Map<string, Documents>();

  private constructor(private readonly db: Database) {
    for (const name of [...Object.values(WORLD_COLLECTIONS), PACKS]) this.collections.set(name, new Map());
  }

  static async open(db: Database): Promise<Store> {
    const store = new Store(db);
    for await (const [key, source] of db.iterator()) {
      const [, collection, id] = key.split('!') as [string, string, string];
      store.collection(collection).set(id, source);
    }
    return store;
  }

  collection<C extends string>(name: C): Documents<DocumentIn<C>>;
  collection(name: string): Documents {
    if (isOfWorld(name) && !this.collections.has(name)) this.collections.set(name, new Map());
    const documents = this.collections.get(name);
    if (!documents) throw new Error(`There is no collection "${name}"`);
    return documents;
  }

  /** Writes all or nothing. Memory changes only after the disk. */
  async write(writes: Write[]): Promise<void> {
    if (!writes.length) return;
    await this.db.batch(
      writes.map(({ collection, id, source }) => {
        const key = `!${collection}!${id}`;
        return source === null ? { type: 'del', key } : { type: 'put', key, value: source };
      }),
      { sync: true },
    );
    for (const { collection, id, source } of writes) {
      if (source === null) this.collection(collection).delete(id);
      else this.collection(collection).set(id, source);
    }
  }

  /** @throws for a user who was deleted while connected */
  existingUser(id: string): StoredUser {
    const user = this.collection('users').get(id);
    if (!user) throw new Error(`User "${id}" does not exist!`);
    return user;
  }

  get isEmpty(): boolean {
    return [...this.collections.values()].every((documents) => documents.size === 0);
  }

  async clear(): Promise<void> {
    await this.db.clear();
    for (const documents of this.collections.values()) documents.clear();
  }

  close(): Promise<void> {
    return this.db.close();
  }
}
