/** Where a ruleset's rules can be read: pages of a journal, each by its uuid. */
export interface Reference {
  /** How a turn or a round goes; gauges and numbers are looked up here too. */
  readonly turn: string;
  /** The page of `turn` where nothing is said. */
  readonly actions?: string;
  /** The page of `turn` where nothing is said. */
  readonly conditions?: string;
}

/** Pages of a journal in a compendium, each by its id. */
export function pagesOf(pack: string, journal: string, pages: Reference): Reference {
  const uuidOf = (page: string): string => `Compendium.${pack}.JournalEntry.${journal}.JournalEntryPage.${page}`;
  return Object.fromEntries(Object.entries(pages).map(([id, page]) => [id, uuidOf(page)])) as unknown as Reference;
}
