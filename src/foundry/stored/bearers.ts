import { isWrittenByGamemaster } from './gamemasters';
import { combatSystem } from './systems';

/** The round of a bearer whose state another combatant of the same actor has taken over. */
export const SUPERSEDED = -1;

/** Returns the world actor at the end of an actor's uuid: `Actor.<id>`, also for an unlinked token. */
export const baseActorUuid = (uuid: string): string => uuid.slice(Math.max(0, uuid.lastIndexOf('Actor.')));

/** By its token if it has one. */
const baseActorOf = ({ actor, token, actorId }: Combatant.Implementation): string | null => {
  const id = token ? token.actorId : (actor?.id ?? actorId);
  return id ? `Actor.${id}` : null;
};

type Bearer = { readonly of: string; readonly round: number };

const bearerOf = ({ combat, id }: Combatant.Implementation): Bearer | undefined =>
  (combat && combatSystem(combat).bearers?.[id ?? '']) ?? undefined;

/** Returns true if a combatant's actor is the bearer. Players can unlink their tokens, which changes the uuid; foes of one kind share a base actor. */
export const isBearer = (actor: Actor.Implementation | null, of: string): boolean =>
  of === actor?.uuid || (actor?.hasPlayerOwner === true && baseActorUuid(of) === baseActorUuid(actor.uuid));

/** Returns true if another actor's data is stored under the combatant's id. */
export function isImpostor(combatant: Combatant.Implementation): boolean {
  const bearer = bearerOf(combatant);
  return bearer !== undefined && baseActorUuid(bearer.of) !== baseActorOf(combatant);
}

/** Returns true if the token has another actor than the combatant was created for, unless a step has recorded it. */
export function isSwapped(combatant: Combatant.Implementation): boolean {
  const { token, actorId } = combatant;
  if (!token || !actorId || token.actorId === actorId) return false;
  return bearerOf(combatant) === undefined || isImpostor(combatant);
}

/**
 * Returns true if a player was the last to write an unrecorded combatant. The server writes `lastModifiedBy`, also of embedded combatants.
 * Source: BaseCombatant.defineSchema `_stats` in core 13.
 */
function isByPlayer(combatant: Combatant.Implementation): boolean {
  if (bearerOf(combatant) && !isImpostor(combatant)) return false;
  const author = game.users?.get(combatant._stats.lastModifiedBy ?? '');
  return author !== undefined && !isWrittenByGamemaster(combatant);
}

/**
 * Returns combatants that a player has added under another combatant's id, or for an actor already in the combat. Only GMs may add several
 * tokens of one actor.
 */
export function intrudersIn(combat: Combat.Implementation): Combatant.Implementation[] {
  const present = new Set<string>();
  return combat.combatants.filter((combatant) => {
    const base = baseActorOf(combatant);
    if (!base) return false;
    const isSecond = present.has(base);
    present.add(base);
    return isByPlayer(combatant) && (isSecond || isTaken(combatant));
  });
}

const isTaken = (combatant: Combatant.Implementation): boolean => isImpostor(combatant) && !isSwapped(combatant);

/** Returns combatants that look illegal because of a GM's change; the referee records them. See `referee/seat/duplicate-combatant.ts`. */
export function unrecordedCombatantsIn(combat: Combat.Implementation): Combatant.Implementation[] {
  const present = new Set<string>();
  return combat.combatants.filter((combatant) => {
    const base = baseActorOf(combatant);
    const isSecond = base !== null && present.has(base);
    if (base) present.add(base);
    if (!combatant.actor || isByPlayer(combatant)) return false;
    return isImpostor(combatant) || isSwapped(combatant) || (isSecond && !bearerOf(combatant) && hasPlayers(combatant));
  });
}

export const swappedCombatantsIn = (combat: Combat.Implementation): Combatant.Implementation[] =>
  combat.combatants.filter((combatant) => isSwapped(combatant) && hasPlayers(combatant));

const hasPlayers = ({ actor, actorId }: Combatant.Implementation): boolean =>
  actor?.hasPlayerOwner === true || game.actors?.get(actorId ?? '')?.hasPlayerOwner === true;

/** Returns combatants to ignore until a referee has removed or repaired them. */
export function excludedCombatantsOf(combat: Combat.Implementation): ReadonlySet<Combatant.Implementation> {
  return new Set([...intrudersIn(combat), ...swappedCombatantsIn(combat), ...combat.combatants.filter(isImpostor)]);
}
