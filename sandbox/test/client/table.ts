import { vi } from 'vitest';
import type { Document } from '../../src/client/abstract/document';
import type { OperationOptions } from '../../src/client/abstract/operations';
import type { ActiveEffect } from '../../src/client/documents/active-effect';
import type { AmbientLightDocument } from '../../src/client/documents/ambient-light';
import type { Item } from '../../src/client/documents/item';
import type { Level } from '../../src/client/documents/level';
import type { RegionDocument } from '../../src/client/documents/region';
import type { TokenDocument } from '../../src/client/documents/token';
import type { WallDocument } from '../../src/client/documents/wall';
import type { Transport } from '../../src/client/socket';
import type { Sandbox } from '../../src/server/server';
import { signIn } from '../../src/testing/join';
import { Client } from '../server/table';

/** One browser tab: its own copy of every module, on a real socket. */
export interface Tab {
  game: typeof import('../../src/client/game').game;
  CONFIG: typeof import('../../src/client/config').CONFIG;
  Hooks: typeof import('../../src/client/hooks').Hooks;
  fields: typeof import('../../src/client/data/fields/index');
  documents: typeof import('../../src/client/documents/index').documentsNamespace;
  modifyBatch: typeof import('../../src/client/abstract/backend').modifyBatch;
  TypeDataModel: typeof import('../../src/client/abstract/type-data').TypeDataModel;
  operators: typeof import('../../src/shared/operators');
  fromUuid: typeof import('../../src/client/uuid').fromUuid;
  packs: typeof import('../../src/client/packs').CompendiumCollection;
  Roll: typeof import('../../src/client/dice/roll').Roll;
  socket: Client['socket'];
  close(): void;
}

export async function openTab(sandbox: Sandbox, user: string, init: (tab: Tab) => void = () => {}): Promise<Tab> {
  vi.resetModules();
  const { prepareGame, initializeDocuments } = await import('../../src/client/setup');
  const { documentsNamespace } = await import('../../src/client/documents/index');
  const connection = await Client.connect(sandbox, await signIn(sandbox.url, user));
  const storage = new Map<string, string>();
  const local = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, v: string) => void storage.set(key, v),
  };
  const { game } = await import('../../src/client/game');
  const { CONFIG } = await import('../../src/client/config');
  const { Hooks } = await import('../../src/client/hooks');
  await import('../../src/client/dice/index');
  const tab: Tab = {
    game,
    CONFIG,
    Hooks,
    fields: await import('../../src/client/data/fields/index'),
    documents: documentsNamespace,
    modifyBatch: (await import('../../src/client/abstract/backend')).modifyBatch,
    TypeDataModel: (await import('../../src/client/abstract/type-data')).TypeDataModel,
    operators: await import('../../src/shared/operators'),
    fromUuid: (await import('../../src/client/uuid')).fromUuid,
    packs: (await import('../../src/client/packs')).CompendiumCollection,
    Roll: (await import('../../src/client/dice/roll')).Roll,
    socket: connection.socket,
    close: () => connection.close(),
  };
  // The canvas code reads these as globals; documents and the data layer do not.
  Object.assign(globalThis, { game, CONFIG, Hooks });
  await prepareGame(connection.socket as Transport, local);
  init(tab);
  initializeDocuments();
  return tab;
}

/** Classes of embedded documents that tests create. */
interface Embedded {
  ActiveEffect: ActiveEffect;
  AmbientLight: AmbientLightDocument;
  Item: Item;
  Level: Level;
  Region: RegionDocument;
  Token: TokenDocument;
  Wall: WallDocument;
}

export async function createIn<N extends keyof Embedded>(
  parent: Document,
  name: N,
  data: object,
  options: OperationOptions = {},
): Promise<Embedded[N]> {
  const [created] = await parent.createEmbeddedDocuments(name, [data], options);
  return created as Document as Embedded[N];
}

/** Waits until the changes of the other clients have arrived. */
export async function settle(...tabs: Tab[]) {
  for (const tab of tabs) await tab.socket.timeout(3000).emitWithAck('time');
}
