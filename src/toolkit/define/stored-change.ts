/** Stored `system` data, or the part that an update brings. */
export type StoredData = Readonly<Record<string, unknown>>;

/** A migration of stored data. It is never deleted: old worlds, exports and compendia may return after years. */
export interface StoredChange {
  /** The first version of Cadence with the new shape. */
  readonly since: string;
  readonly document: 'Actor' | 'Item' | 'Combat' | 'Combatant' | 'ChatMessage' | 'ActiveEffect';
  readonly types: readonly string[];
  /** Keys of `system` that the migration writes, and obsolete keys. */
  readonly writes: readonly string[];
  readonly drops: readonly string[];
  /**
   * Returns the new shape. Missing data stay missing, migrated data stay unchanged, and invalid data are left to the
   * model.
   */
  migrate(system: StoredData): StoredData;
  /** Returns an update outside `system`; empty if none is needed. */
  documentUpdate?(source: StoredData): StoredData;
}

export const applyStoredChanges = (system: StoredData, changes: readonly StoredChange[]): StoredData =>
  changes.reduce((now, change) => change.migrate(now), system);

/** For `migrateData` of a model: Foundry continues with the same object, so it is changed in place. */
export function migrateInPlace<T extends object>(source: T, changes: readonly StoredChange[]): T {
  const next = applyStoredChanges(source as StoredData, changes);
  for (const key of Object.keys(source)) if (!(key in next)) delete (source as Record<string, unknown>)[key];
  return Object.assign(source, next);
}
