import { Unfit } from '../../rulebook/schema';
import { type Field, labelOf, unfitText } from './field-label';
import { notice } from './notice';
import { text } from './text';

interface Named {
  readonly name?: string | null | undefined;
  readonly uuid: string;
  readonly system?: unknown;
  readonly items?: { get(id: string): Named | undefined };
}

/** What has been said already: a view is made again with every change, and one word is enough. */
const said = new Set<string>();

/**
 * Makes something of stored data, or gives null and says once what is wrong with it, naming the document. The table goes on with the
 * rest: a window that would not open could not be used to mend the data either.
 */
export function reported<T>(make: () => T, document: Named): T | null {
  const name = document.name || document.uuid;
  try {
    return make();
  } catch (error) {
    const what = whatIs(error, document);
    if (!said.has(`${name}: ${what}`)) {
      said.add(`${name}: ${what}`);
      console.error(`Cadence | ${name}`, error);
      notice('error', text('CADENCE.App.broken', { name, what }));
    }
    return null;
  }
}

/** What is wrong, for whoever has to mend it: of a value that its field does not take in the words of the sheet. */
function whatIs(error: unknown, document: Named): string {
  if (!(error instanceof Unfit)) return error instanceof Error ? error.message : String(error);
  const [head = '', id = '', ...below] = error.field.split('.');
  const item = head === 'items' ? document.items?.get(id) : undefined;
  const field = fieldAt(item ?? document, item ? below : error.field.split('.'));
  const label = field ? labelOf(field) : error.field;
  const name = item?.name ? `${item.name}: ${label}` : label;
  return unfitText(error.reason, { name, ...(field?.hint && { hint: field.hint }) });
}

/** The field of a path; of an entry of a list, the list. */
function fieldAt({ system }: Named, path: readonly string[]): Field | undefined {
  const { schema } = system as { schema?: { getField(path: string): Field | undefined } };
  return path.length === 0
    ? undefined
    : (schema?.getField(path.join('.')) ?? fieldAt({ uuid: '', system }, path.slice(0, -1)));
}
