import { adapterOf } from '../../adapters/registry';
import { actorOf, isRunning } from '../../host/exchange-document';
import { isOfType } from '../../platform/documents';

/** An encounter an actor could join, and the token it would fight with. */
interface Joining {
  readonly combat: Combat.Implementation;
  readonly token: TokenDocument.Implementation;
}

/**
 * Where an actor of this user's could join: an encounter of its ruleset on the scene of its token; the viewed one first, then whichever runs.
 * Null while it fights, and where there is none that it is not in.
 */
export function findJoinableEncounter(actor: Actor.Implementation): Joining | null {
  if (!actor.isOwner || !adapterOf(actor.type)) return null;
  const own = encountersOf(actor);
  // Whoever fights is not called away, and on each scene there is one encounter to be in.
  if (own.some(isRunning)) return null;
  const tokens = tokensOf(actor);
  const fits = (game.combats?.contents ?? []).filter(
    (combat) => isOfType(combat, actor.type) && !own.some(({ scene }) => combat.scene === scene),
  );
  const rank = (combat: Combat.Implementation): number => (combat === game.combat ? 0 : isRunning(combat) ? 1 : 2);
  for (const combat of fits.sort((a, b) => rank(a) - rank(b))) {
    // An encounter without a scene is on every scene.
    const token = tokens.find(({ parent }) => !combat.scene || parent === combat.scene);
    if (token) return { combat, token };
  }
  return null;
}

/** Every encounter an actor is in. */
export const encountersOf = (actor: Actor.Implementation): Combat.Implementation[] =>
  (game.combats?.contents ?? []).filter(({ combatants }) =>
    combatants.some((combatant) => actorOf(combatant)?.uuid === actor.uuid),
  );

/** The tokens an actor itself stands with. */
export function tokensOf(actor: Actor.Implementation): TokenDocument.Implementation[] {
  if (actor.token) return [actor.token];
  const all = (game.scenes?.contents ?? []).flatMap(({ tokens }) => tokens.contents);
  const own = all.filter(({ actorId, actorLink }) => actorLink && actorId === actor.id);
  const isSeen = ({ parent }: TokenDocument.Implementation): boolean => parent === game.scenes?.viewed;
  return own.sort((a, b) => Number(isSeen(b)) - Number(isSeen(a)));
}
