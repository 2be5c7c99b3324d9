import { isRulesetType } from '../../adapters/registry';

/** The character a user plays: the one assigned, else the first that is the user's and has a ruleset of ours; null where there is none. */
export function characterOf(user: User.Implementation): Actor.Implementation | null {
  if (user.character) return user.character;
  const own = (game.actors?.contents ?? []).find(
    (actor) => isRulesetType(actor.type) && actor.testUserPermission(user, 'OWNER'),
  );
  return own ?? null;
}
