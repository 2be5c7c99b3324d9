import { deepEqual } from '../../kernel/deep-equal';
import { writerOf } from '../host/exchange-document';
import { isRequest, requestOf } from '../stored/request';
import type { RequestSystem } from '../stored/systems';

type Message = ChatMessage.Implementation;
type Noted = RequestSystem & { readonly author: string | null };

/** What each request said when this window first saw it. Players may change a message of their own after they have sent it. */
const noted = new WeakMap<Message, Noted>();
const edited = new WeakSet<Message>();
/** Requests that this window saw arrive. The server names the author of a new message. */
const seenNew = new WeakSet<Message>();

/**
 * Remembers what a request says now.
 * @param isOld it was sent before this window could see it, so that only the server's stamps tell whether it was changed
 */
export function noteRequest(message: Message, isOld: boolean): void {
  const request = copyOf(message);
  if (!request || noted.has(message)) return;
  noted.set(message, request);
  if (!isOld) seenNew.add(message);
  else if (isStampedLater(message)) edited.add(message);
}

/**
 * Looks at a message that was changed. What a game master writes into a request is believed, such as a refusal.
 * @returns whether it is a request that its author has changed
 */
export function noteEdit(message: Message, userId: string): boolean {
  const before = noted.get(message);
  const now = copyOf(message);
  if (!before && !now) return false;
  if (game.users?.get(userId)?.isGM) {
    if (before && now) noted.set(message, { ...before, refused: now.refused });
    return false;
  }
  if (before && now && deepEqual(before, now)) return false;
  edited.add(message);
  return true;
}

/** Whether the author has changed a request after sending it. */
export const isEdited = (message: Message): boolean => edited.has(message);

/** What a message asked for when it was sent; null for a message that never was a request. */
export const originalRequest = (message: Message): RequestSystem | null => noted.get(message) ?? requestOf(message);

/** Who sent a request, even if the author has been changed since; null where that cannot be told. */
export function senderOf(message: Message): User.Implementation | null {
  if (!seenNew.has(message)) return writerOf(message);
  return game.users?.get(noted.get(message)?.author ?? '') ?? null;
}

function copyOf(message: Message): Noted | null {
  if (!isRequest(message)) return null;
  const { combat, fighter, moment, command, ask, answers, force, refused } = requestOf(message) as RequestSystem;
  const request = { combat, fighter, moment, command, ask, answers, force, refused };
  const author = message.author?.id ?? null;
  try {
    return { ...structuredClone(request), author };
  } catch {
    // What cannot be copied cannot be read as a request either.
    return { ...request, author };
  }
}

/**
 * Whether the server dates the last change after the creation, and names the author for it. Both dates are the same when a document is
 * created: items of draw-steel's world exports have equal `createdTime` and `modifiedTime`.
 */
function isStampedLater({ author, _stats }: Message): boolean {
  const { createdTime, modifiedTime, lastModifiedBy } = _stats;
  if (!author || author.isGM || lastModifiedBy !== author.id) return false;
  return typeof createdTime === 'number' && typeof modifiedTime === 'number' && modifiedTime > createdTime;
}
