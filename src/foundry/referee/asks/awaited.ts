import { responderOf } from '../../../kernel/answer';
import { GM, type Reason, type Responder } from '../../../kernel/ask';
import { documentsOf, type ExchangeDocument, isHiddenFrom, shownNameOf } from '../../host/exchange-document';
import { text } from '../../platform/text';
import { combatSystem } from '../../stored/systems';
import { isAnswered } from './open-asks';

/** Returns why a command has to wait for the open exchange. */
export const whyWait = (host: ExchangeDocument): Reason => ({
  id: 'exchange-open',
  data: { names: awaitedNames(host, game.user) },
});

/** Returns the names of the fighters whose answers the open exchange needs, as far as a user may know them; without any, the GM continues it. */
export function awaitedNames(host: ExchangeDocument, user: User.Implementation): string {
  const { open } = combatSystem(host);
  const awaited = (open?.fault ? [] : (open?.asks ?? [])).filter((part) => !isAnswered(host, part));
  const names = awaited.map(({ ask }) => awaitedName(host, responderOf(ask), user));
  return [...new Set(names.length > 0 ? names : [text('CADENCE.App.gamemaster')])].join(', ');
}

function awaitedName(host: ExchangeDocument, by: Responder, user: User.Implementation): string {
  if (by === GM) return text('CADENCE.App.gamemaster');
  const documents = documentsOf(host, by);
  if (isHiddenFrom(user, documents)) return text('CADENCE.App.unseen');
  return shownNameOf(documents, user);
}
