import { isRulesetType } from '../../adapters/registry';

/** Returns a user's character: the assigned one, else the first owned actor of a ruleset; null without one. */
export function characterOf(user: User.Implementation): Actor.Implementation | null {
  if (user.character) return user.character;
  const own = (game.actors?.contents ?? []).find(
    (actor) => isRulesetType(actor.type) && actor.testUserPermission(user, 'OWNER'),
  );
  return own ?? null;
}
