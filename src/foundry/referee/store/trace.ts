import { SYSTEM_ID } from '../../platform/settings';
import { isRecord } from '../../stored/validators';

/** What an operation does to a document. Shows whether it was written and how to undo it; JSON, so that another window can do both. */
export type OperationTrace = TracedPlace &
  (
    | { readonly done: 'created' }
    | { readonly done: 'changed'; readonly changes: readonly TracedChange[] }
    | { readonly done: 'deleted'; readonly source: object }
  );

export interface TracedPlace {
  readonly documentName: string;
  /** The uuid of the parent document. */
  readonly parent: string | null;
  readonly id: string;
}

/** The value before, absent if unset, and the salted hash of the value after: every client reads a claim before its step is written. */
export interface TracedChange {
  readonly path: string;
  readonly from?: unknown;
  readonly sum: string;
}

/** What a step may write, by document: fields, and whether it creates and deletes. A claim undoes only these. */
const WRITTEN: Readonly<Record<string, { readonly fields: readonly string[]; readonly isMade?: boolean }>> = {
  Token: { fields: ['x', 'y', 'elevation', 'level', 'rotation', 'hidden'] },
  Combatant: { fields: [], isMade: true },
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

function isChangeOf(fields: readonly string[], change: unknown): change is TracedChange {
  if (!isRecord(change) || typeof change['sum'] !== 'string') return false;
  const { path } = change;
  return typeof path === 'string' && fields.some((field) => path === field || path.startsWith(`${field}.`));
}
