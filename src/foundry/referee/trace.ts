import { deepEqual } from '../../kernel/deep-equal';
import { SYSTEM_ID } from '../platform/settings';
import { asReplacement, type BatchOperation, deletion, isUpdateOperator, unwrapReplacement } from '../platform/v14';
import { sha256 } from '../stored/sha256';
import { isRecord } from '../stored/validators';

/** What an operation does to a document. Shows whether it was written and how to undo it; JSON, so that another window can do both. */
export type OperationTrace = Place &
  (
    | { readonly done: 'created' }
    | { readonly done: 'changed'; readonly changes: readonly Change[] }
    | { readonly done: 'deleted'; readonly source: object }
  );

interface Place {
  readonly documentName: string;
  /** The uuid of the parent document. */
  readonly parent: string | null;
  readonly id: string;
}

/** The value before, absent if unset, and the salted hash of the value after: every client reads a claim before its step is written. */
interface Change {
  readonly path: string;
  readonly from?: unknown;
  readonly sum: string;
}

/** Null in a browser that did not make the claim: then any changed value counts as written. */
type Salt = string | null;

/** What a step may write, by document: fields, and whether it creates and deletes. A claim undoes only these. */
const WRITTEN: Readonly<Record<string, { readonly fields: readonly string[]; readonly isMade?: boolean }>> = {
  Token: { fields: ['x', 'y', 'elevation', 'level', 'rotation'] },
  Actor: { fields: ['system'] },
  Item: { fields: ['system'], isMade: true },
  ActiveEffect: { fields: ['disabled'], isMade: true },
  ChatMessage: { fields: ['system', 'rolls', 'content', `flags.${SYSTEM_ID}`], isMade: true },
  Combat: { fields: ['system', 'round', 'turn'] },
};

/** Returns the traces of a stored claim, without those that no step leaves. */
export function readTraces(value: unknown): OperationTrace[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((trace: unknown): OperationTrace[] => {
    if (!isRecord(trace) || typeof trace['id'] !== 'string') return [];
    const { documentName, parent, id, done, changes, source } = trace;
    const written = Object.hasOwn(WRITTEN, String(documentName)) ? WRITTEN[String(documentName)] : undefined;
    if (!written || (parent !== null && typeof parent !== 'string')) return [];
    const place = { documentName: String(documentName), parent, id };
    if (done === 'changed' && Array.isArray(changes)) {
      const known = changes.filter((change) => isChangeOf(written.fields, change));
      return known.length > 0 ? [{ ...place, done, changes: known }] : [];
    }
    if (!written.isMade) return [];
    if (done === 'created') return [{ ...place, done }];
    return done === 'deleted' && isRecord(source) && source['_id'] === id ? [{ ...place, done, source }] : [];
  });
}

function isChangeOf(fields: readonly string[], change: unknown): change is Change {
  if (!isRecord(change) || typeof change['sum'] !== 'string') return false;
  const { path } = change;
  return typeof path === 'string' && fields.some((field) => path === field || path.startsWith(`${field}.`));
}

type AnyDocument = foundry.abstract.Document.Any;
interface KnownDocument {
  readonly id: string;
  readonly uuid: string;
  readonly _source: object;
  readonly actor?: unknown;
  readonly documentName: string;
  getEmbeddedCollection(name: string): { get(id: string): unknown };
  toObject(): object;
}

/** Returns the traces that operations would leave, before they are written. Missing documents and unchanged values leave none. */
export function tracesOf(operations: readonly BatchOperation[], salt: string): OperationTrace[] {
  return operations.flatMap(({ action, documentName, parent, data = [], updates = [], ids = [] }) => {
    const at = (id: string): Place => ({
      documentName,
      parent: (parent as KnownDocument | null | undefined)?.uuid ?? null,
      id,
    });
    if (action === 'create')
      return (data as readonly { _id: string }[]).map(({ _id }) => ({ ...at(_id), done: 'created' as const }));
    if (action === 'delete')
      return ids.flatMap((id): OperationTrace[] => {
        const document = documentAt(at(id));
        return document ? [{ ...at(id), done: 'deleted', source: document.toObject() }] : [];
      });
    return (updates as readonly { _id: string }[]).flatMap(({ _id, ...update }): OperationTrace[] => {
      const document = documentAt(at(_id));
      const changes = document ? changesOf(document, update, salt) : [];
      return changes.length > 0 ? [{ ...at(_id), done: 'changed', changes }] : [];
    });
  });
}

function changesOf({ _source }: KnownDocument, update: object, salt: string): Change[] {
  return [...leavesOf(update)].flatMap(([path, value]) => {
    const from = foundry.utils.getProperty(_source, path);
    const before = from === undefined ? undefined : toPlainJson(from);
    const after = value === deletion() ? undefined : toPlainJson(unwrapReplacement(value));
    if (deepEqual(before, after)) return [];
    return [{ path, ...(before !== undefined && { from: before }), sum: sumOf(after, salt) }];
  });
}

const sumOf = (value: unknown, salt: string): string =>
  sha256(`${salt} ${value === undefined ? '' : stableJson(value)}`).slice(0, 32);

/** JSON with sorted keys. */
const stableJson = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, each: unknown) =>
    isRecord(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );

const toPlainJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

function* leavesOf(update: object, prefix = ''): Iterable<readonly [path: string, value: unknown]> {
  for (const [key, value] of Object.entries(update)) {
    if (value === undefined) continue;
    const path = prefix + key;
    const isBranch = typeof value === 'object' && value !== null && !Array.isArray(value) && !isUpdateOperator(value);
    if (isBranch) yield* leavesOf(value, `${path}.`);
    else yield [path, value];
  }
}

const parentOf = ({ parent }: Place): KnownDocument | null =>
  parent === null
    ? null
    : ((fromUuidSync(parent as never, { strict: false }) as unknown as KnownDocument | null) ?? null);

function documentAt(place: Place): KnownDocument | undefined {
  const { documentName, id } = place;
  if (place.parent === null)
    return game.collections.get(documentName as never)?.get(id as never) as unknown as KnownDocument;
  const parent = parentOf(place);
  if (!parent) return undefined;
  // API: the actor of an unlinked token is written through its token.
  if (documentName === 'Actor' && parent.documentName === 'Token')
    return (parent.actor ?? undefined) as KnownDocument | undefined;
  return parent.getEmbeddedCollection(documentName).get(id) as KnownDocument | undefined;
}

const isThere = (place: Place): boolean => documentAt(place) !== undefined;
const hasPlace = (place: Place): boolean => place.parent === null || parentOf(place) !== null;

const valueAt = (document: KnownDocument, path: string): unknown =>
  foundry.utils.getProperty(document._source, path) as unknown;
const isAfter = ({ from, sum }: Change, value: unknown, salt: Salt): boolean =>
  salt === null ? !deepEqual(value, from) : sumOf(value, salt) === sum;

/**
 * Returns true if the documents show that it was written, or its target is gone. One changed value is enough for an update: Foundry and
 * modules may round values or redirect a token.
 */
export function isWritten(trace: OperationTrace): boolean {
  const document = documentAt(trace);
  if (trace.done === 'created') return document !== undefined || !hasPlace(trace);
  if (trace.done === 'deleted') return document === undefined;
  return !document || trace.changes.some(({ path, from }) => !deepEqual(valueAt(document, path), from));
}

/**
 * Returns true if the documents prove that it was never written: unchanged, and last modified before the claim. A manual undo or a missing
 * created document prove nothing.
 * @param since when its step was claimed, in server time
 */
export function wasNeverWritten(trace: OperationTrace, since: number): boolean {
  if (trace.done === 'created' || isWritten(trace)) return false;
  // The actor of an unlinked token has the timestamps of its base actor.
  if (trace.parent?.includes('Token.')) return false;
  const { modifiedTime } = (documentAt(trace)?._source as { _stats?: { modifiedTime?: number | null } })?._stats ?? {};
  return typeof modifiedTime === 'number' && modifiedTime < since;
}

function isInForce(trace: OperationTrace, salt: Salt): boolean {
  if (trace.done === 'created') return isThere(trace);
  if (trace.done === 'deleted') return !isThere(trace) && hasPlace(trace);
  return changesInForce(trace, salt).length > 0;
}

/** Values that were changed since are left alone. */
function changesInForce(trace: OperationTrace & { readonly done: 'changed' }, salt: Salt): Change[] {
  const document = documentAt(trace);
  return document ? trace.changes.filter((change) => isAfter(change, valueAt(document, change.path), salt)) : [];
}

/** Returns the operations that undo what is still in force, the last first. */
export const undoOperations = (traces: readonly OperationTrace[], salt: Salt): BatchOperation[] =>
  traces
    .filter((trace) => isInForce(trace, salt))
    .toReversed()
    .map((trace) => undo(trace, salt));

function undo(trace: OperationTrace, salt: Salt): BatchOperation {
  const at = { documentName: trace.documentName, parent: parentOf(trace) as AnyDocument | null };
  if (trace.done === 'created') return { ...at, action: 'delete', ids: [trace.id] };
  if (trace.done === 'deleted') return { ...at, action: 'create', data: [trace.source], keepId: true };
  const restored = changesInForce(trace, salt).map(({ path, ...change }) => [
    path,
    'from' in change ? asReplacement(change.from) : deletion(),
  ]);
  return { ...at, action: 'update', updates: [{ _id: trace.id, ...Object.fromEntries(restored) }] };
}
