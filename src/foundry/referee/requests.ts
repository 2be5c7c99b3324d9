import type { Reason } from '../../kernel/ask';
import { addressOf, documentsOf, type Host, hostOf, writerOf } from '../host/host';
import { isAble, setAbilities } from '../platform/abilities';
import { refusedByServer } from '../platform/errors';
import type { QueryHandler } from '../platform/v14';
import { type RequestSystem, requestSystem } from '../stored/systems';
import { mayAnswer } from './people';

export const REQUEST = 'request';

/** What a request says, before the server has put its author and date to it. */
export type RequestDraft = Omit<RequestSystem, 'refused'>;

/**
 * Sends a request: from here on its author is certain, and it waits for as long as there is no referee.
 * @returns why it was not sent
 */
export async function sendRequest(draft: RequestDraft): Promise<readonly Reason[]> {
  if (!isAble('requests') && (await isHandedOver(draft))) return [];
  try {
    return (await created(draft, game.user!)) ? [] : [{ id: 'blocked' }];
  } catch (error) {
    if (!isAble('requests') || !(await isHandedOver(draft))) return refusedByServer(error);
    // Players may not make such messages here, so it is not tried again.
    setAbilities({ requests: false });
    return [];
  }
}

async function created(draft: RequestDraft, author: User.Implementation): Promise<boolean> {
  const { actor } = documentsOf(hostOf(draft.combat), draft.fighter);
  const speaker = ChatMessage.getSpeaker({ actor });
  const data = { type: REQUEST, system: draft, speaker, ...(!author.isSelf && { author: author.id }) };
  // The installed types do not know our message subtypes.
  return Boolean(await ChatMessage.implementation.create(data as unknown as ChatMessage.CreateData));
}

const QUERY = 'cadence.request';
/** How long a game master's window may take to write a request down. Milliseconds. */
const PATIENCE = 5000;

/** Where a player may not write a request down, the game master's window does it in the player's name. @returns whether it has */
async function isHandedOver(draft: RequestDraft): Promise<boolean> {
  // The installed types want every query declared. API: User#query.
  const gm = game.users?.activeGM as unknown as {
    query(name: string, data: object, options: object): Promise<unknown>;
  };
  if (!gm || game.user!.isGM) return false;
  return gm.query(QUERY, draft, { timeout: PATIENCE }).then(
    (taken) => taken === true,
    () => false,
  );
}

/** Begins to write down what players hand over, in the name of whom the query says it is from, and of nobody where it does not say. */
export function listenForRequests(): void {
  const { queries } = CONFIG as unknown as { queries: Record<string, QueryHandler> };
  queries[QUERY] = async (given, { user } = {}) => {
    if (!user || !game.user!.isActiveGM || !ChatMessage.canUserCreate(user)) return false;
    if (typeof given !== 'object' || given === null) return false;
    // Only what a request says; what has not the shape of it the model refuses, and the rest is judged like any other.
    const { combat, fighter, moment, command, ask, answers, force } = given as RequestDraft;
    return created({ combat, fighter, moment, command, ask, answers, force }, user).catch(() => false);
  };
}

export const isRequest = (message: ChatMessage.Implementation): boolean => message.type === (REQUEST as string);

/** Whether nobody has taken or refused it, nor its author taken it back. */
export const isWaiting = (message: ChatMessage.Implementation): boolean =>
  game.messages?.get(message.id!) === message && requestSystem(message).refused.length === 0;

/** Requests for this combat that nobody has refused, in the order the server dated them. */
export const waitingRequests = (combat: Host): ChatMessage.Implementation[] => requestsTo(addressOf(combat));

/** The same by a host's address; what is to be played outside encounters has none yet. */
export function requestsTo(address: string): ChatMessage.Implementation[] {
  return (game.messages?.contents ?? [])
    .filter((message) => isRequest(message) && requestSystem(message).combat === address)
    .filter((message) => requestSystem(message).refused.length === 0)
    .sort((a, b) => dateOf(a) - dateOf(b) || a.id!.localeCompare(b.id!));
}

// ASSUMPTION A7: the server writes `_stats.createdTime`.
const dateOf = (message: ChatMessage.Implementation): number => message._stats.createdTime ?? message.timestamp ?? 0;

/** Whether the fighter already has an intent waiting: one at a time. */
export function hasWaitingIntent(combat: Host, fighter: string): boolean {
  return waitingRequests(combat).some((message) => isIntentOf(combat, message, fighter));
}

/** Whether a request says what the fighter means to do, by somebody who may say so. */
export function isIntentOf(combat: Host, message: ChatMessage.Implementation, fighter: string): boolean {
  const { command, fighter: by } = requestSystem(message);
  const writer = writerOf(message);
  return command !== null && by === fighter && writer !== null && mayAnswer(writer, combat, fighter);
}
