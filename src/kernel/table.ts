/** What a driver plays on: a working copy that is changed in place, so that what a procedure holds is always the present. */
export interface Table {
  /** Makes of a wish what can happen, does it, and returns the effect; null where nothing happened. */
  apply(change: unknown): unknown;
  /** Does a recorded effect again. */
  applyEffect(effect: unknown): void;
  /** Takes an effect back that this table has just seen. */
  undo(effect: unknown): void;
}
