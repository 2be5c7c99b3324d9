import { combatSystem } from './systems';

/** Marks the bearer of a book that another combatant of the same actor has taken over. */
export const SUPERSEDED = -1;

/** The world actor an actor's uuid ends with: `Actor.<id>`, also for the synthetic actor of an unlinked token. */
export const baseActorUuid = (uuid: string): string => uuid.slice(Math.max(0, uuid.lastIndexOf('Actor.')));

/** The world actor a combatant fights as now: the actor of its token, or its own where it has no token. */
const baseActorOf = ({ actor, token, actorId }: Combatant.Implementation): string | null => {
  const id = token ? token.actorId : (actor?.id ?? actorId);
  return id ? `Actor.${id}` : null;
};

type Bearer = { readonly of: string; readonly round: number };

/** Whose the data kept under a combatant's id is; undefined if no step has recorded it. */
const bearerOf = ({ combat, id }: Combatant.Implementation): Bearer | undefined =>
  (combat && combatSystem(combat).bearers?.[id ?? '']) ?? undefined;

/** Returns true if what is kept under the combatant's id belongs to another actor. */
export function isImpostor(combatant: Combatant.Implementation): boolean {
  const bearer = bearerOf(combatant);
  return bearer !== undefined && baseActorUuid(bearer.of) !== baseActorOf(combatant);
}

/** Returns true if the token shows another actor than the combatant was created for, and no step has recorded that actor. */
export function isSwapped(combatant: Combatant.Implementation): boolean {
  const { token, actorId } = combatant;
  if (!token || !actorId || token.actorId === actorId) return false;
  return bearerOf(combatant) === undefined || isImpostor(combatant);
}

/**
 * Returns true if a player was the last to write a combatant and no step has recorded it as this actor's. The server writes
 * `lastModifiedBy`, also of embedded combatants. Source: BaseCombatant.defineSchema `_stats` in core 13.
 */
function isByPlayer(combatant: Combatant.Implementation): boolean {
  if (bearerOf(combatant) && !isImpostor(combatant)) return false;
  const author = game.users?.get(combatant._stats.lastModifiedBy ?? '');
  return author !== undefined && !author.isGM;
}

/**
 * Combatants that a player has added under another combatant's id, or for an actor that fights in the combat already.
 * Several tokens of one actor are fine where a game master has added them.
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

/** A combatant whose id is another actor's, and whose token is not to blame. */
const isTaken = (combatant: Combatant.Implementation): boolean => isImpostor(combatant) && !isSwapped(combatant);

/** Combatants that a game master's change made look like an offence; a referee records them. See `referee/double.ts`. */
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

/** Combatants that players own and whose tokens have been given another actor. */
export const swappedCombatantsIn = (combat: Combat.Implementation): Combatant.Implementation[] =>
  combat.combatants.filter((combatant) => isSwapped(combatant) && hasPlayers(combatant));

const hasPlayers = ({ actor, actorId }: Combatant.Implementation): boolean =>
  actor?.hasPlayerOwner === true || game.actors?.get(actorId ?? '')?.hasPlayerOwner === true;

/** Combatants that take no part until a referee has removed or repaired them. */
export function excludedCombatantsOf(combat: Combat.Implementation): ReadonlySet<Combatant.Implementation> {
  return new Set([...intrudersIn(combat), ...swappedCombatantsIn(combat), ...combat.combatants.filter(isImpostor)]);
}
