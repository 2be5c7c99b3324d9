import type { DeltaEntry, StoredDelta, StoredDocument } from '../shared/data';
import { EMBEDDED_COLLECTIONS, WORLD_COLLECTIONS } from '../shared/documents';
import { NotInSandbox } from '../shared/not-in-sandbox';
import type { Subject } from '../shared/permissions';
import { deepClone, parseUuid } from '../shared/utils';
import type { Environment } from './environment';
import type { Transaction } from './transaction';

/** The documents of one type in one place: a world collection, a compendium, a list in a parent, or a token's delta. */
export interface Container {
  parent: Place | null;
  /** For reading only. */
  get(id: string | null | undefined): StoredDocument | undefined;
  /** For changes. @throws for a missing document */
  edit(id: string): StoredDocument;
  add(source: StoredDocument): void;
  remove(id: string): void;
  ids(): string[];
}

/** One document on the path of a UUID. */
export interface Place {
  documentName: string;
  parent: Place | null;
  /** Returns the stored source; with `edit`, one that may be changed. */
  read(edit?: boolean): StoredDocument;
}

export function subjectOf(place: Place | null): Subject | null {
  return place && { documentName: place.documentName, source: place.read(), parent: subjectOf(place.parent) };
}

/** Returns the container of documents of this name with this parent. */
export function containerOf(
  { tx, pack }: Pick<Environment, 'tx' | 'pack'>,
  documentName: string,
  parentUuid?: string | null,
): Container {
  if (parentUuid) return within(tx, placeOf(tx, parentUuid), documentName);
  if (pack && pack.type !== documentName) throw new Error(`${documentName} documents cannot be stored in "${pack.id}"`);
  return primaryContainer(tx, documentName, pack?.id ?? null);
}

function primaryContainer(tx: Transaction, documentName: string, pack: string | null): Container {
  const collection = pack ?? WORLD_COLLECTIONS[documentName];
  if (!collection) throw new NotInSandbox(`a world collection of ${documentName} documents`);
  return {
    parent: null,
    get: (id) => tx.peek(collection, id),
    edit: (id) => existing(tx.edit(collection, id), documentName, id),
    add: (source) => tx.put(collection, source._id, source),
    remove: (id) => tx.delete(collection, id),
    ids: () => tx.all(collection).map((source) => source._id),
  };
}

function existing<D>(document: D | undefined, documentName: string, id: string): D {
  if (document === undefined) throw new Error(`${documentName} "${id}" does not exist!`);
  return document;
}

function placeOf(tx: Transaction, uuid: string): Place {
  const parsed = parseUuid(uuid);
  if (!parsed) throw new Error(`"${uuid}" is not the UUID of a document`);
  const { primaryType, primaryId, embedded, pack } = parsed;
  let place = placeIn(primaryContainer(tx, primaryType, pack), primaryType, primaryId);
  for (let i = 0; i < embedded.length; i += 2) {
    const [type, id] = [embedded[i]!, embedded[i + 1]!];
    place = placeIn(within(tx, place, type), type, id);
  }
  return place;
}

function placeIn(container: Container, type: string, id: string): Place {
  existing(container.get(id), type, id);
  const isDelta = container.parent?.documentName === 'Token';
  return {
    documentName: isDelta ? 'ActorDelta' : type,
    parent: container.parent,
    read: (edit) => (edit ? container.edit(id) : existing(container.get(id), type, id)),
  };
}

function within(tx: Transaction, parent: Place, documentName: string): Container {
  if (parent.documentName === 'Token' && (documentName === 'Actor' || documentName === 'ActorDelta')) {
    return deltaItself(parent);
  }
  const field = EMBEDDED_COLLECTIONS[parent.documentName]?.[documentName];
  if (!field) throw new NotInSandbox(`${documentName} documents in a ${parent.documentName}`);
  return parent.documentName === 'ActorDelta' ? inDelta(tx, parent, field) : inList(parent, documentName, field);
}

const listIn = (source: StoredDocument | undefined, field: string): DeltaEntry[] => {
  const list = source?.[field];
  return Array.isArray(list) ? list : [];
};

function inList(parent: Place, documentName: string, field: string): Container {
  const list = (edit = false): DeltaEntry[] => {
    const source = parent.read(edit);
    if (edit) source[field] ??= [];
    return listIn(source, field);
  };
  return {
    parent,
    get: (id) => list().find((entry) => entry._id === id),
    edit: (id) =>
      existing(
        list(true).find((entry) => entry._id === id),
        documentName,
        id,
      ),
    add: (source) => void list(true).push(source),
    remove: (id) => {
      const entries = list(true);
      entries.splice(
        entries.findIndex((entry) => entry._id === id),
        1,
      );
    },
    ids: () => list().map((entry) => entry._id),
  };
}

/** Returns a token's delta. A delta without an id has the id of its token. */
function deltaIn(token: StoredDocument): StoredDocument {
  const { delta } = token as { delta?: StoredDelta | null };
  return { ...delta, _id: delta?._id ?? token._id };
}

/** A token's delta. Updates of an unlinked token's Actor change it regardless of their id. */
function deltaItself(token: Place): Container {
  return {
    parent: token,
    get: () => deltaIn(token.read()),
    edit: () => {
      const source = token.read(true);
      const delta = deltaIn(source);
      source['delta'] = delta;
      return delta;
    },
    add: () => {
      throw new Error('A Token has exactly one ActorDelta');
    },
    remove: () => {
      token.read(true)['delta'] = {};
    },
    ids: () => [token.read()._id],
  };
}

/**
 * Embedded documents of a synthetic actor: its own, and undeleted ones of the base actor. A change of an inherited one
 * stores a full copy, a deletion a tombstone. T14: common/abstract/embedded-collection-delta.d.mts
 */
function inDelta(tx: Transaction, delta: Place, field: string): Container {
  const own = (id: string | null | undefined, edit = false) =>
    listIn(delta.read(edit), field).find((entry) => entry._id === id);
  const inherited = () => listIn(tx.peek('actors', delta.parent!.read()['actorId'] as string | null), field);
  const base = (id: string | null | undefined) => inherited().find((entry) => entry._id === id);
  const put = (id: string, entry: DeltaEntry | null) => {
    const source = delta.read(true);
    source[field] = [...listIn(source, field).filter((other) => other._id !== id), ...(entry ? [entry] : [])];
  };
  const get = (id: string | null | undefined) => {
    const entry = own(id);
    return entry?._tombstone ? undefined : (entry ?? base(id));
  };
  return {
    parent: delta,
    get,
    edit: (id) => {
      const present = own(id, true);
      if (present) return present;
      const copy = deepClone(existing(base(id), field, id));
      put(id, copy);
      return copy;
    },
    add: (source) => put(source._id, source),
    remove: (id) => put(id, base(id) ? { _id: id, _tombstone: true } : null),
    ids: () => {
      const ids = [...inherited(), ...listIn(delta.read(), field)].map((entry) => entry._id);
      return [...new Set(ids)].filter((id) => get(id));
    },
  };
}
