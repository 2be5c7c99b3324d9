import type { StoredChange } from '../../toolkit/define/stored-change';

/** Changes of stored data since 1.0.0 in encounters, cards and active effects. Those of actors and items are in the schemas of rulesets. */
export const STORED_CHANGES: readonly StoredChange[] = [];

/** Returns the changes that a model of this document applies to its source. */
export const storedChangesOf = (document: StoredChange['document']): readonly StoredChange[] =>
  STORED_CHANGES.filter((change) => change.document === document);

/**
 * Returns the key of a part of a card: its step, relative to the first of the exchange. JavaScript engines store objects with large numeric
 * keys like long lists.
 */
export const partKey = (step: number, exchange: number): string => String(step - exchange);
