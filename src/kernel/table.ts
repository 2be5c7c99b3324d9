/** The working copy of a driver. It is changed in place so that a procedure never holds stale data. */
export interface WorkingCopy {
  /** Resolves and applies a change. Returns the effect, or null if nothing changed. */
  apply(change: unknown): unknown;
  applyEffect(effect: unknown): void;
  /** Undoes an effect that was just applied. */
  undo(effect: unknown): void;
}
