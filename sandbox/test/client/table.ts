import { vi } from 'vitest';
import type { Transport } from '../../src/client/socket';
import type { Sandbox } from '../../src/server/server';
import { signIn } from '../../src/testing/join';
import { Client } from '../server/table';

/** One browser's worth of the client: its own copy of every module, as two tabs have, on a real socket. */
export interface Tab {
  game: any;
  CONFIG: any;
  Hooks: any;
  fields: any;
  documents: any;
  modifyBatch: (operations: any[]) => Promise<any[][]>;
  TypeDataModel: any;
  operators: any;
  fromUuid: any;
  packs: any;
  Roll: any;
  socket: any;
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
  // The canvas half reads these as globals; documents and the data layer do not.
  Object.assign(globalThis, { game, CONFIG, Hooks });
  await prepareGame(connection.socket as Transport, local);
  init(tab);
  initializeDocuments();
  return tab;
}

/** Waits until what the others sent has arrived here. */
export async function settle(...tabs: Tab[]) {
  for (const tab of tabs) await tab.socket.timeout(3000).emitWithAck('time');
}
