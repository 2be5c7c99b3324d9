import type { DeltaEntry, DocumentData } from '../shared/data';
import { EMBEDDED_COLLECTIONS } from '../shared/documents';
import { ForcedDeletion, ForcedReplacement } from '../shared/operators';
import { isGM } from '../shared/permissions';
import { diffObject, isEmpty, isPlainObject, mergeObject, objectsEqual } from '../shared/utils';
import type { Environment } from './environment';
import { newSource } from './source';

/** Returns the fields with embedded documents, by document name. */
const embeddedIn = (documentName: string) =>
  Object.entries(EMBEDDED_COLLECTIONS[documentName] ?? {}).map(([name, field]) => ({ name, field }));

const entriesOf = (data: DocumentData, field: string): DeltaEntry[] => {
  const list = data[field];
  return Array.isArray(list) ? list : [];
};

/** Returns the part of a change that differs. A non-recursive change replaces whole values, which are kept whole. */
export function differences(
  documentName: string,
  before: DocumentData,
  change: DocumentData,
  recursive: boolean,
): DocumentData {
  if (!recursive) {
    return Object.fromEntries(Object.entries(change).filter(([key, value]) => !objectsEqual(before[key], value)));
  }
  const lists = embeddedIn(documentName).filter(({ field }) => Array.isArray(change[field]));
  const plain: DocumentData = { ...change };
  for (const { field } of lists) delete plain[field];
  const changed = diffObject(before, plain);
  for (const { name, field } of lists) {
    const entries = entriesOf(change, field).flatMap((entry) => {
      const present = entriesOf(before, field).find((other) => other._id === entry._id);
      if (!present) return [entry];
      const inner = differences(name, present, entry, true);
      return isEmpty(inner) ? [] : [{ ...inner, _id: entry._id }];
    });
    if (entries.length) changed[field] = entries;
  }
  return changed;
}

/**
 * Merges a change into a source. Entries of embedded lists are merged by id, unknown ones created, so that
 * `combat.update({combatants: [{_id, …}]})` needs one write (CRU `models/combat-combat.mjs`).
 */
export function applyChange(
  env: Environment,
  documentName: string,
  source: DocumentData,
  change: DocumentData,
  recursive: boolean,
): void {
  const plain: DocumentData = { ...change };
  for (const { name, field } of embeddedIn(documentName)) {
    if (!recursive || !Array.isArray(change[field])) continue;
    delete plain[field];
    source[field] = mergeEntries(env, name, entriesOf(source, field), entriesOf(change, field));
  }
  const { delta } = change;
  if (documentName === 'Token' && recursive && isPlainObject(delta)) {
    delete plain['delta'];
    const present = source['delta'];
    const own: DocumentData = isPlainObject(present) ? present : {};
    source['delta'] = own;
    applyChange(env, 'ActorDelta', own, delta, recursive);
  }
  mergeObject(source, plain, { applyOperators: true, recursive });
}

function mergeEntries(env: Environment, name: string, present: DeltaEntry[], changes: DeltaEntry[]): DeltaEntry[] {
  const entries = [...present];
  for (const change of changes) {
    const at = entries.findIndex((entry) => entry._id === change._id);
    const known = entries[at];
    if (change._tombstone) {
      if (at >= 0) entries.splice(at, 1);
      entries.push({ _id: change._id, _tombstone: true });
    } else if (!known || known._tombstone) {
      if (at >= 0) entries.splice(at, 1);
      // The list sent to the others must hold the document as created.
      Object.assign(change, newSource(env, name, change, { keepId: true }));
      entries.push({ ...change });
    } else {
      guard(env, name, known, change);
      env.subtypes.sanitize(name, known.type, change);
      applyChange(env, name, known, change, true);
    }
  }
  return entries;
}

/** Protects reserved fields when a change is nested in a parent's. */
function guard({ user, subtypes }: Environment, name: string, entry: DocumentData, change: DocumentData): void {
  const foreign = change.system instanceof ForcedDeletion || change.system instanceof ForcedReplacement;
  if (isGM(user) || (!foreign && !subtypes.gmOnly(name, entry.type, change))) return;
  throw new Error(`User ${user.name} lacks permission to update ${name} [${entry._id}]`);
}
