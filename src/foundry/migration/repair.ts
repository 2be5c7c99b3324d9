import { allProblems, clearProblems, type DataProblem } from '../platform/data-problems';
import { documentAt } from '../platform/documents';
import { text } from '../platform/text';
import { changesOf, deletion, replacement } from '../platform/v14';
import { isChangeable } from '../stored/change-keys';

const { setProperty } = foundry.utils;

/** What of a document is needed to repair it. */
interface Repairable {
  readonly documentName: string;
  readonly uuid: string;
  readonly id: string | null;
  readonly name?: string | null;
  readonly system?: unknown;
  readonly _source: { readonly system?: object };
  readonly items?: { get(id: string): Repairable | undefined };
  update(changes: object, operation?: object): Promise<unknown>;
  delete(): Promise<unknown>;
}

interface Found {
  readonly document: object | null;
  readonly documentName: string;
  readonly id: string;
  readonly said: string;
  /** Paths below `system` that validation refused. */
  readonly paths: readonly string[];
}

/** One line of the list. */
export interface UnreadableEntry {
  readonly key: string;
  readonly said: string;
  readonly document: Repairable | null;
  /** Null where only deleting helps. */
  repair: (() => Promise<unknown>) | null;
  remove(): Promise<unknown>;
}

/** Everything in the world that cannot be read: what validation refused, and what failed while it was used. */
export function listUnreadable(found: readonly Found[]): UnreadableEntry[] {
  const stored = found.filter(({ document }) => document === null || !repaired.has(document));
  return [...stored.map(listedOf), ...allProblems().flatMap(troubleOf)];
}

/** Foundry keeps what validation has found until the document is made again, at the next reload. */
const repaired = new WeakSet<object>();

function listedOf({ document, documentName, id, said, paths }: Found): UnreadableEntry {
  const known = document as Repairable | null;
  const canReset = known !== null && paths.length > 0 && !paths.includes('');
  return {
    key: `${known?.uuid ?? `${documentName}.${id}`} stored`,
    said,
    document: known,
    repair: canReset ? () => reset(known, paths) : null,
    remove: () => (known ? removed(known) : removedById(documentName, id)),
  };
}

function troubleOf({ document, what, field }: DataProblem): UnreadableEntry[] {
  const known = documentAt(document.uuid) as Repairable | null;
  if (!known) return [];
  const said = text('CADENCE.App.Unreadable.trouble', { name: known.name || known.uuid, what });
  const key = `${known.uuid} ${what}`;
  return [{ key, said, document: known, repair: repairOf(known, field), remove: () => removed(known) }];
}

function repairOf(document: Repairable, field: string | null): UnreadableEntry['repair'] {
  if (document.documentName === 'ActiveEffect') return () => withoutBadChanges(document as never);
  if (field === null) return null;
  const [head = '', id = '', ...below] = field.split('.');
  const item = head === 'items' ? document.items?.get(id) : undefined;
  return () => reset(item ?? document, [item ? below.join('.') : field], document.uuid);
}

/**
 * Writes the initial value at each path. The source in memory already holds it where validation has replaced what is stored, so the
 * difference would be empty. A record is written whole where validation has dropped an entry: what is not there in memory is not deleted.
 */
async function reset(document: Repairable, paths: readonly string[], uuid = document.uuid): Promise<void> {
  const { schema, unreadable = [] } = document.system as {
    schema?: { getField(path: string): { getInitialValue(data: object): unknown } | undefined };
    unreadable?: readonly string[];
  };
  const system: Record<string, unknown> = {};
  for (const path of paths) {
    const record = path.slice(0, Math.max(0, path.lastIndexOf('.')));
    const inMemory = (at: string): unknown => foundry.utils.getProperty(document._source.system ?? {}, at);
    const initial = schema?.getField(path)?.getInitialValue({});
    if (unreadable.includes(path)) setProperty(system, path, deletion());
    else if (inMemory(path) === undefined && record) setProperty(system, record, replacement(inMemory(record) ?? {}));
    else setProperty(system, path, initial ?? null);
  }
  await document.update({ system }, { diff: false });
  repaired.add(document);
  clearProblems(uuid);
}

/** Keeps the changes of an effect that can be made. */
async function withoutBadChanges(effect: ActiveEffect.Implementation & Repairable): Promise<void> {
  const target = effect.target ?? effect.parent;
  const kept = changesOf(effect).filter(({ key }) => target && isChangeable(target as never, key));
  await (effect as Repairable).update({ system: { changes: kept } });
  clearProblems(effect.uuid);
}

async function removed(document: Repairable): Promise<void> {
  await document.delete();
  clearProblems(document.uuid);
}

/** Deletes a document of which none could be made here. */
const removedById = (documentName: string, id: string): Promise<unknown> => {
  const documentClass = getDocumentClass(documentName as never) as unknown as {
    deleteDocuments(ids: readonly string[]): Promise<unknown>;
  };
  return documentClass.deleteDocuments([id]);
};
