import type { Answer } from '../../kernel/ask';
import { requestSystem } from '../documents/systems';
import { documentsOf, draftCard, type Host, hostOf } from '../host';
import { combatantOf } from '../reader';
import { checkLease, isReferee } from './lease';
import { type Given, type Taken, take } from './play';
import { refuse } from './refuse';
import { isRequest, readAnswers, readCommand, requestsTo, waitingRequests } from './requests';
import { failureOf, tell } from './tell';

const NOT_REFEREE: Taken = { taken: false, why: [{ id: 'not-referee' }] };

let tail: Promise<unknown> = Promise.resolve();

/** One thing at a time: the next is judged on what the last has left. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = tail.then(work);
  tail = result.catch(() => undefined);
  return result;
}

/** Takes what the referee's own tab gives, and then whatever waited for it. */
export async function takeOwn(combat: Host, given: Given): Promise<Taken> {
  try {
    // While it waited for its turn another tab may have become the referee.
    return await inTurn(async () => (isReferee(combat) ? take(combat, given) : NOT_REFEREE));
  } finally {
    void takeWaiting(combat);
  }
}

/** Takes the requests that wait for this combat, in the order the server dated them. Called whenever one may have become possible. */
export async function takeWaiting(host: Host): Promise<void> {
  // A card that was only a draft is looked up as it was written.
  const combat = hostOf(host.id);
  if (!combat || !game.user!.isGM || waitingRequests(combat).length === 0) return;
  await checkLease(combat);
  if (!isReferee(combat)) return;
  await byItself(combat, async () => {
    const held = new Set<string>();
    for (let next = nextRequest(combat, held); next && isReferee(combat); next = nextRequest(combat, held)) {
      const taken = await takeRequest(combat, next);
      if (taken === 'wait') held.add(next.id!);
    }
  });
}

/** One thing at a time, and what nobody has clicked: where it fails, whoever referees is told. */
export const byItself = (combat: Host | null, work: () => Promise<void>): Promise<void> =>
  inTurn(work).catch((error: unknown) => tell(combat, [failureOf(error)]));

/** Takes the intents of those who are in no encounter: each becomes a card of its own, so none waits for another. */
export async function takeOutside(): Promise<void> {
  if (!game.user!.isActiveGM || requestsTo('').length === 0) return;
  await byItself(null, async () => {
    for (let [next] = requestsTo(''); next && game.user!.isActiveGM; [next] = requestsTo('')) {
      const { actor } = documentsOf(null, requestSystem(next).fighter);
      const host = draftCard(actor?.type ?? '');
      if (!host) await refuse(null, next, [{ id: 'no-fighter' }]);
      // Whoever is in an encounter pays and is paid there.
      else if (actor && combatantOf(actor)) await refuse(host, next, [{ id: 'in-encounter' }]);
      else await takeRequest(host, next);
      if (game.messages?.has(next.id!) && requestSystem(next).refused.length === 0) return;
    }
  });
}

/** Refuses what waits for an encounter, or for a card outside encounters, that has been deleted. */
export async function refuseStray(): Promise<void> {
  const isStray = (message: ChatMessage.Implementation): boolean => {
    const { combat, refused } = requestSystem(message);
    return isRequest(message) && combat !== '' && refused.length === 0 && hostOf(combat) === null;
  };
  if (!game.user!.isActiveGM || !game.messages?.some(isStray)) return;
  await inTurn(async () => {
    for (const message of game.messages!.filter(isStray)) await refuse(null, message, [{ id: 'host-gone' }]);
  });
}

// Looked up anew each time: taking one request may open, close or refuse another.
const nextRequest = (combat: Host, held: ReadonlySet<string>) =>
  hostOf(combat.id) ? waitingRequests(combat).find(({ id }) => !held.has(id!)) : undefined;

async function takeRequest(combat: Host, message: ChatMessage.Implementation): Promise<Taken> {
  const given = readRequest(message);
  let taken: Taken;
  try {
    taken = given ? await take(combat, given) : { taken: false, why: [{ id: 'malformed' }] };
  } catch (error) {
    // Another referee was faster: the request is gone, and nothing of ours was written.
    if (!game.messages?.has(message.id!)) return { taken: false, why: [] };
    taken = { taken: false, why: [failureOf(error)] };
  }
  if (taken !== 'wait' && !taken.taken && game.messages?.has(message.id!)) await refuse(combat, message, taken.why);
  return taken;
}

/** A request as it came over the wire; null where its shape is none. Its author is the server's word, the rest is not believed. */
function readRequest(message: ChatMessage.Implementation): Given | null {
  const { command, ask, answers, moment, force } = requestSystem(message);
  const read = command === null ? null : readCommand(command);
  const given: Answer[] | null = readAnswers(answers);
  const { author } = message;
  if (!author || !given || (command !== null && !read) || (read === null && typeof ask !== 'string')) return null;
  return { user: author, command: read, ask, moment, answers: given, force: force && author.isGM, request: message };
}
