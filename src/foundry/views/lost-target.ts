/** What matters about a target: whether its token exists, has fallen, and in which encounters it is. */
export interface TargetState {
  readonly exists: boolean;
  readonly hasFallen: boolean;
  readonly combats: readonly string[];
}

/**
 * Returns true if a target was lost since the last look. One that had fallen before may be aimed at again.
 * @param before undefined for a new target
 * @param combats the encounters that still exist
 */
export function isTargetLost(before: TargetState | undefined, now: TargetState, combats: readonly string[]): boolean {
  if (!now.exists) return true;
  if (!before) return false;
  const hasLeft = before.combats.some((id) => !now.combats.includes(id) && combats.includes(id));
  return hasLeft || (now.hasFallen && !before.hasFallen);
}
