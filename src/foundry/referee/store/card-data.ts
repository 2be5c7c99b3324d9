import type { Exchange } from '../../../encounter/exchange';
import type { Adapter } from '../../adapters/adapter';
import { documentsOf, type ExchangeDocument, isHidden } from '../../host/exchange-document';
import { isPrivate, listRecipients } from '../../host/secrecy';
import { SYSTEM_ID } from '../../platform/settings';
import type { Secrecy } from '../../stored/systems';
import { listGamemasterIds } from '../requests/speaker';
import { cardFlags, cardMessage, undoneMessage } from './card-message';
import { cardRolls, isWhispered } from './card-rolls';

/** What an exchange, as it is on its card, tells outside the card. */
interface ShownExchange {
  readonly host: ExchangeDocument;
  readonly adapter: Adapter;
  readonly exchange: Exchange;
  readonly names: Readonly<Record<string, string>>;
  readonly secrecy: Secrecy | null;
}

/** Returns for whom a card is. Foundry applies no message mode in a batch. Only GMs see what a hidden fighter does. */
function audienceOf({ host, exchange, secrecy }: Omit<ShownExchange, 'names' | 'adapter'>) {
  const { by } = exchange.command;
  const hiddenWhisper = isHidden(documentsOf(host, by)) ? listGamemasterIds() : [];
  return {
    whisper: isPrivate(secrecy) ? listRecipients(secrecy) : hiddenWhisper,
    blind: isPrivate(secrecy) && secrecy.mode === 'blind',
  };
}

/** Returns the content and flags of a new card's message, and its dice, which a secret exchange has only on the card. */
export function newCardData({ host, adapter, exchange, names, secrecy }: ShownExchange) {
  const audience = audienceOf({ host, exchange, secrecy });
  const { content, flags } = cardMessage(host, adapter, exchange, names, secrecy);
  return {
    ...audience,
    rolls: secrecy ? [] : cardRolls(host, adapter, exchange, audience.whisper.length > 0),
    content,
    flags: { [SYSTEM_ID]: { ...cardFlags(host, adapter, exchange, secrecy), ...flags[SYSTEM_ID] } },
  };
}

/** Returns the same for a card that exists. The audience of a public card is what a GM has made of it. */
export function changedCardData(message: ChatMessage.Implementation, shown: ShownExchange) {
  const { host, adapter, exchange, names, secrecy } = shown;
  if (secrecy) return newCardData(shown);
  return {
    rolls: cardRolls(host, adapter, exchange, isWhispered(message)),
    ...cardMessage(host, adapter, exchange, names, secrecy),
  };
}

/** Returns the same for a card whose exchange was undone. @param exchange without entries */
export function undoneCardData({ host, adapter, exchange, names, secrecy }: ShownExchange) {
  return {
    rolls: [] as string[],
    ...undoneMessage(host, adapter, exchange, names, secrecy),
    ...(secrecy && audienceOf({ host, exchange, secrecy })),
  };
}
