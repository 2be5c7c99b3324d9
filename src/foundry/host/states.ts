import type { FighterState } from '../../encounter/state';
import { deletion } from '../platform/v14';
import { baseActorUuid, excludedCombatantsOf, isImpostor, SUPERSEDED } from '../stored/bearers';
import { combatSystem } from '../stored/systems';
import { actorOf } from './exchange-document';

/** What the referee keeps of a combatant: marks and pools of the round. Not to be changed. */
export function storedStateOf(combatant: Combatant.Implementation): FighterState {
  return ownState(combatant) ?? inheritedState(combatant) ?? {};
}

/** The book under the combatant's id; null if there is none, or if it is of another actor or has been taken over. */
export function ownState(combatant: Combatant.Implementation): FighterState | null {
  const { combat, id } = combatant;
  if (!combat || !id || isImpostor(combatant)) return null;
  const { states, bearers } = combatSystem(combat);
  return bearers[id]?.round === SUPERSEDED ? null : (states[id] ?? null);
}

/**
 * The book of somebody who has left in this round and is back as another combatant: players delete and create their own, and would
 * otherwise act anew. Null for whoever has a book, or comes for the first time.
 */
export function inheritedState(combatant: Combatant.Implementation): FighterState | null {
  const { combat, id } = combatant;
  if (!combat || !id || ownState(combatant)) return null;
  const { states, bearers, clock } = combatSystem(combat);
  const isSuperseded = bearers[id]?.round === SUPERSEDED;
  if (bearers[id] && !isSuperseded) return null;
  const actor = actorOf(combatant);
  // Players can unlink their tokens, which changes the uuid of the actor. Foes of one kind share a base actor.
  const isSame = (of: string): boolean =>
    of === actor?.uuid || (actor?.hasPlayerOwner === true && baseActorUuid(of) === baseActorUuid(actor.uuid));
  const left = Object.entries(bearers).find(
    ([other, bearer]) => isSame(bearer.of) && bearer.round >= clock.round && !combat.combatants.has(other),
  );
  return (left && states[left[0]]) ?? null;
}

/**
 * What changes in `bearers` with a step of that round: everybody there bears their book, and nobody two.
 * @param recorded combatants that the history mentions; their bearers are kept
 */
export function bearersFor(
  combat: Combat.Implementation,
  round: number,
  recorded: ReadonlySet<string>,
): Record<string, unknown> {
  const { bearers } = combatSystem(combat);
  const changes: Record<string, unknown> = {};
  const there = new Set<string>();
  const excluded = excludedCombatantsOf(combat);
  for (const combatant of combat.combatants) {
    const { id } = combatant;
    const actor = actorOf(combatant);
    if (!id || !actor || excluded.has(combatant)) continue;
    const of = actor.uuid;
    there.add(of);
    if (actor.hasPlayerOwner) there.add(baseActorUuid(of));
    const now = bearers[id];
    if (now?.of !== of || now.round !== round) changes[id] = { of, round };
  }
  for (const [id, { of, round: last }] of Object.entries(bearers)) {
    const isTakenOver = there.has(of) || there.has(baseActorUuid(of));
    if (combat.combatants.has(id) || !(isTakenOver || last < round)) continue;
    if (!recorded.has(id)) changes[id] = deletion();
    else if (isTakenOver && last !== SUPERSEDED) changes[id] = { of, round: SUPERSEDED };
  }
  return changes;
}
