import { GM, type Responder } from '../../../kernel/ask';
import { documentsOf, type ExchangeDocument } from '../../host/exchange-document';

/** Returns true if the user may answer for the fighter: an owner or the GM. */
export function mayAnswer(user: User.Implementation, host: ExchangeDocument, by: Responder): boolean {
  if (user.isGM) return true;
  return by !== GM && owns(user, documentsOf(host, by).actor);
}

/** A user without a role cannot sign in; until their window closes they are neither trusted nor waited for. */
const owns = (user: User.Implementation, actor: Actor.Implementation | null): boolean =>
  user.role !== CONST.USER_ROLES.NONE && (actor?.testUserPermission(user, 'OWNER') ?? false);

/** Returns the connected players who own the fighter; if it is the character of some, only those. */
export function playersOf(host: ExchangeDocument, by: Responder): User.Implementation[] {
  const actor = by === GM ? null : documentsOf(host, by).actor;
  if (!actor) return [];
  const owners = (game.users?.contents ?? []).filter((user) => user.active && !user.isGM && owns(user, actor));
  const own = owners.filter((user) => user.character?.id === actor.id);
  return own.length > 0 ? own : owners;
}

/** Returns true if the ask is addressed to this user: the fighter's players if one is connected, else the active GM. */
export function isAsked(user: User.Implementation, host: ExchangeDocument, by: Responder): boolean {
  const players = playersOf(host, by);
  return players.length > 0 ? players.includes(user) : user.id === game.users?.activeGM?.id;
}
