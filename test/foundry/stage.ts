/**
 * Documents for a batch, and their end. Foundry's types name the subtypes of one configured system; a batch makes and reads documents
 * of Cadence's as plain data, so here, and only here, they are looked at loosely.
 */
type Loose = any;

const table = globalThis as unknown as { game: Loose; foundry: Loose; canvas: Loose; CONFIG: Loose; Hooks: Loose };
export const { foundry, CONFIG, Hooks } = table;
/** Read at the moment: both are put in place after this module is loaded. */
export const game = (): Loose => table.game;
export const canvas = (): Loose => table.canvas;

/** Said on everything a batch makes, so that what a crash left behind can be found by hand. */
export const NAME = 'Cadence Quench';

/** What a suite may take for each of its steps, in milliseconds: Mocha's own two seconds are short for a server far away. */
export const PATIENCE = 20_000;

export const isGM = (): boolean => game().user.isGM;

/** The players connected now, in a fixed order. */
export const players = (): Loose[] =>
  game()
    .users.filter((user: Loose) => user.active && !user.isGM)
    .sort((a: Loose, b: Loose) => a.id.localeCompare(b.id));

/** Makes documents and knows how to be rid of them. */
export class Stage {
  private readonly made: Loose[] = [];

  /** Keeps a document in mind for the end, whoever made it. */
  own<T>(document: T): T {
    this.made.push(document);
    return document;
  }

  async create(documentName: string, data: object): Promise<Loose> {
    return this.own(await CONFIG[documentName].documentClass.create(data));
  }

  actor(data: object = {}): Promise<Loose> {
    return this.create('Actor', { name: NAME, type: 'energy', ...data });
  }

  message(data: object = {}): Promise<Loose> {
    return this.create('ChatMessage', { content: NAME, ...data });
  }

  /** A scene nobody looks at. */
  scene(): Promise<Loose> {
    return this.create('Scene', { name: NAME, width: 1000, height: 1000 });
  }

  combat(): Promise<Loose> {
    return this.create('Combat', { type: 'energy' });
  }

  /** Deletes all of it, last made first. What is already gone is no matter. */
  async clear(): Promise<void> {
    for (const document of this.made.splice(0).reverse())
      if (document && isThere(document)) await document.delete({ cadence: { step: 0 } });
  }
}

/** A document's place may have been deleted with its parent. */
function isThere(document: Loose): boolean {
  const { parent, collection } = document;
  return parent
    ? isThere(parent) && parent.getEmbeddedCollection(document.documentName).has(document.id)
    : collection?.has(document.id);
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
