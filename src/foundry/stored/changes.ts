import type { StoredChange } from '../../toolkit/define/stored-change';

/** Changes of stored data since 1.0.0 in encounters, cards and active effects. Those of actors and items are in the schemas of rulesets. */
export const STORED_CHANGES: readonly StoredChange[] = [];

/** Relative to the first step, because JavaScript engines store objects with large numeric keys like long lists. */
export const partKey = (step: number, exchange: number): string => String(step - exchange);
