import { cardSystem, combatSystem, type Secrecy } from '../stored/systems';
import { type ExchangeDocument, isCardOfGM } from './exchange-document';

/** Returns the secrecy of an exchange, by its last step in force; null for a public one. */
export function secrecyOf(
  host: ExchangeDocument,
  exchange: number,
  cursor = combatSystem(host).cursor,
): Secrecy | null {
  const { history } = combatSystem(host);
  const steps = Object.entries(history).filter(([, step]) => step.exchange === exchange);
  // Once undone, an exchange keeps the secrecy of its beginning.
  const [, step] = steps.findLast(([number]) => Number(number) <= cursor) ?? steps[0] ?? [];
  return step?.secrecy ?? null;
}

/** Returns the secrecy of a card; null for a public one, and for one that no GM wrote. */
export const secrecyOn = (message: ChatMessage.Implementation): Secrecy | null =>
  isCardOfGM(message) ? (cardSystem(message).secrecy ?? null) : null;

/** Returns true if nothing of the exchange may be told to users who are not privy to it. */
export const isPrivate = (secrecy: Secrecy | null): secrecy is Secrecy => secrecy !== null && !secrecy.isShared;

/** Returns true if the user may know everything of an exchange. */
export function isPrivy({ mode, by }: Secrecy, user: User.Implementation = game.user): boolean {
  if (mode === 'self') return user.id === by;
  return user.isGM || (mode === 'gm' && user.id === by);
}

/** Returns true if the user may know that a private exchange exists: its author, and GMs, who may have to undo it. */
export const isAware = ({ by }: Secrecy, user: User.Implementation = game.user): boolean => user.isGM || user.id === by;

/** Returns true if the user may open an exchange to all. As in Foundry, who rolled blindly may not. */
export const mayOpen = (secrecy: Secrecy, user: User.Implementation): boolean =>
  user.isGM || (secrecy.by === user.id && isPrivy(secrecy, user));

/** Returns the recipients of a private exchange's card. API: ChatMessage.applyMode, whose author is the sender; ours is the referee. */
export function listRecipients({ mode, by }: Secrecy): string[] {
  const gms = (game.users?.contents ?? []).flatMap(({ isGM, id }) => (isGM && id !== null ? [id] : []));
  if (mode === 'self') return [by];
  return mode === 'blind' ? gms : [...new Set([...gms, by])];
}
