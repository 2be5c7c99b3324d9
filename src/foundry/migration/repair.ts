import { allProblems, clearProblems, type DataProblem } from '../platform/data-problems';
import { documentAt } from '../platform/documents';
import { fieldAt, isInherited } from '../platform/field-path';
import { text } from '../platform/text';
import { changesOf, deletion, replacement } from '../platform/v14';
import { isChangeable } from '../stored/change-keys';

const { setProperty } = foundry.utils;

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

export interface UnreadableEntry {
  readonly key: string;
  readonly said: string;
  readonly document: Repairable | null;
  /** Null if the document can only be deleted. */
  repair: (() => Promise<unknown>) | null;
  remove(): Promise<unknown>;
}

export function listUnreadable(found: readonly Found[]): UnreadableEntry[] {
  const stored = found.filter(({ document }) => document === null || !repaired.has(document));
  return [...stored.map(storedEntry), ...allProblems().flatMap(problemEntries)];
}

/** Foundry keeps validation failures until the next reload. */
const repaired = new WeakSet<object>();

function storedEntry({ document, documentName, id, said, paths }: Found): UnreadableEntry {
  const repairable = document as Repairable | null;
  const canReset = repairable !== null && paths.length > 0 && !paths.includes('');
  return {
    key: `${repairable?.uuid ?? `${documentName}.${id}`} stored`,
    said,
    document: repairable,
    repair: canReset ? () => reset(repairable, paths) : null,
    remove: () => (repairable ? deleteDocument(repairable) : deleteById(documentName, id)),
  };
}

function problemEntries({ document, what, field }: DataProblem): UnreadableEntry[] {
  const repairable = documentAt(document.uuid) as Repairable | null;
  if (!repairable) return [];
  const message = text('CADENCE.App.Unreadable.trouble', { name: repairable.name || repairable.uuid, what });
  const key = `${repairable.uuid} ${what}`;
  return [
    {
      key,
      said: message,
      document: repairable,
      repair: repairOf(repairable, field),
      remove: () => deleteDocument(repairable),
    },
  ];
}

function repairOf(document: Repairable, field: string | null): UnreadableEntry['repair'] {
  if (document.documentName === 'ActiveEffect') return () => dropInvalidChanges(document as never);
  if (field === null) return null;
  const [head = '', id = '', ...below] = field.split('.');
  const item = head === 'items' ? document.items?.get(id) : undefined;
  return () => reset(item ?? document, [item ? below.join('.') : field], document.uuid);
}

/**
 * Writes the initial value at each path. In memory the source already has it, so a diff would be empty. If validation dropped an entry of a
 * record, the whole record is written, because the entry is missing in memory.
 */
async function reset(document: Repairable, paths: readonly string[], uuid = document.uuid): Promise<void> {
  const { schema, unreadable = [] } = document.system as {
    schema?: { getField(path: string): { getInitialValue(data: object): unknown } | undefined };
    unreadable?: readonly string[];
  };
  const system: Record<string, unknown> = {};
  for (const path of paths) {
    const names = path.split('.');
    const inherited = names.findIndex(isInherited);
    const record = names.slice(0, inherited < 0 ? -1 : inherited).join('.');
    const inMemory = (at: string): unknown => foundry.utils.getProperty(document._source.system ?? {}, at);
    const initial = fieldAt(schema, path)?.getInitialValue({});
    if (inherited === 0) continue;
    if (unreadable.includes(path)) setProperty(system, path, deletion());
    else if (record && (inherited > 0 || inMemory(path) === undefined))
      setProperty(system, record, replacement(inMemory(record) ?? {}));
    else setProperty(system, path, initial ?? null);
  }
  await document.update({ system }, { diff: false });
  repaired.add(document);
  clearProblems(uuid);
}

async function dropInvalidChanges(effect: ActiveEffect.Implementation & Repairable): Promise<void> {
  const target = effect.target ?? effect.parent;
  const valid = changesOf(effect).filter(({ key }) => target && isChangeable(target as never, key));
  await (effect as Repairable).update({ system: { changes: valid } });
  clearProblems(effect.uuid);
}

async function deleteDocument(document: Repairable): Promise<void> {
  await document.delete();
  clearProblems(document.uuid);
}

const deleteById = (documentName: string, id: string): Promise<unknown> => {
  const documentClass = getDocumentClass(documentName as never) as unknown as {
    deleteDocuments(ids: readonly string[]): Promise<unknown>;
  };
  return documentClass.deleteDocuments([id]);
};
