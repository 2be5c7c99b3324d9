import type { Reason } from '../../kernel/ask';
import { type Host, isCard, isStanding } from '../host/host';
import { updateDocument } from '../platform/documents';
import { noteRefusal, refusedByServer } from '../platform/refusals';
import { text } from '../platform/text';
import { modifyBatch } from '../platform/v14';
import { requestChange } from '../stored/request';
import { binding } from './bound';
import { isWaiting } from './requests';
import { tell } from './tell';

/**
 * Tells the author why not. The message stays, with everything that was thrown, and the dice stay bound to what they were thrown for. A
 * refusal that is not written, because a module or the server keeps it from that, is told to whoever referees: the request goes on waiting.
 */
export async function refuse(
  host: Host | null,
  message: ChatMessage.Implementation,
  reasons: readonly Reason[],
): Promise<void> {
  noteRefusal(reasons);
  const bound = host && binding(host, message);
  const refused = reasons.map((reason) => ({ ...reason }));
  let detail = text('CADENCE.Notice.refused.silently');
  const written = modifyBatch([
    ...(bound
      ? [
          {
            action: 'update' as const,
            documentName: host && isCard(host) ? 'ChatMessage' : 'Combat',
            updates: [bound],
          },
        ]
      : []),
    {
      action: 'update',
      documentName: 'ChatMessage',
      updates: [{ _id: message.id, ...requestChange(message, { refused }) }],
    },
  ]);
  await written.catch((error: unknown) => {
    detail = error instanceof Error ? error.message : String(error);
  });
  // Taken back by its author meanwhile, or answered by another referee: nobody is left to be told. With its encounter it is refused for that.
  if (isWaiting(message) && (!host || isStanding(host))) tell(host, [{ id: 'not-refused', data: { detail } }]);
}

/** Keeps the dice of a request that its author has taken back; called by the referee when one disappears unanswered. */
export async function keepDice(host: Host, message: ChatMessage.Implementation): Promise<void> {
  const bound = isStanding(host) && binding(host, message);
  if (bound) await updateDocument(host, bound).catch(refusedByServer);
}
