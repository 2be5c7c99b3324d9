import { requireAdapter } from '../../adapters/registry';
import { type ExchangeDocument, hostOf, isCard } from '../../host/exchange-document';
import { mayOpen, secrecyOf, secrecyOn } from '../../host/secrecy';
import { updateDocument } from '../../platform/documents';
import { pack } from '../../platform/packed';
import { throwNotWritten } from '../../platform/refusals';
import { cardSystem, combatSystem } from '../../stored/systems';
import { notifyFailure } from '../requests/notify';
import { deleteMessages } from '../requests/requests';
import { newCardData, undoneCardData } from '../store/card-data';
import { ACCEPTED, rejectWith, type Submission, type SubmissionResult } from './submission';

/** What the request of an author asks for: this, and the id of the card. No key of an ask contains a space. */
export const OPEN = 'open ';

/** Judges and plays the request of an author, whom the server vouches for; null for any other submission. */
export async function acceptOpening({ user, ask, request }: Submission): Promise<SubmissionResult | null> {
  if (!request || !ask?.startsWith(OPEN)) return null;
  const message = game.messages?.get(ask.slice(OPEN.length));
  const secrecy = message && secrecyOn(message);
  if (!message || !secrecy) return rejectWith('closed');
  if (!mayOpen(secrecy, user)) return rejectWith('not-yours');
  await writeOpened(message);
  await deleteMessages([request]);
  return ACCEPTED;
}

/** Opens a secret card to all. */
export async function writeOpened(message: ChatMessage.Implementation): Promise<void> {
  if (secrecyOn(message)) await updateDocument(message, openedCardData(message)).catch(throwNotWritten);
}

/** The host of a card's exchange: its encounter, or the card itself outside encounters. */
export const hostOfCard = (message: ChatMessage.Implementation): ExchangeDocument | null =>
  hostOf(cardSystem(message).combat || message.id);

/** Returns the update that makes a secret card public, with all that a public card tells other packages. */
export function openedCardData(message: ChatMessage.Implementation) {
  const { version, command, entries, names, undone } = cardSystem(message);
  // Names of hidden fighters are looked up in the encounter; without it they stay as they are on the card.
  const host = hostOfCard(message) ?? message;
  const shown = { host, adapter: requireAdapter(message.type), names, secrecy: null };
  const { rolls, content, flags } = undone
    ? undoneCardData({ ...shown, exchange: { version, command, entries: [] } })
    : newCardData({ ...shown, exchange: { version, command, entries } });
  return { whisper: [] as string[], blind: false, rolls, content, flags, system: { secrecy: null } };
}

/** Returns true for Foundry's own update that reveals a message. API: ChatLog, "Reveal to Everyone". */
export function isOpening(message: ChatMessage.Implementation, changed: object): boolean {
  const { whisper, system } = changed as { readonly whisper?: readonly unknown[]; readonly system?: object };
  return whisper?.length === 0 && !(system && 'secrecy' in system) && secrecyOn(message) !== null;
}

/** Removes the secrecy of an opened card from the history, so that the exchange is public in every list and record. */
export async function forgetSecrecy(message: ChatMessage.Implementation, changed: object): Promise<void> {
  const { system } = changed as { readonly system?: { readonly secrecy?: unknown } };
  const host = system?.secrecy === null ? hostOfCard(message) : null;
  const exchange = host && isCard(host) ? 1 : cardSystem(message).exchange;
  if (!host || !secrecyOf(host, exchange)) return;
  const steps = Object.entries(combatSystem(host).history).flatMap(([number, { secrecy, ...step }]) =>
    step.exchange === exchange && secrecy ? [[number, pack(step)]] : [],
  );
  await updateDocument(host, { system: { history: Object.fromEntries(steps) } }).catch((error: unknown) =>
    notifyFailure(host, error),
  );
}
