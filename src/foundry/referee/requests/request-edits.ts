import { deepEqual } from '../../../kernel/deep-equal';
import { writerOf } from '../../host/exchange-document';
import { isRequest, requestOf } from '../../stored/request';
import type { RequestSystem } from '../../stored/systems';

type Message = ChatMessage.Implementation;
type Original = RequestSystem & { readonly author: string | null };

/** Each request as this window first saw it. Players may change their own messages after sending them. */
const originals = new WeakMap<Message, Original>();
const edited = new WeakSet<Message>();
/** Requests that this window saw arrive. The server names the author of a new message. */
const seenNew = new WeakSet<Message>();

/**
 * Stores a request as it is now.
 * @param isOld sent before this window could see it: only the server's timestamps show a change
 */
export function noteRequest(message: Message, isOld: boolean): void {
  const request = copyOf(message);
  if (!request || originals.has(message)) return;
  originals.set(message, request);
  if (!isOld) seenNew.add(message);
  else if (isStampedLater(message)) edited.add(message);
}

/** Returns true if the author has changed a request. Changes by a GM, such as a refusal, are trusted. */
export function noteEdit(message: Message, userId: string): boolean {
  const before = originals.get(message);
  const now = copyOf(message);
  if (!before && !now) return false;
  if (game.users?.get(userId)?.isGM) {
    if (before && now) originals.set(message, { ...before, refused: now.refused });
    return false;
  }
  if (before && now && deepEqual(before, now)) return false;
  edited.add(message);
  return true;
}

export const isEdited = (message: Message): boolean => edited.has(message);

/** Returns the request as it was sent, or null if the message never was one. */
export const originalRequest = (message: Message): RequestSystem | null => originals.get(message) ?? requestOf(message);

/** Returns the sender of a request, even if its author was changed since, or null if uncertain. */
export function senderOf(message: Message): User.Implementation | null {
  if (!seenNew.has(message)) return writerOf(message);
  return game.users?.get(originals.get(message)?.author ?? '') ?? null;
}

function copyOf(message: Message): Original | null {
  if (!isRequest(message)) return null;
  const { combat, fighter, moment, command, ask, answers, force, mode, refused } = requestOf(message) as RequestSystem;
  const request = { combat, fighter, moment, command, ask, answers, force, mode, refused };
  const author = message.author?.id ?? null;
  try {
    return { ...structuredClone(request), author };
  } catch {
    // A request that cannot be cloned cannot be parsed either.
    return { ...request, author };
  }
}

/** A new document has equal `createdTime` and `modifiedTime`, as in draw-steel's world exports. */
function isStampedLater({ author, _stats }: Message): boolean {
  const { createdTime, modifiedTime, lastModifiedBy } = _stats;
  if (!author || author.isGM || lastModifiedBy !== author.id) return false;
  return typeof createdTime === 'number' && typeof modifiedTime === 'number' && modifiedTime > createdTime;
}
