import { InvalidValueError } from '../../toolkit/define/schema';
import { invalidValueText, labelOf, type ModelField } from './field-label';
import { notify } from './notice';
import { text } from './text';

interface Named {
  readonly name?: string | null | undefined;
  readonly uuid: string;
  readonly system?: unknown;
  readonly items?: { get(id: string): Named | undefined };
}

/** What of a document could not be used, for the game master to repair. */
export interface DataProblem {
  readonly document: Named;
  readonly what: string;
  /** The path below `system` of the value, if it is known. */
  readonly field: string | null;
}

/** By document and reason. A reload forgets them and finds those again that are still there. */
const troubles = new Map<string, DataProblem>();

/** Limits of the list and of its notices: the owner of a document can cause any number of different reasons. */
const MOST_TROUBLES = 200;
const MOST_OF_DOCUMENT = 5;
const MOST_NOTICES = 20;

export const allProblems = (): readonly DataProblem[] => [...troubles.values()];

export function clearProblems(uuid: string): void {
  for (const [key, { document }] of troubles) if (document.uuid === uuid) troubles.delete(key);
}

/**
 * Makes something of stored data, or gives null and says once what is wrong with it, naming the document. The table goes on with the
 * rest: a window that would not open could not be used to mend the data either.
 */
export function tryOrReport<T>(make: () => T, document: Named): T | null {
  try {
    return make();
  } catch (error) {
    reportProblem(document, error);
    return null;
  }
}

/** Says once that something of a document cannot be used, and keeps it for the game master's list. */
export function reportProblem(document: Named, error: unknown): void {
  const name = document.name || document.uuid;
  const what = whatIs(error, document);
  const key = `${document.uuid}: ${what}`;
  const own = allProblems().filter(({ document: { uuid } }) => uuid === document.uuid).length;
  if (troubles.has(key) || own >= MOST_OF_DOCUMENT || troubles.size >= MOST_TROUBLES) return;
  troubles.set(key, { document, what, field: error instanceof InvalidValueError ? error.field : null });
  console.error(`Cadence | ${name}`, error);
  if (troubles.size <= MOST_NOTICES) notify('error', text('CADENCE.App.broken', { name, what }));
}

/** What is wrong, for whoever has to mend it: of a value that its field does not take in the words of the sheet. */
function whatIs(error: unknown, document: Named): string {
  if (!(error instanceof InvalidValueError)) return error instanceof Error ? error.message : String(error);
  const [head = '', id = '', ...below] = error.field.split('.');
  const item = head === 'items' ? document.items?.get(id) : undefined;
  const field = fieldAt(item ?? document, item ? below : error.field.split('.'));
  const label = field ? labelOf(field) : error.field;
  const name = item?.name ? `${item.name}: ${label}` : label;
  return invalidValueText(error.reason, { name, ...(field?.hint && { hint: field.hint }) });
}

/** The field of a path; of an entry of a list, the list. */
function fieldAt({ system }: Named, path: readonly string[]): ModelField | undefined {
  const { schema } = system as { schema?: { getField(path: string): ModelField | undefined } };
  return path.length === 0
    ? undefined
    : (schema?.getField(path.join('.')) ?? fieldAt({ uuid: '', system }, path.slice(0, -1)));
}
