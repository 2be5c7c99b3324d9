import { notice } from './notice';
import { text } from './text';

interface Named {
  readonly name?: string | null | undefined;
  readonly uuid: string;
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
    const what = error instanceof Error ? error.message : String(error);
    if (!said.has(`${name}: ${what}`)) {
      said.add(`${name}: ${what}`);
      console.error(`Cadence | ${name}`, error);
      notice('error', text('CADENCE.App.broken', { name, what }));
    }
    return null;
  }
}
