import type { Command } from '../../encounter/command';
import type { MoveOption } from '../../encounter/ruleset';
import { groundAt } from '../../encounter/scenes';
import type { Encounter, Place } from '../../encounter/state';
import { deepEqual } from '../../kernel/deep-equal';
import { isStepClear } from '../../toolkit/space/sight';
import { isRunning } from '../host/exchange-document';
import { combatantOf, cornerOf, placeOf } from '../host/reader';
import { type LoadedEncounter, visibleFightOf } from '../host/store';
import { idOf } from '../platform/documents';
import { strictnessFor } from '../platform/world-settings';

/** Commands for the next drag by combatant id, set by a button that needs a path. */
const intents = new Map<string, Command>();

/** Sets the command of the next drag, or clears it if it is already set. Returns whether it is set. */
export function toggleIntent(command: Command): boolean {
  const isSet = !deepEqual(intents.get(command.by), command);
  if (isSet) intents.set(command.by, command);
  else intents.delete(command.by);
  return isSet;
}

const intentOf = (fighter: string): Command | null => intents.get(fighter) ?? null;

export function forgetIntent(fighter: string): void {
  intents.delete(fighter);
}

export function combatantOfToken(token: TokenDocument.Implementation): Combatant.Implementation | null {
  const combatant = token.actor && combatantOf(token.actor);
  // The actor may have a token of the same id on another scene.
  return isRunning(combatant?.combat) && combatant?.token === token ? combatant : null;
}

/** Returns the combatant that would pay for a token's move; null if tokens move as in plain Foundry. */
export function moverOf(
  token: TokenDocument.Implementation,
  user: User.Stored = game.user,
): Combatant.Implementation | null {
  return strictnessFor(user) === 'off' ? null : combatantOfToken(token);
}

/**
 * Returns the ways to pay for a path: payable ones first, then by the ruleset's order.
 * @param manner the movement action chosen for the token
 */
export function movesOf(
  combatant: Combatant.Implementation,
  path: readonly Place[],
  manner?: string,
): readonly MoveOption[] {
  const fight = visibleFightOf(combatant.combat);
  if (!fight || path.length === 0) return [];
  const { token } = combatant;
  const whole = token ? wholePathOf(fight.encounter, token, path) : path;
  if (whole.length > 0) return waysOf(fight, combatant, whole, manner);
  // It ends at a wall, in the space that the token is in.
  return waysOf(fight, combatant, path, manner).map((way) => ({ ...way, whyNot: [{ id: 'wall' }, ...way.whyNot] }));
}

function waysOf(
  fight: LoadedEncounter,
  combatant: Combatant.Implementation,
  path: readonly Place[],
  manner?: string,
): readonly MoveOption[] {
  const intended = intentOf(idOf(combatant));
  if (intended) return [intendedMove(fight, { ...intended, path })];
  const moves = fight.adapter.ruleset.moves(fight.encounter, idOf(combatant), path, manner);
  return [...moves].sort((a, b) => Number(a.whyNot.length > 0) - Number(b.whyNot.length > 0));
}

/** Pixels. Positions of tokens are whole pixels, corners of hexagons are not. */
const ROUNDING = 1;

/**
 * Returns a path on whole spaces of the grid. Foundry ends a drag into a wall between two spaces (foundryvtt issue 12177); a space on the
 * other side of the wall is left out. API: TokenDocument#getSnappedPosition.
 */
function wholePathOf(encounter: Encounter, token: TokenDocument.Implementation, path: readonly Place[]): Place[] {
  const ground = groundAt(encounter.ground, path[0]);
  if (ground.grid === 'gridless') return [...path];
  const whole: Place[] = [];
  let last = placeOf(token);
  for (const place of path) {
    const corner = cornerOf(token, place);
    const snapped = token.getSnappedPosition(corner);
    const isWhole = Math.abs(snapped.x - corner.x) <= ROUNDING && Math.abs(snapped.y - corner.y) <= ROUNDING;
    const { x, y } = placeOf(token, { x: snapped.x, y: snapped.y });
    const there = { ...place, x, y };
    const isReached = isWhole || (!deepEqual([x, y], [last.x, last.y]) && isStepClear(ground, last, there));
    if (!isReached) continue;
    whole.push(there);
    last = there;
  }
  return whole;
}

function intendedMove({ adapter: { ruleset }, encounter, viewer }: LoadedEncounter, command: Command): MoveOption {
  const { cost, preview } = ruleset.views.action(encounter, command, viewer);
  return { command, cost, whyNot: ruleset.whyNot(encounter, command), ...(preview && { preview }) };
}
