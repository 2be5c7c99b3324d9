/** `system` as it is stored, or a part of it: an update brings only what it changes. */
export type StoredData = Readonly<Record<string, unknown>>;

/** One change of what is stored. It stays for good: a world, an export or a compendium may come back after years. */
export interface StoredChange {
  /** The first version of Cadence that stores the new shape. */
  readonly since: string;
  readonly document: 'Actor' | 'Item' | 'Combat' | 'Combatant' | 'ChatMessage' | 'ActiveEffect';
  /** The subtypes it concerns. */
  readonly types: readonly string[];
  /** The keys of `system` that are written anew for it, and those that nobody reads any more. */
  readonly writes: readonly string[];
  readonly drops: readonly string[];
  /** The new shape. What is not there stays away, what is new already stays as it is, what means nothing is left for the model to judge. */
  migrate(system: StoredData): StoredData;
  /** What is written of the document beside `system`, by its source; nothing where it is as it should be. */
  documentUpdate?(source: StoredData): StoredData;
}

/** What is stored, as today's version would have stored it. */
export const applyStoredChanges = (system: StoredData, changes: readonly StoredChange[]): StoredData =>
  changes.reduce((now, change) => change.migrate(now), system);

/** For `migrateData` of a model: Foundry goes on with the very object it hands over, so that is changed. */
export function migrateInPlace<T extends object>(source: T, changes: readonly StoredChange[]): T {
  const next = applyStoredChanges(source as StoredData, changes);
  for (const key of Object.keys(source)) if (!(key in next)) delete (source as Record<string, unknown>)[key];
  return Object.assign(source, next);
}
