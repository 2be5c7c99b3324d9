import type { Reason } from '../../kernel/ask';
import { type RequestSystem, requestSystem } from '../documents/systems';
import { addressOf, documentsOf, type Host, hostOf, writerOf } from '../host';
import { refusedByServer } from './errors';
import { mayAnswer } from './people';

export const REQUEST = 'request';

/** What a request says, before the server has put its author and date to it. */
export type RequestDraft = Omit<RequestSystem, 'refused'>;

/**
 * Sends a request: from here on its author is certain, and it waits for as long as there is no referee.
 * @returns why it was not sent
 */
export async function sendRequest(draft: RequestDraft): Promise<readonly Reason[]> {
  const { actor } = documentsOf(hostOf(draft.combat), draft.fighter);
  const data = { type: REQUEST, system: draft, speaker: ChatMessage.getSpeaker({ actor }) };
  // The installed types do not know our message subtypes.
  const sent = await ChatMessage.implementation
    .create(data as unknown as ChatMessage.CreateData)
    .catch(refusedByServer);
  return sent ? [] : [{ id: 'blocked' }];
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
