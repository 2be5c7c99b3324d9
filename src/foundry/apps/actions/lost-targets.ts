import { idOf } from '../../platform/documents';
import { isTargetLost, type TargetState } from '../../views/lost-target';
import { defeatsOf } from './manual-changes';

/** This user's targets at the last check, with what could make them lost. */
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
