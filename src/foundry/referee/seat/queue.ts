import type { Reason } from '../../../kernel/ask';
import { isFightingElsewhere } from '../../host/elsewhere';
import {
  documentsOf,
  draftCard,
  type ExchangeDocument,
  hostOf,
  isDraft,
  isFromGamemaster,
  writerOf,
} from '../../host/exchange-document';
import { combatantOf } from '../../host/reader';
import { idOf } from '../../platform/documents';
import { isRequest, requestSystem } from '../../stored/request';
import { combatSystem } from '../../stored/systems';
import type { Submission, SubmissionResult } from '../play/submission';
import { failureOf, notifyFailure } from '../requests/notify';
import { isSentBefore, noteSentBefore, whyPaused } from '../requests/paused';
import { isEdited } from '../requests/request-edits';
import { readRequest } from '../requests/request-shape';
import { isIntentOf, isWaiting, RETRY_AFTER, requestsTo, waitingRequests } from '../requests/requests';
import { checkLease, isReferee } from '../store/lease';
import { countRequest, deleteFlood, deleteOldRefusals, stepLimitReason } from './rate-limit';

const NOT_REFEREE: SubmissionResult = { taken: false, why: [{ id: 'not-referee' }] };

/** The end of the queue. */
let tail: Promise<unknown> = Promise.resolve();

export type PlayingReferee = typeof import('../play/playing-referee');

/** Null until it is loaded: another import would wait for a task, behind what is drawn meanwhile. */
let playing: PlayingReferee | null = null;

async function loadPlaying(): Promise<PlayingReferee> {
  playing ??= await import('../play/playing-referee');
  return playing;
}

/**
 * Runs work one at a time, so that each is judged on the result of the last.
 * @param work is given the part of the referee that plays, which is loaded with the first work
 */
export function enqueue<T>(work: (referee: PlayingReferee) => Promise<T>): Promise<T> {
  const result = tail.then(async () => work(playing ?? (await loadPlaying())));
  tail = result.catch(() => undefined);
  return result;
}

/** Accepts a submission of the referee's own tab, then the waiting requests. */
export async function acceptOwn(host: ExchangeDocument, submission: Submission): Promise<SubmissionResult> {
  try {
    // Another tab may have become the referee while this waited.
    return await enqueue(async ({ repair, acceptSubmission }) => {
      if (!isReferee(host)) return NOT_REFEREE;
      await repair(host);
      return acceptSubmission(host, submission);
    });
  } finally {
    void acceptWaiting(host);
  }
}

/** Accepts the waiting requests of this host, in server order. Called whenever one may have become possible. */
export async function acceptWaiting(original: ExchangeDocument): Promise<void> {
  // A draft card may have been written since.
  const host = hostOf(original.id);
  if (!host || !game.user.isGM || waitingRequests(host).length === 0) return;
  await checkLease(host);
  if (!isReferee(host)) return;
  await enqueueBackground(host, async (referee) => {
    const pass: Pass = { waiting: new Set(), surplus: new Set(), refusals: new Map() };
    for (let next = nextRequest(host, pass); next && isReferee(host); next = nextRequest(host, pass)) {
      if (await isTooFast(referee, host, next, () => waitingRequests(host))) {
        // If it could be neither deleted nor refused, skip it from now on.
        pass.waiting.add(idOf(next));
        continue;
      }
      const isSurplus = pass.surplus.has(next.id ?? '');
      if (!isSurplus) for (const other of rivalCommands(host, next)) pass.surplus.add(idOf(other));
      const acceptance = isSurplus
        ? await refuseSurplus(referee, host, next)
        : await acceptRequest(referee, host, next);
      // A request that still waits was neither accepted nor refused.
      if (isWaiting(next)) pass.waiting.add(idOf(next));
      if (acceptance !== 'wait' && !acceptance.taken)
        pass.refusals.set(next.author, (pass.refusals.get(next.author) ?? 0) + 1);
    }
  });
}

/** Runs background work in the queue; a failure is shown to the referee. */
export const enqueueBackground = (
  host: ExchangeDocument | null,
  work: (referee: PlayingReferee) => Promise<void>,
): Promise<void> =>
  enqueue(async (referee) => {
    if (host && isReferee(host)) await referee.repair(host);
    await work(referee);
  }).catch((error: unknown) => notifyFailure(host, error));

interface Pass {
  /** Requests that wait for the open exchange to end, or cannot be refused. They are skipped. */
  readonly waiting: Set<string>;
  /** Further commands of fighters who already had one waiting. */
  readonly surplus: Set<string>;
  /** Number of refusals by author: authors who flood the queue wait for those who do not. */
  readonly refusals: Map<unknown, number>;
}

function rivalCommands(host: ExchangeDocument, message: ChatMessage.Implementation): ChatMessage.Implementation[] {
  const { command, fighter } = requestSystem(message);
  if (command === null || !isIntentOf(host, message, fighter)) return [];
  return waitingRequests(host).filter((other) => other !== message && isIntentOf(host, other, fighter));
}

async function refuseSurplus(
  referee: PlayingReferee,
  host: ExchangeDocument,
  message: ChatMessage.Implementation,
): Promise<SubmissionResult> {
  const why: readonly Reason[] = [{ id: 'waiting' }];
  await refuseRequest(referee, host, message, why);
  return { taken: false, why };
}

async function refuseRequest(
  { refuse }: PlayingReferee,
  host: ExchangeDocument | null,
  message: ChatMessage.Implementation,
  why: readonly Reason[],
): Promise<void> {
  await refuse(host, message, why);
  if (isWaiting(message)) retryLater(message);
  await deleteOldRefusals(message);
}

/** So that each request waits for one attempt. */
const retried = new WeakSet<ChatMessage.Implementation>();

/** What a module prevents now it may allow later, and no change might follow that asks for it. */
function retryLater(message: ChatMessage.Implementation): void {
  if (retried.has(message)) return;
  retried.add(message);
  setTimeout(() => {
    retried.delete(message);
    if (isWaiting(message)) acceptRequestsFor(message);
  }, RETRY_AFTER);
}

/** Accepts or refuses a request, and all others to the same address. */
export function acceptRequestsFor(message: ChatMessage.Implementation): void {
  const { combat: id } = requestSystem(message);
  const host = hostOf(id);
  if (id === '') void acceptOutside();
  else if (host) void acceptWaiting(host);
  else void refuseOrphanedRequests();
}

/**
 * Returns true if a request came faster than a player can click. It is then refused or, with all later ones of its author, deleted.
 * @param waiting other waiting requests
 */
async function isTooFast(
  referee: PlayingReferee,
  host: ExchangeDocument | null,
  message: ChatMessage.Implementation,
  waiting: () => readonly ChatMessage.Implementation[],
): Promise<boolean> {
  const pace = countRequest(message);
  if (pace === 'refuse') await refuseRequest(referee, host, message, [{ id: 'too-fast' }]);
  if (pace === 'delete') await deleteFlood(message, waiting());
  return pace !== 'fine';
}

/** Accepts requests outside encounters. Each becomes its own card, so none waits for another. */
export async function acceptOutside(): Promise<void> {
  if (!game.user.isActiveGM || requestsTo('').length === 0) return;
  await enqueueBackground(null, async (referee) => {
    const seen = new Set<string>();
    const first = (): ChatMessage.Implementation | undefined => requestsTo('').find(({ id }) => !seen.has(id ?? ''));
    for (let next = first(); next && game.user.isActiveGM; next = first()) {
      seen.add(idOf(next));
      if (await isTooFast(referee, null, next, () => requestsTo(''))) continue;
      const { actor } = documentsOf(null, requestSystem(next).fighter);
      const card = cardFor(next);
      const host = draftCard(actor?.type ?? '', card);
      const present = game.messages?.get(card);
      // A player may have created a message under the id of this card.
      if (present && !isFromGamemaster(present)) {
        await refuseRequest(referee, null, next, [{ id: 'card-taken' }]);
        continue;
      }
      // Another window is writing it, or has left it incomplete; repair it first.
      if (host && !isDraft(host) && !(await referee.repair(host))) continue;
      if (!host) await refuseRequest(referee, null, next, [{ id: 'no-fighter' }]);
      // Fighters in an encounter pay for actions there.
      else if (actor && (combatantOf(actor) || isFightingElsewhere(host, actor)))
        await refuseRequest(referee, host, next, [{ id: 'in-encounter' }]);
      else await acceptRequest(referee, host, next);
    }
  });
}

/** The same id in every window, so that only one can write the card. */
const cardFor = (message: ChatMessage.Implementation): string => [...idOf(message)].reverse().join('');

/** Refuses requests whose encounter or card has been deleted. */
export async function refuseOrphanedRequests(): Promise<void> {
  const isStray = (message: ChatMessage.Implementation): boolean => {
    if (!isRequest(message)) return false;
    const { combat, refused } = requestSystem(message);
    return combat !== '' && refused.length === 0 && hostOf(combat) === null;
  };
  if (!game.user.isActiveGM || !game.messages?.some(isStray)) return;
  await enqueueBackground(null, async (referee) => {
    for (const message of game.messages.filter(isStray)) {
      if (!game.messages.has(idOf(message)) || !isStray(message)) continue;
      if (await isTooFast(referee, null, message, () => game.messages.filter(isStray))) continue;
      await refuseRequest(referee, null, message, [{ id: 'host-gone' }]);
    }
  });
}

// Queried again each time: accepting one request may open, close or refuse others.
function nextRequest(host: ExchangeDocument, { waiting, refusals }: Pass): ChatMessage.Implementation | undefined {
  if (!hostOf(host.id)) return undefined;
  const refused = ({ author }: ChatMessage.Implementation): number => refusals.get(author) ?? 0;
  // A stable sort keeps the order among equal numbers of refusals.
  return waitingRequests(host)
    .filter(({ id }) => !waiting.has(id ?? ''))
    .sort((a, b) => refused(a) - refused(b))[0];
}

async function acceptRequest(
  referee: PlayingReferee,
  host: ExchangeDocument,
  message: ChatMessage.Implementation,
): Promise<SubmissionResult> {
  const submission = submissionOf(message);
  let acceptance: SubmissionResult;
  const paused = 'id' in submission ? null : whyPaused((submission as Submission).user);
  if (paused && isSentBefore(message)) return 'wait';
  try {
    const reason = 'id' in submission ? submission : (paused ?? limitReason(host, submission));
    acceptance = reason
      ? { taken: false, why: [reason] }
      : await referee.acceptSubmission(host, submission as Submission);
  } catch (error) {
    // Another referee was faster: the request is gone, and this window wrote nothing.
    if (!game.messages?.has(message.id ?? '')) return { taken: false, why: [] };
    acceptance = { taken: false, why: [failureOf(error)] };
  }
  if (acceptance === 'wait') noteSentBefore(message);
  else if (!acceptance.taken && game.messages?.has(message.id ?? ''))
    await refuseRequest(referee, host, message, acceptance.why);
  return acceptance;
}

const limitReason = (host: ExchangeDocument, { command, user }: Submission): Reason | null =>
  command && !combatSystem(host).open ? stepLimitReason(host, user) : null;

/** Returns the submission of a request, or a reason. The server vouches only for its author. */
function submissionOf(message: ChatMessage.Implementation): Submission | Reason {
  if (isEdited(message)) return { id: 'edited' };
  const { moment, force } = requestSystem(message);
  const user = writerOf(message);
  const read = user ? readRequest(requestSystem(message)) : { id: 'malformed' };
  return !user || 'id' in read
    ? (read as Reason)
    : { ...read, user, moment, force: force && user.isGM, request: message };
}
