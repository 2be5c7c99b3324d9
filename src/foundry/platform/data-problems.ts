import { InvalidValueError } from '../../toolkit/define/schema';
import { invalidValueText, labelOf, type ModelField } from './field-label';
import { fieldAt } from './field-path';
import { notify } from './notice';
import { shortName, text } from './text';

interface Named {
  readonly name?: string | null | undefined;
  readonly uuid: string;
  readonly system?: unknown;
  readonly items?: { get(id: string): Named | undefined };
}

export interface DataProblem {
  readonly document: Named;
  readonly what: string;
  readonly field: string | null;
}

/** By document and message. A reload clears them and finds existing ones again. */
const problems = new Map<string, DataProblem>();

/** The owner of a document can cause any number of different messages. */
const MAX_PROBLEMS = 200;
const MAX_PER_DOCUMENT = 5;
const MAX_NOTICES = 20;

export const allProblems = (): readonly DataProblem[] => [...problems.values()];

export function clearProblems(uuid: string): void {
  for (const [key, { document }] of problems) if (document.uuid === uuid) problems.delete(key);
}

/** Returns the result of `make`, or null and reports the problem once. A window that fails to open could not be used to repair the data. */
export function tryOrReport<T>(make: () => T, document: Named): T | null {
  try {
    return make();
  } catch (error) {
    reportProblem(document, error);
    return null;
  }
}

export function reportProblem(document: Named, error: unknown): void {
  const name = shortName(document.name || document.uuid);
  const what = describeError(error, document);
  const key = `${document.uuid}: ${what}`;
  const own = allProblems().filter(({ document: { uuid } }) => uuid === document.uuid).length;
  if (problems.has(key) || own >= MAX_PER_DOCUMENT || problems.size >= MAX_PROBLEMS) return;
  problems.set(key, { document, what, field: error instanceof InvalidValueError ? error.field : null });
  console.error(`Cadence | ${name}`, error);
  if (problems.size <= MAX_NOTICES) notify('error', text('CADENCE.App.broken', { name, what }));
}

function describeError(error: unknown, document: Named): string {
  if (!(error instanceof InvalidValueError)) return error instanceof Error ? error.message : String(error);
  const [head = '', id = '', ...below] = error.field.split('.');
  const item = head === 'items' ? document.items?.get(id) : undefined;
  const field = nearestField(item ?? document, item ? below.join('.') : error.field);
  const label = field ? labelOf(field) : error.field;
  const name = item?.name ? `${shortName(item.name)}: ${label}` : label;
  return invalidValueText(error.reason, { name, ...(field?.hint && { hint: field.hint }) });
}

/** The field of a path; for an entry of a list, the list. */
function nearestField({ system }: Pick<Named, 'system'>, path: string): ModelField | undefined {
  const { schema } = system as { schema?: { getField(path: string): ModelField | undefined } };
  return path === ''
    ? undefined
    : (fieldAt(schema, path) ?? nearestField({ system }, path.slice(0, Math.max(0, path.lastIndexOf('.')))));
}
