import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ClassicLevel } from 'classic-level';
import type { Socket } from 'socket.io-client';
import { idFromName } from '../../src/server/demo';
import { type Sandbox, type SandboxOptions, startServer } from '../../src/server/server';
import type { Data, StoredDocument, StoredSetting } from '../../src/shared/data';
import type {
  BatchResponse,
  ClientEvents,
  DocumentAction,
  DocumentOperation,
  DocumentOperationResponse,
  SessionMessage,
  WorldPayload,
} from '../../src/shared/wire';
import { connect, signIn } from '../../src/testing/join';

export const DEMO = fileURLToPath(new URL('../fixtures/demo', import.meta.url));
export const MIRA = 'actorMira0000000';
export const GNOLL = 'actorGnoll000000';
export const SCENE = 'sceneYard0000000';
export const COMBAT = 'combatYard000000';
export const MINE = 'combatantMira000';
export const THEIRS = 'combatantGnoll00';
export const GNOLL_TOKEN = `Scene.${SCENE}.Token.tokenGnoll000000`;

export const MANIFEST = {
  id: 'fixture',
  title: 'Fixture',
  version: '1.2.3',
  esmodules: ['fixture.mjs'],
  socket: true,
  documentTypes: {
    Actor: { fighter: { htmlFields: ['notes'] } },
    Item: { weapon: {} },
    Combat: { duel: {} },
    Combatant: { duel: { gmOnlyFields: ['book'] } },
    ChatMessage: { request: {} },
  },
  packs: [
    { name: 'foes', label: 'Foes', type: 'Actor', path: 'packs/foes' },
    { name: 'gear', label: 'Gear', type: 'Item', path: 'packs/gear' },
  ],
};

const PACKS: Record<string, [string, StoredDocument][]> = {
  foes: [
    [
      '!actors!actorPackGnoll00',
      {
        _id: 'actorPackGnoll00',
        name: 'Gnoll',
        type: 'fighter',
        system: { hp: { value: 4, max: 7 } },
        items: ['itemClub00000000'],
      },
    ],
    [
      '!actors.items!actorPackGnoll00.itemClub00000000',
      { _id: 'itemClub00000000', name: 'Club', type: 'weapon', system: {} },
    ],
    ['!folders!folderFoes000000', { _id: 'folderFoes000000', name: 'Beasts', type: 'Actor' }],
  ],
  gear: [['!items!itemSpear0000000', { _id: 'itemSpear0000000', name: 'Spear', type: 'weapon', system: { reach: 2 } }]],
};

/** Creates a folder with a built system, and one for worlds. */
export async function folders(): Promise<{ dist: string; data: string; remove(): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'cadence-sandbox-'));
  const dist = join(root, 'dist');
  await mkdir(dist);
  await writeFile(join(dist, 'system.json'), JSON.stringify(MANIFEST));
  await writeFile(join(dist, 'fixture.mjs'), 'export {};\n');
  for (const [name, entries] of Object.entries(PACKS)) {
    const db = new ClassicLevel<string, StoredDocument>(join(dist, 'packs', name), { valueEncoding: 'json' });
    await mkdir(join(dist, 'packs', name), { recursive: true });
    await db.batch(entries.map(([key, value]) => ({ type: 'put', key, value })));
    await db.close();
  }
  return { dist, data: join(root, 'data'), remove: () => rm(root, { recursive: true, force: true }) };
}

export const start = (options: Partial<SandboxOptions> & { dist: string; data: string }) =>
  startServer({ port: 0, demo: DEMO, ...options });

export const userId = idFromName;

/** A stored document with the fixture's fields that tests read. Its type decides which of them exist. */
export interface Source extends StoredDocument {
  system: Data & { hp: { value: number; max: number }; book: { energy: number } };
  items: Source[];
  effects: Source[];
  tokens: (Source & { delta: Source | null })[];
  combatants: Source[];
  _stats: NonNullable<StoredDocument['_stats']>;
}

export interface World extends WorldPayload {
  actors: Source[];
  combats: Source[];
  scenes: Source[];
  settings: StoredSetting[];
  modules: { id: string; active: boolean }[];
  system: { documentTypes: Record<string, object> };
  messages: NonNullable<WorldPayload['messages']>;
}

/** The acknowledgement of an event. */
type Answer<E extends string> = E extends 'world'
  ? World
  : E extends keyof ClientEvents
    ? Parameters<ClientEvents[E]> extends [...unknown[], (answer: infer A) => void]
      ? A
      : unknown
    : unknown;

/** Arguments of the server's events. Events of packages have their own. */
interface Heard {
  modifyDocument: [DocumentOperationResponse];
  modifyDocumentBatch: [BatchResponse];
  [event: string]: unknown[];
}

/** One operation of a batch. */
export type BatchPart = [action: DocumentAction, type: string, operation: DocumentOperation];

/** At least one result, because no test has an operation without documents. */
type Results<T> = [T, ...T[]];

export class Client {
  readonly heard: { event: string; args: unknown[] }[] = [];

  private constructor(
    readonly socket: Socket,
    readonly session: SessionMessage,
  ) {
    socket.onAny((event, ...args) => this.heard.push({ event, args: args.filter((arg) => typeof arg !== 'function') }));
  }

  static async connect(sandbox: Sandbox, session: string): Promise<Client> {
    const socket = connect(sandbox.url, session);
    const message = await new Promise<SessionMessage>((done, failed) => {
      socket.once('session', done);
      socket.once('connect_error', failed);
    });
    return new Client(socket, message);
  }

  static async join(sandbox: Sandbox, name: string, password = ''): Promise<Client> {
    return Client.connect(sandbox, await signIn(sandbox.url, name, password));
  }

  ask<E extends string>(event: E, ...args: unknown[]): Promise<Answer<E>> {
    return this.socket.timeout(3000).emitWithAck(event, ...args);
  }

  world() {
    return this.ask('world');
  }

  /** @typeParam T the type of results: sources, or ids for a deletion */
  async modify<T = Source>(action: DocumentAction, type: string, operation: DocumentOperation): Promise<Results<T>> {
    const response = await this.ask('modifyDocument', { type, action, operation });
    if (response.error) throw new Error(response.error.message);
    return response.result as Results<T>;
  }

  create = (type: string, data: object, operation: DocumentOperation = {}) =>
    this.modify('create', type, { ...operation, data: [data].flat() });
  update = (type: string, updates: object, operation: DocumentOperation = {}) =>
    this.modify('update', type, { ...operation, updates: [updates].flat() });
  delete = (type: string, ids: string[], operation: DocumentOperation = {}) =>
    this.modify<string>('delete', type, { ...operation, ids });

  async batch(operations: BatchPart[]): Promise<DocumentOperationResponse[]> {
    const requests = operations.map(([action, type, operation]) => ({ action, type, operation }));
    const response = await this.ask('modifyDocumentBatch', { operations: requests });
    if (response.error) throw new Error(response.error.message);
    return response.results;
  }

  /** Returns the server's current source of a document. */
  async see(collection: 'actors' | 'combats' | 'scenes', id: string): Promise<Source> {
    return (await this.world())[collection].find((source) => source._id === id)!;
  }

  /** Returns what this client received for an event, after a round trip to the server. */
  async heardOf<E extends string>(event: E): Promise<Heard[E][]> {
    await this.ask('time');
    return this.heard.filter((entry) => entry.event === event).map((entry) => entry.args as Heard[E]);
  }

  close(): void {
    this.socket.disconnect();
  }
}
