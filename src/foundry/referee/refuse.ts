import type { Reason } from '../../kernel/ask';
import { type ExchangeDocument, isAvailable, isCard, writerOf } from '../host/exchange-document';
import { withoutHiddenNames } from '../host/hidden-names';
import { idOf, updateDocument } from '../platform/documents';
import { noteRefusal, throwNotWritten } from '../platform/refusals';
import { text } from '../platform/text';
import { type BatchOperation, modifyBatch } from '../platform/v14';
import { refusedSource } from '../stored/request';
import { bindingUpdateFor } from './bound-dice';
import { notifyReasons } from './notify';
import { isWaiting } from './requests';

/**
 * Writes the reasons into the request. The message stays, with its dice, and the dice stay bound. If a module or the server prevents the write,
 * the referee's user is told and the request goes on waiting.
 */
export async function refuse(
  host: ExchangeDocument | null,
  message: ChatMessage.Implementation,
  reasons: readonly Reason[],
): Promise<void> {
  noteRefusal(reasons);
  const bound = host && bindingUpdateFor(host, message);
  const author = writerOf(message);
  const told = host && author ? withoutHiddenNames(host, reasons, author) : reasons;
  const refused = told.map((reason) => ({ ...reason }));
  let detail = text('CADENCE.Notice.refused.silently');
  const documentName = host && isCard(host) ? 'ChatMessage' : 'Combat';
  const binds: BatchOperation[] = bound ? [{ action: 'update', documentName, updates: [bound] }] : [];
  try {
    await modifyBatch([...binds, refusing(message, refused)]).catch((error: unknown) => {
      // The server may not take back what the player has written into the message.
      if (!isWaiting(message)) throw error;
      return modifyBatch([...binds, deleting(message)]);
    });
  } catch (error) {
    detail = error instanceof Error ? error.message : String(error);
  }
  // Taken back by its author meanwhile, or answered by another referee: nobody is left to be told. With its encounter it is refused for that.
  if (isWaiting(message) && (!host || isAvailable(host)))
    notifyReasons(host, [{ id: 'not-refused', data: { detail } }], `not-refused ${message.author?.id}`);
}

/**
 * A game master's write vouches for everything in a message, so it replaces what a player may have changed meanwhile: author, type and data are
 * those that were judged. A message whose author is in doubt is deleted instead.
 */
function refusing(message: ChatMessage.Implementation, refused: readonly Reason[]): BatchOperation {
  if (!writerOf(message)) return deleting(message);
  const updates = [{ _id: idOf(message), author: message._source.author, ...refusedSource(message, refused) }];
  // Without a diff, what equals the source here is sent too. API: DatabaseUpdateOperation#diff
  return { action: 'update', documentName: 'ChatMessage', updates, diff: false };
}

const deleting = (message: ChatMessage.Implementation): BatchOperation => ({
  action: 'delete',
  documentName: 'ChatMessage',
  ids: [idOf(message)],
});

/** Keeps the dice of a request that its author has taken back; called by the referee when one disappears unanswered. */
export async function storeDice(host: ExchangeDocument, message: ChatMessage.Implementation): Promise<void> {
  const bound = isAvailable(host) && bindingUpdateFor(host, message);
  if (bound) await updateDocument(host, bound).catch(throwNotWritten);
}
