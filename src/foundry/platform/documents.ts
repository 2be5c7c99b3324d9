/**
 * Writing to documents and finding them. The installed types know one `system` for each subtype they are told of; ours are a ruleset's,
 * so data is handed over as plain objects, which the models check.
 */

interface Writable {
  update(changes: object, operation?: object): Promise<unknown>;
}

export const updateDocument = (document: Writable, changes: object, operation?: object): Promise<unknown> =>
  operation ? document.update(changes, operation) : document.update(changes);

interface Parent {
  readonly documentName: 'Actor' | 'Combat' | 'Scene';
}
interface Keeper {
  createEmbeddedDocuments(documentName: string, data: object[]): Promise<readonly unknown[] | undefined>;
  updateEmbeddedDocuments(documentName: string, updates: object[]): Promise<unknown>;
}
// Of an actor the calls are typed by each of its collections, which no one signature covers.
const keeper = (parent: Parent): Keeper => parent as unknown as Keeper;

export const createInside = (parent: Parent, documentName: string, data: object[]) =>
  keeper(parent).createEmbeddedDocuments(documentName, data);

export const updateInside = (parent: Parent, documentName: string, updates: object[]) =>
  keeper(parent).updateEmbeddedDocuments(documentName, updates);

/** Whether a document is of a subtype that the installed types do not know of. */
export const isOfType = ({ type }: { readonly type: string }, subtype: string): boolean => type === subtype;

/** The document of a uuid, as far as this client has it; null for any other text. */
export function documentAt(uuid: string): object | null {
  const find: (uuid: string, options: object) => object | null = fromUuidSync;
  return find(uuid, { strict: false });
}

/** The id of a document that is stored, or yet to be stored under it. Throws Error for one that has none. */
export function idOf({ id }: { readonly id: string | null }): string {
  if (id === null) throw new Error('a document that is not stored has no id');
  return id;
}
