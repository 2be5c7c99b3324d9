import { parse } from 'yaml';
import { defined } from '../../src/kernel/defined';
import { read, readJson } from './sources';

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

const words = readJson('lang/en.json').CADENCE;

/**
 * Returns the cells of an action's row on a page of its ruleset's quick reference. Throws a sentence that names what to
 * edit if the action has no label or the page no row.
 */
export function actionCells(ruleset: string, page: string, id: string): readonly string[] {
  const file = `packs/${ruleset}/rules/quick-reference.yml`;
  const branch = `${ruleset.charAt(0).toUpperCase()}${ruleset.slice(1)}`;
  const label: string | undefined = words[branch].Action[id]?.label;
  if (label === undefined)
    throw new Error(`lang/en.json: add CADENCE.${branch}.Action.${id} with label and hint (see docs/add-an-action.md)`);
  const cells = tablesOf(file)(page).get(label);
  if (!cells) throw new Error(`${file}: add a row “${label}” to the page “${page}” (see docs/add-an-action.md)`);
  return cells;
}
