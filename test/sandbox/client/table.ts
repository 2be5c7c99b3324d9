import { vi } from 'vitest';
import type { Sandbox } from '../../../sandbox/server/server';
import { Client, signIn } from '../server/table';

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
  const { prepareGame, initializeDocuments } = await import('../../../sandbox/client/setup');
  const { documentsNamespace } = await import('../../../sandbox/client/documents/index');
  const connection = await Client.connect(sandbox, await signIn(sandbox, user));
  const storage = new Map<string, string>();
  const local = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, v: string) => void storage.set(key, v),
  };
  const { game } = await import('../../../sandbox/client/game');
  const { CONFIG } = await import('../../../sandbox/client/config');
  const { Hooks } = await import('../../../sandbox/client/hooks');
  await import('../../../sandbox/client/dice/index');
  const tab: Tab = {
    game,
    CONFIG,
    Hooks,
    fields: await import('../../../sandbox/client/data/fields/index'),
    documents: documentsNamespace,
    modifyBatch: (await import('../../../sandbox/client/abstract/backend')).modifyBatch,
    TypeDataModel: (await import('../../../sandbox/client/abstract/type-data')).TypeDataModel,
    operators: await import('../../../sandbox/shared/operators'),
    fromUuid: (await import('../../../sandbox/client/uuid')).fromUuid,
    packs: (await import('../../../sandbox/client/packs')).CompendiumCollection,
    Roll: (await import('../../../sandbox/client/dice/roll')).Roll,
    socket: connection.socket,
    close: () => connection.close(),
  };
  // The canvas half reads these as globals; documents and the data layer do not.
  Object.assign(globalThis, { game, CONFIG, Hooks });
  await prepareGame(connection.socket, local);
  init(tab);
  initializeDocuments();
  return tab;
}

/** Waits until what the others sent has arrived here. */
export async function settle(...tabs: Tab[]) {
  for (const tab of tabs) await tab.socket.timeout(3000).emitWithAck('time');
}
