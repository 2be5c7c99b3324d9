import type { Command } from '../../encounter/command';
import type { MoveOption } from '../../encounter/ruleset';
import type { Place } from '../../encounter/state';
import { deepEqual } from '../../kernel/deep-equal';
import { isRunning } from '../host/exchange-document';
import { combatantOf } from '../host/reader';
import { type Fight, visibleFightOf } from '../host/store';
import { idOf } from '../platform/documents';
import { strictnessFor } from '../platform/world-settings';

/** What fighters mean to do with their next drag, by the combatant's id: a button has named it, and it wants a way. */
const intents = new Map<string, Command>();

/** Keeps what the next drag is for; the same button pressed again lets go of it. Returns whether it is kept. */
export function toggleIntent(command: Command): boolean {
  const isKept = !deepEqual(intents.get(command.by), command);
  if (isKept) intents.set(command.by, command);
  else intents.delete(command.by);
  return isKept;
}

const intentOf = (fighter: string): Command | null => intents.get(fighter) ?? null;

/** Whatever it was, the fighter has done something. */
export function forgetIntent(fighter: string): void {
  intents.delete(fighter);
}

/** The combatant a token stands for in a running fight. */
export function combatantOfToken(token: TokenDocument.Implementation): Combatant.Implementation | null {
  const combatant = token.actor && combatantOf(token.actor);
  return isRunning(combatant?.combat) && combatant?.tokenId === token.id ? combatant : null;
}

/** The combatant as whom this token would pay for a move now; null where tokens move as in plain Foundry. */
export function moverOf(
  token: TokenDocument.Implementation,
  user: User.Stored = game.user,
): Combatant.Implementation | null {
  return strictnessFor(user) === 'off' ? null : combatantOfToken(token);
}

/** Ways to pay for a path: those that can be paid first, cheapest first. @param manner the movement action chosen for the token */
export function movesOf(
  combatant: Combatant.Implementation,
  path: readonly Place[],
  manner?: string,
): readonly MoveOption[] {
  const fight = visibleFightOf(combatant.combat);
  if (!fight || path.length === 0) return [];
  const { adapter, encounter } = fight;
  const intended = intentOf(idOf(combatant));
  if (intended) return [meant(fight, { ...intended, path })];
  const moves = adapter.ruleset.moves(encounter, idOf(combatant), path, manner);
  return [...moves].sort((a, b) => Number(a.whyNot.length > 0) - Number(b.whyNot.length > 0));
}

/** A button was pressed first: the way is for its action, with the options it had. */
function meant({ adapter: { ruleset }, encounter, viewer }: Fight, command: Command): MoveOption {
  const { cost, preview } = ruleset.views.action(encounter, command, viewer);
  return { command, cost, whyNot: ruleset.whyNot(encounter, command), ...(preview && { preview }) };
}
