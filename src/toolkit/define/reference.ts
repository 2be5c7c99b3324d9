/** Journal pages with a ruleset's rules, by uuid. */
export interface Reference {
  /** The rules of a turn or round, also used for gauges and numbers. */
  readonly turn: string;
  /** Default: `turn`. */
  readonly actions?: string;
  /** Default: `turn`. */
  readonly conditions?: string;
}

/** Returns compendium uuids of journal pages. */
export function pagesOf(pack: string, journal: string, pages: Reference): Reference {
  const uuidOf = (page: string): string => `Compendium.${pack}.JournalEntry.${journal}.JournalEntryPage.${page}`;
  return Object.fromEntries(Object.entries(pages).map(([id, page]) => [id, uuidOf(page)])) as unknown as Reference;
}
