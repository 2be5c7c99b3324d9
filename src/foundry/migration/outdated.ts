import { applyStoredChanges, type StoredChange, type StoredData } from '../../toolkit/define/stored-change';
import { isEmptyObject } from '../stored/shapes';

export interface MigratableDocument {
  readonly id: string | null;
  readonly uuid: string;
  readonly documentName: string;
  readonly type?: string;
  readonly name?: string | null;
  /** A compendium's id. */
  readonly pack?: string | null;
  readonly _source: StoredData & { readonly system?: StoredData };
  readonly parent?: { readonly id: string | null } | null;
  update(changes: object, options: object): Promise<unknown>;
  traverseEmbeddedDocuments(): Iterable<[string, MigratableDocument]>;
}

interface StoredToken {
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

export interface DocumentSet {
  readonly documents: Iterable<MigratableDocument>;
  readonly scenes: Iterable<{ readonly tokens: Iterable<StoredToken> }>;
}

export interface OutdatedDocument {
  readonly document: MigratableDocument;
  readonly system: StoredData;
  /** Keys of `system` to delete. */
  readonly drops: readonly string[];
  /** Updates outside `system`. */
  readonly beside?: StoredData;
}

/** Returns minimal updates, which overwrite nothing else. */
export function outdatedIn({ documents, scenes }: DocumentSet, changes: readonly StoredChange[]): OutdatedDocument[] {
  const found: OutdatedDocument[] = [];
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
      // Other values are the base actor's, which is migrated itself.
      add(actor, delta._source.system);
      const own = new Set([...(delta._source.items ?? []), ...(delta._source.effects ?? [])].map(({ _id }) => _id));
      // Effects of the delta's own items belong to the delta too.
      const isOwn = ({ id, parent }: MigratableDocument): boolean => own.has(id ?? '') || own.has(parent?.id ?? '');
      for (const [, inner] of actor.traverseEmbeddedDocuments()) if (isOwn(inner)) add(inner, inner._source.system);
    }
  return found.filter(({ system, drops, beside }) => Object.keys(system).length + drops.length > 0 || beside);
}

const concerns = ({ document, types }: StoredChange, { documentName, type = '' }: MigratableDocument): boolean =>
  document === documentName && types.includes(type);

/** In memory the source may be converted already, so updates do not depend on the old values. */
function newParts(stored: StoredData, changes: readonly StoredChange[]): Pick<OutdatedDocument, 'system' | 'drops'> {
  const next = applyStoredChanges(stored, changes);
  const writes = changes.flatMap((change) => change.writes).filter((key) => key in next && !isEmpty(next[key]));
  const drops = changes.flatMap((change) => change.drops).filter((key) => !(key in next));
  return { system: Object.fromEntries(writes.map((key) => [key, next[key]])), drops };
}

const isEmpty = (value: unknown): boolean => isEmptyObject(value) || (Array.isArray(value) && value.length === 0);
