import type { Command } from '../../encounter/command';
import type { Move, Ruleset } from '../../encounter/ruleset';
import type { Encounter, Place } from '../../encounter/state';
import { adapterOf } from '../adapters/registry';
import { isRunning } from '../host/host';
import { combatantOf, encounterOf, viewerOf } from '../host/reader';
import { idOf } from '../platform/ids';
import { strictnessFor } from '../platform/settings';
import { intentOf } from './intent';

/** The combatant a token stands for in a running fight. */
export function fighterOf(token: TokenDocument.Implementation): Combatant.Implementation | null {
  const combatant = token.actor && combatantOf(token.actor);
  return isRunning(combatant?.combat) && combatant?.tokenId === token.id ? combatant : null;
}

/** The combatant as whom this token would pay for a move now; null where tokens move as in plain Foundry. */
export function moverOf(
  token: TokenDocument.Implementation,
  user: User.Stored = game.user,
): Combatant.Implementation | null {
  return strictnessFor(user) === 'off' ? null : fighterOf(token);
}

/** Ways to pay for a path: those that can be paid first, cheapest first. @param manner the movement action chosen for the token */
export function movesOf(combatant: Combatant.Implementation, path: readonly Place[], manner?: string): readonly Move[] {
  const { combat } = combatant;
  const encounter = combat && encounterOf(combat);
  const adapter = adapterOf(combat?.type);
  if (!encounter || !adapter || path.length === 0) return [];
  const intended = intentOf(idOf(combatant));
  if (intended) return [meant(adapter.ruleset, encounter, { ...intended, path }, combat)];
  const moves = adapter.ruleset.moves(encounter, idOf(combatant), path, manner);
  return [...moves].sort((a, b) => Number(a.whyNot.length > 0) - Number(b.whyNot.length > 0));
}

/** A button was pressed first: the way is for its action, with the options it had. */
function meant(ruleset: Ruleset, encounter: Encounter, command: Command, combat: Combat.Implementation): Move {
  const { cost, foreseen } = ruleset.views.action(encounter, command, viewerOf(combat));
  return { command, cost, whyNot: ruleset.whyNot(encounter, command), ...(foreseen && { foreseen }) };
}
