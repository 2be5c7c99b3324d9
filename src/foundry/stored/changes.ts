import type { StoredChange } from '../../toolkit/define/stored-change';

/**
 * Changes of stored data since 1.0.0 that belong to no ruleset: of encounters, cards and active effects. Those of actors and items stand in
 * the schema of their ruleset.
 */
export const STORED_CHANGES: readonly StoredChange[] = [];

/** The changes that a model of this document applies to its source. */
export const storedChangesOf = (document: StoredChange['document']): readonly StoredChange[] =>
  STORED_CHANGES.filter((change) => change.document === document);

/**
 * The key of a part of a card: how far its step is from the first of its exchange. The numbers of the steps themselves would do, but engines
 * keep a list as long as the number for an object with such a key.
 */
export const partKey = (step: number, exchange: number): string => String(step - exchange);
