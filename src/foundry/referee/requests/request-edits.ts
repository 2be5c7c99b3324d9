import { deepEqual } from '../../../kernel/deep-equal';
import { writerOf } from '../../host/exchange-document';
import { isRequest, requestOf } from '../../stored/request';
import type { RequestSystem } from '../../stored/systems';

type Message = ChatMessage.Implementation;
type Original = RequestSystem & { readonly author: string | null };

interface SeenRequest {
  /** As this window first saw it; null for a message that was no request then. */
  readonly original: Original | null;
  /** Its author has changed it since. */
  readonly isEdited: boolean;
  /** This window saw it arrive. The server names the author of a new message. */
  readonly isNew: boolean;
}

/** What this window knows of each request. Players may change their own messages after sending them. */
const seen = new WeakMap<Message, SeenRequest>();

/**
 * Stores a request as it is now.
 * @param isOld sent before this window could see it: only the server's timestamps show a change
 */
export function noteRequest(message: Message, isOld: boolean): void {
  const request = copyOf(message);
  if (!request || seen.get(message)?.original) return;
  const wasEdited = isEdited(message) || (isOld && isStampedLater(message));
  seen.set(message, { original: request, isEdited: wasEdited, isNew: !isOld });
}

/** Returns true if the author has changed a request. Changes by a GM, such as a refusal, are trusted. */
export function noteEdit(message: Message, userId: string): boolean {
  const { original: before = null, isNew = false } = seen.get(message) ?? {};
  const now = copyOf(message);
  if (!before && !now) return false;
  if (game.users?.get(userId)?.isGM) {
    if (before && now)
      seen.set(message, { original: { ...before, refused: now.refused }, isEdited: isEdited(message), isNew });
    return false;
  }
  if (before && now && deepEqual(before, now)) return false;
  seen.set(message, { original: before, isEdited: true, isNew });
  return true;
}

export const isEdited = (message: Message): boolean => seen.get(message)?.isEdited === true;

/** Returns the request as it was sent, or null if the message never was one. */
export const originalRequest = (message: Message): RequestSystem | null =>
  seen.get(message)?.original ?? requestOf(message);

/** Returns the sender of a request, even if its author was changed since, or null if uncertain. */
export function senderOf(message: Message): User.Implementation | null {
  const { original, isNew } = seen.get(message) ?? {};
  return isNew ? (game.users?.get(original?.author ?? '') ?? null) : writerOf(message);
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
