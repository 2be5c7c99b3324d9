import { adapterOf } from '../../adapters/registry';
import { actorOf, isRunning } from '../../host/exchange-document';
import { isOfType } from '../../platform/documents';

interface Joining {
  readonly combat: Combat.Implementation;
  /** Null for an actor without a token on any scene: it fights without a place, as on a table without a map. */
  readonly token: TokenDocument.Implementation | null;
}

/**
 * Returns an encounter of the actor's ruleset on its token's scene, or on any if it has no token: the viewed one first, then a running one.
 * Null if it is fighting or none fits.
 */
export function findJoinableEncounter(actor: Actor.Implementation): Joining | null {
  if (!actor.isOwner || !adapterOf(actor.type)) return null;
  const own = encountersOf(actor);
  // An actor in a running fight joins no other, and each scene has one encounter to join.
  if (own.some(isRunning)) return null;
  const tokens = tokensOf(actor);
  const fits = (game.combats?.contents ?? []).filter(
    (combat) => isOfType(combat, actor.type) && !own.some(({ scene }) => combat.scene === scene),
  );
  const rank = (combat: Combat.Implementation): number => (combat === game.combat ? 0 : isRunning(combat) ? 1 : 2);
  for (const combat of fits.sort((a, b) => rank(a) - rank(b))) {
    // An encounter without a scene is on every scene.
    const token = tokens.find(({ parent }) => !combat.scene || parent === combat.scene);
    if (token || tokens.length === 0) return { combat, token: token ?? null };
  }
  return null;
}

/** Returns the players' fighters who could join this encounter: those on its map, and characters without a token. */
export const findParty = (
  combat: Combat.Implementation,
): readonly (Joining & { readonly actor: Actor.Implementation })[] =>
  (game.actors?.contents ?? []).flatMap((actor) => {
    if (!isOfType(combat, actor.type) || !actor.hasPlayerOwner) return [];
    const joining = findJoinableEncounter(actor);
    const isCharacter = game.users?.some(({ character }) => character === actor);
    return joining?.combat === combat && (joining.token || isCharacter) ? [{ actor, ...joining }] : [];
  });

export const encountersOf = (actor: Actor.Implementation): Combat.Implementation[] =>
  (game.combats?.contents ?? []).filter(({ combatants }) =>
    combatants.some((combatant) => actorOf(combatant)?.uuid === actor.uuid),
  );

/** Returns the tokens that represent an actor itself, those on the viewed scene first. */
export function tokensOf(actor: Actor.Implementation): TokenDocument.Implementation[] {
  if (actor.token) return [actor.token];
  const all = (game.scenes?.contents ?? []).flatMap(({ tokens }) => tokens.contents);
  const own = all.filter(({ actorId, actorLink }) => actorLink && actorId === actor.id);
  const isSeen = ({ parent }: TokenDocument.Implementation): boolean => parent === game.scenes?.viewed;
  return own.sort((a, b) => Number(isSeen(b)) - Number(isSeen(a)));
}
