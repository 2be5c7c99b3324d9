import { parse } from 'yaml';
import { defined } from '../../src/kernel/defined';
import { read } from './sources';

const textOf = (html: string): string =>
  html
    .replaceAll(/@UUID\[[^\]]*\]\{([^}]*)\}/g, '$1')
    .replaceAll(/<[^>]*>/g, '')
    .trim();

/** Returns the rows of the tables on a page of a journal, by their first cell. */
export function tablesOf(file: string): (page: string) => Map<string, string[]> {
  const pages: readonly { name: string; text: { content: string } }[] = parse(read(file)).pages;
  const cells = (row: string) => [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => textOf(cell));
  return (page) => {
    const { content } = defined(
      pages.find(({ name }) => name === page),
      'a page',
    ).text;
    return new Map([...content.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) => [cells(row)[0], cells(row).slice(1)]));
  };
}

/**
 * Returns the settings of a ruleset as the quick reference lists its house rules: label, and the choices in order, or
 * any text.
 */
export function settingsAsShown(
  settings: Readonly<Record<string, object>>,
  words: Readonly<Record<string, { label: string; choices: Readonly<Record<string, string>> }>>,
): [label: string, choices: string | null][] {
  return Object.entries(settings).map(([id, setting]) => {
    const { label, choices } = words[id];
    const named = 'choices' in setting ? (setting.choices as string[]).map((choice) => choices[choice]) : null;
    return [label, named?.join('; ') ?? null];
  });
}
