import { isOwnedByPlayer } from '../../host/token-defaults';
import { idOf, updateDocument } from '../../platform/documents';
import { text } from '../../platform/text';

interface PlayerContext {
  readonly id: string;
  readonly name: string;
  /** Whether the user owns the hero. A player's own choice is their character. */
  readonly chosen: boolean;
  readonly hint: string;
}

/** Returns the users who may get a hero: for a GM all players, for a player themselves. None for a foe or a token's actor. */
export function playersFor(actor: Actor.Implementation): readonly PlayerContext[] {
  const isHero = actor.prototypeToken.actorLink || isOwnedByPlayer(actor.ownership);
  if (actor.isToken || !isHero || !actor.isOwner) return [];
  const users = game.user.isGM ? (game.users?.contents ?? []).filter(({ isGM }) => !isGM) : [game.user];
  return users.map((user) => ({
    id: idOf(user),
    name: user.name,
    chosen: isAssigned(actor, user),
    hint: hintOf(actor, user.character),
  }));
}

const isAssigned = (actor: Actor.Implementation, user: User.Implementation): boolean =>
  user.character === actor || (game.user.isGM && actor.testUserPermission(user, 'OWNER'));

function hintOf(actor: Actor.Implementation, character: Actor.Implementation | null): string {
  if (character === actor) return playerText('character');
  return character ? playerText('other', { name: character.name }) : playerText('none');
}

/** A text about the players, in other words to a player themselves. */
export const playerText = (key: string, facts: Readonly<Record<string, string>> = {}): string =>
  text(`CADENCE.App.Build.Player.${game.user.isGM ? '' : 'Own.'}${key}`, facts);

/** Makes a user the owner of a hero and, if they have no other character, the hero their character; or takes both away. */
export async function toggleAssignment(actor: Actor.Implementation, userId: string): Promise<void> {
  const user = game.users?.get(userId);
  if (!user) return;
  const { OWNER, NONE } = CONST.DOCUMENT_OWNERSHIP_LEVELS;
  if (isAssigned(actor, user)) {
    if (user.character === actor) await updateDocument(user, { character: null });
    if (game.user.isGM) await updateDocument(actor, { ownership: { [userId]: actor.ownership.default ?? NONE } });
    return;
  }
  if (game.user.isGM) await updateDocument(actor, { ownership: { [userId]: OWNER } });
  // A player replaces their own character; a GM does not replace that of others.
  if (!user.character || !game.user.isGM) await updateDocument(user, { character: idOf(actor) });
}
