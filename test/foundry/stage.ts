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

/** Creates documents for a batch and deletes them. `documents.ts` has the types of what Foundry puts into the page. */
const table = globalThis as unknown as FoundryOperators & {
  game: FoundryGame;
  foundry: FoundryNamespace;
  canvas: FoundryCanvas;
  CONFIG: FoundryConfig;
  Hooks: FoundryHooks;
  ui: FoundryInterface;
};
export const { foundry, CONFIG, Hooks, _del, _replace } = table;
/** Read when they are used: Foundry sets them after this module is loaded. */
export const game = (): FoundryGame => table.game;
export const canvas = (): FoundryCanvas => table.canvas;
export const ui = (): FoundryInterface => table.ui;

/** Said on everything a batch makes, so that what a crash left behind can be found by hand. */
export const NAME = 'Cadence Quench';

/** What a suite may take for each of its steps, in milliseconds: Mocha's own two seconds are short for a server far away. */
export const PATIENCE = 20_000;

export const isGM = (): boolean => game().user.isGM;

/** The players connected now, in a fixed order. */
export const players = (): FoundryUser[] =>
  game()
    .users.filter((user) => user.active && !user.isGM)
    .sort((a, b) => a.id.localeCompare(b.id));

/** Makes documents and knows how to be rid of them. */
export class Stage {
  private readonly made: (FoundryDocument | undefined)[] = [];

  /** Keeps a document in mind for the end, whoever made it. */
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

  /** A scene nobody looks at. */
  scene(): Promise<FoundryScene> {
    return this.create('Scene', { name: NAME, width: 1000, height: 1000 });
  }

  combat(): Promise<FoundryCombat> {
    return this.create('Combat', { type: 'energy' });
  }

  /** Deletes all of it, last made first. What is already gone is no matter. */
  async clear(): Promise<void> {
    for (const document of this.made.splice(0).reverse())
      if (document && isThere(document)) await document.delete({ cadence: { step: 0 } });
  }
}

/** A document's place may have been deleted with its parent. */
function isThere(document: FoundryDocument): boolean {
  const { parent, collection } = document;
  return parent
    ? isThere(parent) && parent.getEmbeddedCollection(document.documentName).has(document.id)
    : Boolean(collection?.has(document.id));
}

/** The error's words, or null where it went through. */
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

/** Waits until something is so; false where it is not after a few seconds. */
export async function until(isSo: () => unknown, milliseconds = 5000): Promise<boolean> {
  for (let waited = 0; waited < milliseconds; waited += 50) {
    if (isSo()) return true;
    await pause(50);
  }
  return Boolean(isSo());
}
