import type { Reason } from '../../kernel/ask';
import { isFightingElsewhere } from '../host/elsewhere';
import {
  documentsOf,
  draftCard,
  type ExchangeDocument,
  hostOf,
  isDraft,
  isFromGamemaster,
  writerOf,
} from '../host/exchange-document';
import { combatantOf } from '../host/reader';
import { idOf } from '../platform/documents';
import { isRequest, requestSystem } from '../stored/request';
import { combatSystem } from '../stored/systems';
import { checkLease, isReferee } from './lease';
import { failureOf, notifyFailure } from './notify';
import { countRequest, deleteFlood, deleteOldRefusals, hasReachedStepLimit, TOO_MANY_STEPS } from './rate-limit';
import { isEdited } from './request-edits';
import { readRequest } from './request-shape';
import { isIntentOf, isWaiting, requestsTo, waitingRequests } from './requests';
import type { Acceptance, Submission } from './submission';

const NOT_REFEREE: Acceptance = { taken: false, why: [{ id: 'not-referee' }] };

let tail: Promise<unknown> = Promise.resolve();

/** One thing at a time: the next is judged on what the last has left. */
export function enqueue<T>(work: () => Promise<T>): Promise<T> {
  const result = tail.then(work);
  tail = result.catch(() => undefined);
  return result;
}

/** Takes what the referee's own tab gives, and then whatever waited for it. */
export async function acceptOwn(host: ExchangeDocument, given: Submission): Promise<Acceptance> {
  try {
    // While it waited for its turn another tab may have become the referee.
    return await enqueue(async () => {
      const { repair, acceptSubmission } = await import('./lazy');
      if (!isReferee(host)) return NOT_REFEREE;
      await repair(host);
      return acceptSubmission(host, given);
    });
  } finally {
    void acceptWaiting(host);
  }
}

/** Takes the requests that wait for this combat, in the order the server dated them. Called whenever one may have become possible. */
export async function acceptWaiting(known: ExchangeDocument): Promise<void> {
  // A card that was only a draft is looked up as it was written.
  const host = hostOf(known.id);
  if (!host || !game.user.isGM || waitingRequests(host).length === 0) return;
  await checkLease(host);
  if (!isReferee(host)) return;
  await enqueueBackground(host, async () => {
    const pass: Pass = { waiting: new Set(), surplus: new Set(), refusals: new Map() };
    for (let next = nextRequest(host, pass); next && isReferee(host); next = nextRequest(host, pass)) {
      if (await isTooFast(host, next, () => waitingRequests(host))) {
        // Where it could not be deleted or refused, it is not looked at again.
        pass.waiting.add(idOf(next));
        continue;
      }
      const isSurplus = pass.surplus.has(next.id ?? '');
      if (!isSurplus) for (const other of rivals(host, next)) pass.surplus.add(idOf(other));
      const taken = isSurplus ? await refuseSurplus(host, next) : await takeRequest(host, next);
      // What is waiting still was not taken, nor could it be refused.
      if (isWaiting(next)) pass.waiting.add(idOf(next));
      if (taken !== 'wait' && !taken.taken) pass.refusals.set(next.author, (pass.refusals.get(next.author) ?? 0) + 1);
    }
  });
}

/** One thing at a time, and what nobody has clicked: where it fails, whoever referees is told. */
export const enqueueBackground = (host: ExchangeDocument | null, work: () => Promise<void>): Promise<void> =>
  enqueue(async () => {
    if (host && isReferee(host)) await (await import('./lazy')).repair(host);
    await work();
  }).catch((error: unknown) => notifyFailure(host, error));

/** What is known of the requests while they are gone through. */
interface Pass {
  /** Those that wait for the open exchange to end, or cannot be refused: none is looked at twice. */
  readonly waiting: Set<string>;
  /** Intents of fighters who had one waiting already: one at a time. */
  readonly surplus: Set<string>;
  /** How many have been refused, by their authors: who floods the table waits for those who do not. */
  readonly refusals: Map<unknown, number>;
}

/** Intents of the same fighter that wait beside this one. */
function rivals(host: ExchangeDocument, message: ChatMessage.Implementation): ChatMessage.Implementation[] {
  const { command, fighter } = requestSystem(message);
  if (command === null || !isIntentOf(host, message, fighter)) return [];
  return waitingRequests(host).filter((other) => other !== message && isIntentOf(host, other, fighter));
}

async function refuseSurplus(host: ExchangeDocument, message: ChatMessage.Implementation): Promise<Acceptance> {
  const why: readonly Reason[] = [{ id: 'waiting' }];
  await refused(host, message, why);
  return { taken: false, why };
}

/** Refuses a request; of one author only the last refusals stay in the chat. */
async function refused(
  host: ExchangeDocument | null,
  message: ChatMessage.Implementation,
  why: readonly Reason[],
): Promise<void> {
  const { refuse } = await import('./lazy');
  await refuse(host, message, why);
  await deleteOldRefusals(message);
}

/**
 * Whether a request came faster than a player can click; it was then refused, or deleted with all others that came after it.
 * @param waiting where else requests of its author may be
 */
async function isTooFast(
  host: ExchangeDocument | null,
  message: ChatMessage.Implementation,
  waiting: () => readonly ChatMessage.Implementation[],
): Promise<boolean> {
  const pace = countRequest(message);
  if (pace === 'refuse') await refused(host, message, [{ id: 'too-fast' }]);
  if (pace === 'delete') await deleteFlood(message, waiting());
  return pace !== 'fine';
}

/** Takes the intents of those who are in no encounter: each becomes a card of its own, so none waits for another. */
export async function acceptOutside(): Promise<void> {
  if (!game.user.isActiveGM || requestsTo('').length === 0) return;
  await enqueueBackground(null, async () => {
    const { repair } = await import('./lazy');
    const seen = new Set<string>();
    const first = (): ChatMessage.Implementation | undefined => requestsTo('').find(({ id }) => !seen.has(id ?? ''));
    for (let next = first(); next && game.user.isActiveGM; next = first()) {
      seen.add(idOf(next));
      if (await isTooFast(null, next, () => requestsTo(''))) continue;
      const { actor } = documentsOf(null, requestSystem(next).fighter);
      const card = cardFor(next);
      const host = draftCard(actor?.type ?? '', card);
      const present = game.messages?.get(card);
      // A player may have created a message under the id of this card.
      if (present && !isFromGamemaster(present)) {
        await refused(null, next, [{ id: 'card-taken' }]);
        continue;
      }
      // Another window is at it, or has left it half done, which is mended first.
      if (host && !isDraft(host) && !(await repair(host))) continue;
      if (!host) await refused(null, next, [{ id: 'no-fighter' }]);
      // Whoever is in an encounter pays and is paid there.
      else if (actor && (combatantOf(actor) || isFightingElsewhere(host, actor)))
        await refused(host, next, [{ id: 'in-encounter' }]);
      else await takeRequest(host, next);
    }
  });
}

/** The id of the card that a request outside encounters becomes: every window makes the same of it, and only one can write it. */
const cardFor = (message: ChatMessage.Implementation): string => [...idOf(message)].reverse().join('');

/** Refuses what waits for an encounter, or for a card outside encounters, that has been deleted. */
export async function refuseOrphanedRequests(): Promise<void> {
  const isStray = (message: ChatMessage.Implementation): boolean => {
    if (!isRequest(message)) return false;
    const { combat, refused } = requestSystem(message);
    return combat !== '' && refused.length === 0 && hostOf(combat) === null;
  };
  if (!game.user.isActiveGM || !game.messages?.some(isStray)) return;
  await enqueue(async () => {
    for (const message of game.messages.filter(isStray)) {
      if (!game.messages.has(idOf(message))) continue;
      if (await isTooFast(null, message, () => game.messages.filter(isStray))) continue;
      await refused(null, message, [{ id: 'host-gone' }]);
    }
  });
}

// Looked up anew each time: taking one request may open, close or refuse another.
function nextRequest(host: ExchangeDocument, { waiting, refusals }: Pass): ChatMessage.Implementation | undefined {
  if (!hostOf(host.id)) return undefined;
  const refused = ({ author }: ChatMessage.Implementation): number => refusals.get(author) ?? 0;
  // Sorting keeps the order of those who have been refused as often.
  return waitingRequests(host)
    .filter(({ id }) => !waiting.has(id ?? ''))
    .sort((a, b) => refused(a) - refused(b))[0];
}

async function takeRequest(host: ExchangeDocument, message: ChatMessage.Implementation): Promise<Acceptance> {
  const { acceptSubmission } = await import('./lazy');
  const given = givenBy(message);
  let taken: Acceptance;
  try {
    const barred = 'id' in given ? given : whyTooMuch(host, given);
    taken = barred ? { taken: false, why: [barred] } : await acceptSubmission(host, given as Submission);
  } catch (error) {
    // Another referee was faster: the request is gone, and nothing of ours was written.
    if (!game.messages?.has(message.id ?? '')) return { taken: false, why: [] };
    taken = { taken: false, why: [failureOf(error)] };
  }
  if (taken !== 'wait' && !taken.taken && game.messages?.has(message.id ?? '')) await refused(host, message, taken.why);
  return taken;
}

/** Why a player may begin nothing now, after all that was begun since the clock went on; null where they may. */
const whyTooMuch = (host: ExchangeDocument, { command, user }: Submission): Reason | null =>
  command && !combatSystem(host).open && hasReachedStepLimit(host, user) ? TOO_MANY_STEPS : null;

/** What a request gives; a reason where it gives nothing. Who wrote it is the server's word, the rest is not believed. */
function givenBy(message: ChatMessage.Implementation): Submission | Reason {
  if (isEdited(message)) return { id: 'edited' };
  const { moment, force } = requestSystem(message);
  const user = writerOf(message);
  const read = user ? readRequest(requestSystem(message)) : { id: 'malformed' };
  return !user || 'id' in read
    ? (read as Reason)
    : { ...read, user, moment, force: force && user.isGM, request: message };
}
