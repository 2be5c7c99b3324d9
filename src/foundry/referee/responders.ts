import { GM, type Responder } from '../../kernel/ask';
import { documentsOf, type ExchangeDocument } from '../host/exchange-document';

/** Whether this user may speak for the fighter at all: any owner, and the game master for everybody. */
export function mayAnswer(user: User.Implementation, host: ExchangeDocument, by: Responder): boolean {
  if (user.isGM) return true;
  return by !== GM && owns(user, documentsOf(host, by).actor);
}

/** Whose role is None may not sign in; until their window has gone it is not believed, nor waited for. */
const owns = (user: User.Implementation, actor: Actor.Implementation | null): boolean =>
  user.role !== CONST.USER_ROLES.NONE && (actor?.testUserPermission(user, 'OWNER') ?? false);

/** Players who are here and own the fighter; where one has it as their character, only those. */
export function playersOf(host: ExchangeDocument, by: Responder): User.Implementation[] {
  const actor = by === GM ? null : documentsOf(host, by).actor;
  if (!actor) return [];
  const owners = (game.users?.contents ?? []).filter((user) => user.active && !user.isGM && owns(user, actor));
  const own = owners.filter((user) => user.character?.id === actor.id);
  return own.length > 0 ? own : owners;
}

/** Whether this user is the one the ask is put to: its players while one is here, else the referee. */
export function isAsked(user: User.Implementation, host: ExchangeDocument, by: Responder): boolean {
  const players = playersOf(host, by);
  return players.length > 0 ? players.includes(user) : user.id === game.users?.activeGM?.id;
}
