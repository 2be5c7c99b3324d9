/**
 * Typed access for document writes. The installed types know one `system` per declared subtype; ours are passed as plain objects, which the
 * models check.
 */

interface Writable {
  update(changes: object, operation?: object): Promise<unknown>;
}

export const updateDocument = (document: Writable, changes: object, operation?: object): Promise<unknown> =>
  operation ? document.update(changes, operation) : document.update(changes);

interface Parent {
  readonly documentName: 'Actor' | 'Combat' | 'Item' | 'Scene';
}
interface EmbeddedWriter {
  createEmbeddedDocuments(documentName: string, data: object[]): Promise<readonly unknown[] | undefined>;
  updateEmbeddedDocuments(documentName: string, updates: object[]): Promise<unknown>;
}
// An actor has a typed overload for each of its collections, which one signature cannot cover.
const embeddedIn = (parent: Parent): EmbeddedWriter => parent as unknown as EmbeddedWriter;

export const createInside = (parent: Parent, documentName: string, data: object[]) =>
  embeddedIn(parent).createEmbeddedDocuments(documentName, data);

export const updateInside = (parent: Parent, documentName: string, updates: object[]) =>
  embeddedIn(parent).updateEmbeddedDocuments(documentName, updates);

export const isOfType = ({ type }: { readonly type: string }, subtype: string): boolean => type === subtype;

/** Returns the document, or null. A player may have written the uuid. */
export function documentAt(uuid: string): object | null {
  const find: (uuid: string, options: object) => object | null = fromUuidSync;
  try {
    return find(uuid, { strict: false });
  } catch {
    // C13: Document#getEmbeddedCollection throws for an unknown name, such as in `Actor.<id>.Nothing.<id>`.
    return null;
  }
}

/** Returns the id of a document. Throws Error without one. */
export function idOf({ id }: { readonly id: string | null }): string {
  if (id === null) throw new Error('a document that is not stored has no id');
  return id;
}
