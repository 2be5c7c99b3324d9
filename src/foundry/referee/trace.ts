import { same } from '../../kernel/same';
import { type BatchOperation, deletion, isOperator, valueIn, whole } from '../platform/v14';
import { sha256 } from '../stored/sha256';
import { isRecord } from '../stored/shapes';

/**
 * What one operation does to one document, with what was there before: by it is seen afterwards whether it was written, and by it it is taken
 * back. JSON, so that another window can do both.
 */
export type Trace = Place &
  (
    | { readonly done: 'created' }
    | { readonly done: 'changed'; readonly changes: readonly Change[] }
    | { readonly done: 'deleted'; readonly source: object }
  );

/** Where a document is, or would be. */
interface Place {
  readonly documentName: string;
  /** The uuid of what it is embedded in. */
  readonly parent: string | null;
  readonly id: string;
}

/** A value before and after; one that is not there has no key. Of what is long its sum is enough to know it again by. */
interface Change {
  readonly path: string;
  readonly from?: unknown;
  readonly to?: unknown;
  readonly sum?: string;
}

/** What takes so many characters is longer than its sum. */
const LONG = 64;

type AnyDocument = foundry.abstract.Document.Any;
/** What this reads of any document and its embedded ones. */
interface Known {
  readonly id: string;
  readonly uuid: string;
  readonly _source: object;
  readonly actor?: unknown;
  readonly documentName: string;
  getEmbeddedCollection(name: string): { get(id: string): unknown };
  toObject(): object;
}

/** The traces operations would leave, seen before they are written. What is gone already leaves none. */
export function tracesOf(operations: readonly BatchOperation[]): Trace[] {
  return operations.flatMap(({ action, documentName, parent, data = [], updates = [], ids = [] }) => {
    const at = (id: string): Place => ({
      documentName,
      parent: (parent as Known | null | undefined)?.uuid ?? null,
      id,
    });
    if (action === 'create')
      return (data as readonly { _id: string }[]).map(({ _id }) => ({ ...at(_id), done: 'created' as const }));
    if (action === 'delete')
      return ids.flatMap((id): Trace[] => {
        const document = documentAt(at(id));
        return document ? [{ ...at(id), done: 'deleted', source: document.toObject() }] : [];
      });
    return (updates as readonly { _id: string }[]).flatMap(({ _id, ...update }): Trace[] => {
      const document = documentAt(at(_id));
      return document ? [{ ...at(_id), done: 'changed', changes: changesOf(document, update) }] : [];
    });
  });
}

function changesOf({ _source }: Known, update: object): Change[] {
  return [...leavesOf(update)].map(([path, to]) => {
    const from = foundry.utils.getProperty(_source, path);
    return {
      path,
      ...(from !== undefined && { from: plain(from) }),
      ...(to !== deletion() && after(plain(valueIn(to)))),
    };
  });
}

function after(value: unknown): Pick<Change, 'to' | 'sum'> {
  const text = sorted(value);
  return text.length > LONG ? { sum: sumOf(text) } : { to: value };
}

const sumOf = (text: string): string => sha256(text).slice(0, 32);

/** JSON that is the same for what is the same, in whatever order its keys stand. */
const sorted = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, each: unknown) =>
    isRecord(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** What an update says, by path. */
function* leavesOf(update: object, prefix = ''): Iterable<readonly [path: string, value: unknown]> {
  for (const [key, value] of Object.entries(update)) {
    if (value === undefined) continue;
    const path = prefix + key;
    const isBranch = typeof value === 'object' && value !== null && !Array.isArray(value) && !isOperator(value);
    if (isBranch) yield* leavesOf(value, `${path}.`);
    else yield [path, value];
  }
}

const parentOf = ({ parent }: Place): Known | null =>
  parent === null ? null : ((fromUuidSync(parent as never, { strict: false }) as unknown as Known | null) ?? null);

/** The document of a trace; undefined where there is none. */
function documentAt(place: Place): Known | undefined {
  const { documentName, id } = place;
  if (place.parent === null) return game.collections.get(documentName as never)?.get(id as never) as unknown as Known;
  const parent = parentOf(place);
  if (!parent) return undefined;
  // API: the actor of an unlinked token is written through its token.
  if (documentName === 'Actor' && parent.documentName === 'Token')
    return (parent.actor ?? undefined) as Known | undefined;
  return parent.getEmbeddedCollection(documentName).get(id) as Known | undefined;
}

const isThere = (place: Place): boolean => documentAt(place) !== undefined;
/** Whether there is still something for a document to be in. */
const hasPlace = (place: Place): boolean => place.parent === null || parentOf(place) !== null;

const valueAt = (document: Known, path: string): unknown =>
  foundry.utils.getProperty(document._source, path) as unknown;
const isAfter = ({ to, sum }: Change, value: unknown): boolean =>
  sum === undefined ? same(value, to) : sumOf(sorted(value)) === sum;
/** Whether it leaves something else than what was there. */
const isChange = (change: Change): boolean => !isAfter(change, change.from);

/**
 * Whether the documents show that it was written, or that there is nothing left to write it to. Of an update one value that is no longer what
 * it was is enough: Foundry and modules may round a value, or lead a token elsewhere.
 */
export function isWritten(trace: Trace): boolean {
  const document = documentAt(trace);
  if (trace.done === 'created') return document !== undefined || !hasPlace(trace);
  if (trace.done === 'deleted') return document === undefined;
  const wanted = trace.changes.filter(isChange);
  return !document || wanted.length === 0 || wanted.some(({ path, from }) => !same(valueAt(document, path), from));
}

/** Whether anything of it stands in the documents as it was written. */
function stands(trace: Trace): boolean {
  if (trace.done === 'created') return isThere(trace);
  if (trace.done === 'deleted') return !isThere(trace) && hasPlace(trace);
  return standing(trace).length > 0;
}

/** Changes that stand: what somebody has made otherwise since is theirs. */
function standing(trace: Trace & { readonly done: 'changed' }): Change[] {
  const document = documentAt(trace);
  return document
    ? trace.changes.filter((change) => isChange(change) && isAfter(change, valueAt(document, change.path)))
    : [];
}

/** The operations that take back what of these traces stands, the last first. */
export function undoing(traces: readonly Trace[]): BatchOperation[] {
  return traces.filter(stands).toReversed().map(undo);
}

function undo(trace: Trace): BatchOperation {
  const at = { documentName: trace.documentName, parent: parentOf(trace) as AnyDocument | null };
  if (trace.done === 'created') return { ...at, action: 'delete', ids: [trace.id] };
  if (trace.done === 'deleted') return { ...at, action: 'create', data: [trace.source], keepId: true };
  const back = standing(trace).map(({ path, ...change }) => [path, 'from' in change ? whole(change.from) : deletion()]);
  return { ...at, action: 'update', updates: [{ _id: trace.id, ...Object.fromEntries(back) }] };
}
