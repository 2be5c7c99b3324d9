import type { DeltaEntry, DocumentData, DocumentStats, StoredDelta, StoredDocument } from '../shared/data';
import { EMBEDDED_COLLECTIONS } from '../shared/documents';
import { withLevels } from '../shared/levels';
import { DataFieldOperator, decodeOperators, ForcedReplacement, normalizeOperators } from '../shared/operators';
import { isGM } from '../shared/permissions';
import { expandObject, isValidId, randomID, withoutOperators } from '../shared/utils';
import { checkCoreFields, knownFields } from './core-fields';
import { withDefaults } from './defaults';
import { hasStats, type Making, stats } from './environment';
import { passwordFields } from './passwords';

/** Returns received data expanded, with operators in place of their marked or string forms. */
export function received(data: unknown): DocumentData {
  if (data === null || typeof data !== 'object' || Array.isArray(data)) throw new Error('A document must be an object');
  const nested: DocumentData = normalizeOperators(expandObject(decodeOperators({ ...data })));
  refuseNestedOperators(nested);
  return nested;
}

/**
 * ASSUMPTION: a server refuses operators within a replacement; no public source states it. A string key such as
 * `==system` is a replacement too.
 */
function refuseNestedOperators(value: unknown, isReplacement = false): void {
  if (value instanceof DataFieldOperator) {
    if (isReplacement) throw new Error('A data operator cannot be part of a replacement');
    if (value instanceof ForcedReplacement) refuseNestedOperators(value.value, true);
  } else if (value !== null && typeof value === 'object')
    for (const inner of Object.values(value)) refuseNestedOperators(inner, isReplacement);
}

export interface NewSource {
  keepId?: boolean;
  keepEmbeddedIds?: boolean;
}

/** Returns a complete source, with embedded documents, for the data of a create request. */
export function newSource(
  env: Making,
  documentName: string,
  data: DocumentData,
  options: NewSource = {},
): StoredDocument {
  const { keepId = false, keepEmbeddedIds = true } = options;
  const id = keepId && data._id ? data._id : randomID();
  if (!isValidId(id)) throw new Error(`${documentName} "${id}" does not have a valid 16-character alphanumeric ID`);
  let source: StoredDocument = knownFields(
    documentName,
    withDefaults<StoredDocument>(documentName, { ...withoutOperators(data), _id: id }),
  );
  if (documentName === 'User') source = { ...source, ...passwordFields(source['password']) };
  if (documentName === 'Scene') withLevels(source);
  checkNew(env, documentName, source);
  for (const [name, field] of Object.entries(EMBEDDED_COLLECTIONS[documentName] ?? {})) {
    source[field] = entriesOf(source, field).map((entry) => newSource(env, name, entry, { keepId: keepEmbeddedIds }));
  }
  if (documentName === 'Token') source['delta'] = newDelta(env, source);
  if (hasStats(documentName)) source._stats = stats(env, origins(data._stats));
  if (source.ownership) source.ownership = { default: 0, ...source.ownership };
  return source;
}

/** `checkCoreFields` has validated the field. */
const entriesOf = (source: DocumentData, field: string): DeltaEntry[] => (source[field] ?? []) as DeltaEntry[];

/** Validates data of a new or embedded document and sanitizes its HTML in place. */
function checkNew(env: Making, documentName: string, source: StoredDocument): void {
  env.subtypes.check(documentName, source.type);
  checkCoreFields(documentName, source);
  // I#14252, open at 14.363: a player cannot create documents of a subtype with reserved fields, regardless of their
  // data: cleaned data has every field of the schema. DS and Starfinder removed theirs for that reason.
  if (!isGM(env.user) && env.subtypes.reserves(documentName, source.type)) {
    throw new Error(`User ${env.user.name} lacks permission to create ${documentName} [${source._id}]`);
  }
  env.subtypes.sanitize(documentName, source.type, source);
}

/** A delta only has differences from the base actor, so it gets no defaults; its embedded documents are complete. */
function newDelta(env: Making, token: StoredDocument): StoredDocument {
  const { delta: sent } = token as { delta?: StoredDelta | null };
  const delta: StoredDocument = { ...sent, _id: token._id };
  for (const [name, field] of Object.entries(EMBEDDED_COLLECTIONS.ActorDelta!)) {
    delta[field] = entriesOf(delta, field).map((entry) =>
      entry._tombstone ? entry : newSource(env, name, entry, { keepId: true }),
    );
  }
  return delta;
}

/** A client may set the origin of a document, but not times and versions. */
function origins(sent: DocumentStats | null = {}): DocumentStats {
  const { compendiumSource = null, duplicateSource = null, exportSource = null } = sent ?? {};
  return { compendiumSource, duplicateSource, exportSource };
}
