import type { Reason } from '../../../kernel/ask';
import { type ExchangeDocument, isAvailable, isCard, writerOf } from '../../host/exchange-document';
import { withoutHiddenNames } from '../../host/hidden-names';
import { idOf, updateDocument } from '../../platform/documents';
import { noteRefusal, throwNotWritten } from '../../platform/refusals';
import { text } from '../../platform/text';
import { type BatchOperation, modifyBatch } from '../../platform/v14';
import { isRequest, refusedSource } from '../../stored/request';
import { bindingUpdateFor } from '../asks/bound-dice';
import { notifyReasons } from '../requests/notify';
import { forgetGone, isWaiting, noteFailedRefusal } from '../requests/requests';

/** Writes the reasons into a request; its dice stay bound. If the write fails, this user is notified and the request keeps waiting. */
export async function refuse(
  host: ExchangeDocument | null,
  message: ChatMessage.Implementation,
  reasons: readonly Reason[],
): Promise<void> {
  if (!isRequest(message)) return;
  noteRefusal(reasons);
  const bound = host && bindingUpdateFor(host, message);
  const author = writerOf(message);
  const shown = host && author ? withoutHiddenNames(host, reasons, author) : reasons;
  const refused = shown.map((reason) => ({ ...reason }));
  let detail = text('CADENCE.Notice.refused.silently');
  const documentName = host && isCard(host) ? 'ChatMessage' : 'Combat';
  const bindings: BatchOperation[] = bound ? [{ action: 'update', documentName, updates: [bound] }] : [];
  try {
    await modifyBatch([...bindings, refusalOperation(message, refused)]).catch((error: unknown) => {
      // The server may reject what the player has written into the message.
      if (!isWaiting(message)) throw error;
      return modifyBatch([...bindings, deleteOperation(message)]);
    });
  } catch (error) {
    detail = error instanceof Error ? error.message : String(error);
    await forgetGone([message], error);
  }
  // If the request was withdrawn, accepted elsewhere, or lost its encounter, no notice is needed.
  if (!isWaiting(message)) return;
  noteFailedRefusal(message);
  if (!host || isAvailable(host))
    notifyReasons(host, [{ id: 'not-refused', data: { detail } }], `not-refused ${message.author?.id}`);
}

/** A GM's write vouches for everything in a message, so it restores the author, type and data that were judged. */
function refusalOperation(message: ChatMessage.Implementation, refused: readonly Reason[]): BatchOperation {
  if (!writerOf(message)) return deleteOperation(message);
  const updates = [{ _id: idOf(message), author: message._source.author, ...refusedSource(message, refused) }];
  // Without a diff, what equals the source here is sent too. API: DatabaseUpdateOperation#diff
  return { action: 'update', documentName: 'ChatMessage', updates, diff: false };
}

const deleteOperation = (message: ChatMessage.Implementation): BatchOperation => ({
  action: 'delete',
  documentName: 'ChatMessage',
  ids: [idOf(message)],
});

/** Stores the dice of a withdrawn request. Called by the referee when a request disappears unanswered. */
export async function storeDice(host: ExchangeDocument, message: ChatMessage.Implementation): Promise<void> {
  const bound = isAvailable(host) && bindingUpdateFor(host, message);
  if (bound) await updateDocument(host, bound).catch(throwNotWritten);
}
