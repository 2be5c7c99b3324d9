import { idOf } from '../../platform/documents';
import { defeatsOf } from './manual-changes';

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

let seen = new Map<Token.Implementation, TargetState>();

/** Clears this user's targets that fell, were deleted or left their encounter. Each client clears its own. */
export function clearLostTargets(): void {
  const next: typeof seen = new Map();
  const combats = game.combats?.contents ?? [];
  for (const token of [...game.user.targets]) {
    const state = stateOf(token, combats);
    if (!isTargetLost(seen.get(token), state, combats.map(idOf))) next.set(token, state);
    else if (state.exists) token.setTarget(false, { releaseOthers: false });
    // A deleted token is no longer drawn.
    else game.user.targets.delete(token);
  }
  seen = next;
}

function stateOf({ document }: Token.Implementation, combats: readonly Combat.Implementation[]): TargetState {
  const { actor, parent } = document;
  const isIn = (combat: Combat.Implementation) => combat.combatants.some(({ token }) => token?.uuid === document.uuid);
  return {
    exists: parent?.tokens.has(idOf(document)) ?? false,
    hasFallen: actor !== null && defeatsOf(actor).length > 0,
    combats: combats.filter(isIn).map(idOf),
  };
}
