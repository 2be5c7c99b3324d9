import { applyStoredChanges, type StoredChange, type StoredData } from '../../toolkit/define/stored-change';
import { isEmptyObject } from '../stored/shapes';

/** What a document has to be for its data to be brought up to date. */
export interface MigratableDocument {
  readonly id: string | null;
  readonly uuid: string;
  readonly documentName: string;
  readonly type?: string;
  readonly name?: string | null;
  /** The compendium it lies in. */
  readonly pack?: string | null;
  readonly _source: StoredData & { readonly system?: StoredData };
  /** What it lies in. */
  readonly parent?: { readonly id: string | null } | null;
  update(changes: object, options: object): Promise<unknown>;
  traverseEmbeddedDocuments(): Iterable<[string, MigratableDocument]>;
}

interface KeptToken {
  readonly actorLink: boolean;
  readonly actor: MigratableDocument | null;
  readonly delta: {
    readonly _source: {
      readonly system?: StoredData;
      readonly items?: readonly { _id: string }[];
      readonly effects?: readonly { _id: string }[];
    };
  } | null;
}

/** Where documents are kept, as far as it matters here. */
export interface DocumentSet {
  readonly documents: Iterable<MigratableDocument>;
  readonly scenes: Iterable<{ readonly tokens: Iterable<KeptToken> }>;
}

/** A document that was stored in an older shape, with what has to be written. */
export interface Outdated {
  readonly document: MigratableDocument;
  readonly system: StoredData;
  /** Keys of `system` to delete. */
  readonly drops: readonly string[];
  /** What is written beside `system`. */
  readonly beside?: StoredData;
}

/** All documents that changes concern, and what of each has to be written: only that, so that nothing else is overwritten. */
export function outdatedIn({ documents, scenes }: DocumentSet, changes: readonly StoredChange[]): Outdated[] {
  const found: Outdated[] = [];
  const add = (document: MigratableDocument, stored: StoredData | undefined): void => {
    const concerned = changes.filter((change) => concerns(change, document));
    if (concerned.length === 0) return;
    const beside = Object.assign({}, ...concerned.map((change) => change.documentUpdate?.(document._source) ?? {}));
    found.push({
      document,
      ...newParts(stored ?? {}, concerned),
      ...(Object.keys(beside).length > 0 && { beside }),
    });
  };
  for (const document of documents) {
    add(document, document._source.system);
    for (const [, inner] of document.traverseEmbeddedDocuments()) add(inner, inner._source.system);
  }
  for (const { tokens } of scenes)
    for (const { actorLink, actor, delta } of tokens) {
      if (actorLink || !actor || !delta) continue;
      // What the delta does not say is the base actor's, and was brought up to date there.
      add(actor, delta._source.system);
      const own = new Set([...(delta._source.items ?? []), ...(delta._source.effects ?? [])].map(({ _id }) => _id));
      // What lies in an item of its own is its own.
      const isOwn = ({ id, parent }: MigratableDocument): boolean => own.has(id ?? '') || own.has(parent?.id ?? '');
      for (const [, inner] of actor.traverseEmbeddedDocuments()) if (isOwn(inner)) add(inner, inner._source.system);
    }
  return found.filter(({ system, drops, beside }) => Object.keys(system).length + drops.length > 0 || beside);
}

const concerns = ({ document, types }: StoredChange, { documentName, type = '' }: MigratableDocument): boolean =>
  document === documentName && types.includes(type);

/** Foundry has shown us the new shape already where it could, so what is written does not depend on what was there. */
function newParts(stored: StoredData, changes: readonly StoredChange[]): Pick<Outdated, 'system' | 'drops'> {
  const next = applyStoredChanges(stored, changes);
  const writes = changes.flatMap((change) => change.writes).filter((key) => key in next && !isEmpty(next[key]));
  const drops = changes.flatMap((change) => change.drops).filter((key) => !(key in next));
  return { system: Object.fromEntries(writes.map((key) => [key, next[key]])), drops };
}

/** An empty list says no more than one that is not there. */
const isEmpty = (value: unknown): boolean => isEmptyObject(value) || (Array.isArray(value) && value.length === 0);
