import { deepEqual } from '../../../kernel/deep-equal';
import { asReplacement, type BatchOperation, deletion, isUpdateOperator, unwrapReplacement } from '../../platform/v14';
import { sha256 } from '../../stored/sha256';
import { isRecord } from '../../stored/validators';
import type { OperationTrace, TracedChange, TracedPlace } from './trace';

/** Null in a browser that did not make the claim: then any changed value counts as written. */
type Salt = string | null;

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
    const at = (id: string): TracedPlace => ({
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

function changesOf({ _source }: KnownDocument, update: object, salt: string): TracedChange[] {
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

const parentOf = ({ parent }: TracedPlace): KnownDocument | null =>
  parent === null
    ? null
    : ((fromUuidSync(parent as never, { strict: false }) as unknown as KnownDocument | null) ?? null);

function documentAt(place: TracedPlace): KnownDocument | undefined {
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

const isThere = (place: TracedPlace): boolean => documentAt(place) !== undefined;
const hasPlace = (place: TracedPlace): boolean => place.parent === null || parentOf(place) !== null;

const valueAt = (document: KnownDocument, path: string): unknown =>
  foundry.utils.getProperty(document._source, path) as unknown;
const isAfter = ({ from, sum }: TracedChange, value: unknown, salt: Salt): boolean =>
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
function changesInForce(trace: OperationTrace & { readonly done: 'changed' }, salt: Salt): TracedChange[] {
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
