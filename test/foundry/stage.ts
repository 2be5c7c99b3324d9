import type {
  DocumentConfig,
  Documents,
  FoundryActor,
  FoundryCanvas,
  FoundryCombat,
  FoundryConfig,
  FoundryDocument,
  FoundryGame,
  FoundryHooks,
  FoundryInterface,
  FoundryMessage,
  FoundryNamespace,
  FoundryOperators,
  FoundryScene,
  FoundryUser,
} from './documents';

/** Creates documents for a batch and deletes them. `documents.ts` has the types of Foundry's globals. */
const table = globalThis as unknown as FoundryOperators & {
  game: FoundryGame;
  foundry: FoundryNamespace;
  canvas: FoundryCanvas;
  CONFIG: FoundryConfig;
  Hooks: FoundryHooks;
  ui: FoundryInterface;
};
export const { foundry, CONFIG, Hooks, _del, _replace } = table;
/** Read on use: Foundry sets them after this module is loaded. */
export const game = (): FoundryGame => table.game;
export const canvas = (): FoundryCanvas => table.canvas;
export const ui = (): FoundryInterface => table.ui;

/** The name of everything a batch creates, so that leftovers of a crash can be found manually. */
export const NAME = 'Cadence Quench';

/** The time limit for each step of a suite, in milliseconds: Mocha's two seconds are short for a distant server. */
export const PATIENCE = 20_000;

export const isGM = (): boolean => game().user.isGM;

/** The players connected now, in a fixed order. */
export const players = (): FoundryUser[] =>
  game()
    .users.filter((user) => user.active && !user.isGM)
    .sort((a, b) => a.id.localeCompare(b.id));

/** Creates documents and deletes them again. */
export class Stage {
  private readonly made: (FoundryDocument | undefined)[] = [];

  /** Registers a document for deletion at the end, also one that others created. */
  own<D extends FoundryDocument | undefined>(document: D): D {
    this.made.push(document);
    return document;
  }

  async create<N extends keyof Documents>(documentName: N, data: object): Promise<Documents[N]> {
    const config: DocumentConfig = CONFIG;
    return this.own(await config[documentName].documentClass.create(data));
  }

  actor(data: object = {}): Promise<FoundryActor> {
    return this.create('Actor', { name: NAME, type: 'energy', ...data });
  }

  message(data: object = {}): Promise<FoundryMessage> {
    return this.create('ChatMessage', { content: NAME, ...data });
  }

  scene(): Promise<FoundryScene> {
    return this.create('Scene', { name: NAME, width: 1000, height: 1000 });
  }

  combat(): Promise<FoundryCombat> {
    return this.create('Combat', { type: 'energy' });
  }

  /** Deletes all of them in reverse order, and skips those already deleted. */
  async clear(): Promise<void> {
    for (const document of this.made.splice(0).reverse())
      if (document && isThere(document)) await document.delete({ cadence: { step: 0 } });
  }
}

/** A document may have been deleted with its parent. */
function isThere(document: FoundryDocument): boolean {
  const { parent, collection } = document;
  return parent
    ? isThere(parent) && parent.getEmbeddedCollection(document.documentName).has(document.id)
    : Boolean(collection?.has(document.id));
}

/** Returns the error's message, or null without an error. */
export async function refusal(attempt: () => unknown): Promise<string | null> {
  try {
    await attempt();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits for a condition; returns false after a few seconds. */
export async function until(isSo: () => unknown, milliseconds = 5000): Promise<boolean> {
  for (let waited = 0; waited < milliseconds; waited += 50) {
    if (isSo()) return true;
    await pause(50);
  }
  return Boolean(isSo());
}
