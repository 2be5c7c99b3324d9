import type { FighterState } from '../../encounter/state';
import { lookup } from '../../kernel/lookup';
import { deletion } from '../platform/v14';
import { baseActorUuid, excludedCombatantsOf, isBearer, isImpostor, SUPERSEDED } from '../stored/bearers';
import { combatSystem } from '../stored/systems';
import { effectsOn, namedFighters } from './applicable-effects';
import { actorOf } from './exchange-document';

/** Returns the stored state and round pools of a combatant. Do not mutate. */
export function storedStateOf(combatant: Combatant.Implementation): FighterState {
  return ownState(combatant) ?? inheritedState(combatant) ?? {};
}

/** Returns null if the state belongs to another actor or was taken over. */
export function ownState(combatant: Combatant.Implementation): FighterState | null {
  const { combat, id } = combatant;
  if (!combat || !id || isImpostor(combatant)) return null;
  const { states, bearers } = combatSystem(combat);
  return lookup(bearers, id)?.round === SUPERSEDED ? null : (lookup(states, id) ?? null);
}

/** Returns the state of an actor that left in this round and is back as another combatant. Recreating a combatant must not reset it. */
export function inheritedState(combatant: Combatant.Implementation): FighterState | null {
  const { combat, id } = combatant;
  if (!combat || !id || ownState(combatant)) return null;
  const { states, bearers, clock } = combatSystem(combat);
  const isSuperseded = lookup(bearers, id)?.round === SUPERSEDED;
  if (lookup(bearers, id) && !isSuperseded) return null;
  const actor = actorOf(combatant);
  const departed = Object.entries(bearers).find(
    ([other, bearer]) => isBearer(actor, bearer.of) && bearer.round >= clock.round && !combat.combatants.has(other),
  );
  return (departed && lookup(states, departed[0])) ?? null;
}

/**
 * Returns the changes of `bearers` with a step of that round, so that every present actor bears one state.
 * @param recorded combatants in the history, whose bearers are kept
 */
export function bearersFor(
  combat: Combat.Implementation,
  round: number,
  recorded: ReadonlySet<string>,
): Record<string, unknown> {
  const { bearers } = combatSystem(combat);
  const changes: Record<string, unknown> = {};
  const present = new Set<string>();
  const excluded = excludedCombatantsOf(combat);
  for (const combatant of combat.combatants) {
    const { id } = combatant;
    const actor = actorOf(combatant);
    if (!id || !actor || excluded.has(combatant)) continue;
    const of = actor.uuid;
    present.add(of);
    if (actor.hasPlayerOwner) present.add(baseActorUuid(of));
    const now = lookup(bearers, id);
    if (now?.of !== of || now.round !== round) changes[id] = { of, round };
  }
  // Conditions name a combatant that left until they end; `successorOf` needs its bearer.
  const named = new Set(
    combat.combatants.contents.flatMap((combatant) => {
      const actor = actorOf(combatant);
      return actor ? effectsOn(actor).flatMap(namedFighters) : [];
    }),
  );
  for (const [id, { of, round: last }] of Object.entries(bearers)) {
    const isTakenOver = present.has(of) || present.has(baseActorUuid(of));
    if (combat.combatants.has(id) || !(isTakenOver || last < round)) continue;
    if (!recorded.has(id) && !named.has(id)) changes[id] = deletion();
    else if (isTakenOver && last !== SUPERSEDED) changes[id] = { of, round: SUPERSEDED };
  }
  return changes;
}
