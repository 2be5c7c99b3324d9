import type { Move } from '../../encounter/ruleset';
import type { Place } from '../../encounter/state';
import { act } from '../apps/act';
import { combatSystem } from '../documents/systems';
import { combatantOf, encounterOf, placeOf } from '../reader';
import { adapterOf } from '../registry';
import { strictnessFor } from '../settings';
import type { StepMark } from '../v14';

interface Waypoint {
  readonly x: number;
  readonly y: number;
}

interface Movement {
  readonly passed: { readonly waypoints: readonly Waypoint[] };
  readonly pending: { readonly waypoints: readonly Waypoint[] };
}

/** The token's document: in a running fight a drag is a wish to move, and the referee moves the token. */
export class CadenceToken extends TokenDocument {
  /**
   * API: TokenDocument#_preUpdateMovement; returning false rejects the movement.
   * ASSUMPTION A5: a refused movement leaves token and ruler as they were.
   */
  protected override async _preUpdateMovement(movement: never, operation: never): Promise<boolean | void> {
    const { cadence } = operation as { cadence?: StepMark };
    const combatant = cadence ? null : moverOf(this);
    if (!combatant) return super._preUpdateMovement(movement, operation);
    const { passed, pending } = movement as Movement;
    const path = [...passed.waypoints, ...pending.waypoints].map((waypoint) => placeOf(this, waypoint));
    const [best] = movesOf(combatant, path);
    if (best) void act(combatant.combat!, best.command, 'nothing');
    return false;
  }
}

/** The combatant as whom this token would pay for a move now; null where tokens move as in plain Foundry. */
export function moverOf(token: TokenDocument.Implementation): Combatant.Implementation | null {
  const combatant = token.actor && combatantOf(token.actor);
  const combat = combatant?.combat;
  if (!combat?.started || combatant?.tokenId !== token.id) return null;
  const adapter = adapterOf(combat.type);
  if (!adapter || strictnessFor(game.user!) === 'off') return null;
  return combatSystem(combat).clock.phase === adapter.ruleset.idle.phase ? null : combatant;
}

/** Ways to pay for a path: those that can be paid first, cheapest first. */
export function movesOf(combatant: Combatant.Implementation, path: readonly Place[]): readonly Move[] {
  const { combat } = combatant;
  const encounter = combat && encounterOf(combat);
  const adapter = adapterOf(combat?.type);
  if (!encounter || !adapter || path.length === 0) return [];
  const moves = adapter.ruleset.moves(encounter, combatant.id!, path);
  return [...moves].sort((a, b) => Number(a.whyNot.length > 0) - Number(b.whyNot.length > 0));
}
