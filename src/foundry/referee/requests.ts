import type { Command } from '../../encounter/command';
import type { Place } from '../../encounter/state';
import type { Answer, Reason } from '../../kernel/ask';
import { type RequestSystem, requestSystem } from '../documents/systems';
import { addressOf, documentsOf, type Host, hostOf } from '../host';

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
  const sent = await ChatMessage.implementation.create(data as unknown as ChatMessage.CreateData);
  return sent ? [] : [{ id: 'blocked' }];
}

export const isRequest = (message: ChatMessage.Implementation): boolean => message.type === (REQUEST as string);

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
  return waitingRequests(combat).some((message) => {
    const { command, fighter: by } = requestSystem(message);
    return command !== null && by === fighter;
  });
}

const MOST_PLACES = 200;
const MOST_ANSWERS = 60;
const MOST_FACES = 200;
const MOST_LETTERS = 2000;

/** Reads a command that came over the wire; null where it is none. Nothing in it is trusted beyond its shape. */
export function readCommand(value: unknown): Command | null {
  if (!isRecord(value) || !isId(value.do) || !isId(value.by)) return null;
  const { do: verb, by, at, with: item, path, options } = value;
  if (!absentOr(at, isId) || !absentOr(item, isId) || !absentOr(path, isPath) || !absentOr(options, isOptions))
    return null;
  return {
    do: verb,
    by,
    ...(at != null && { at: at as string }),
    ...(item != null && { with: item as string }),
    ...(path != null && { path: path as readonly Place[] }),
    ...(options != null && { options: options as Command['options'] }),
  };
}

/** Reads answers that came over the wire; null where they are none. Whether they fit what is asked is the kernel's to say. */
export function readAnswers(value: unknown): Answer[] | null {
  if (!Array.isArray(value) || value.length > MOST_ANSWERS) return null;
  return value.every((answer) => isAnswer(answer, 2)) ? (value as Answer[]) : null;
}

/** @param depth how far answers may stand in answers */
function isAnswer(value: unknown, depth: number): boolean {
  if (!Array.isArray(value) || value.length > MOST_FACES) return false;
  return value.every((item) => {
    if (Array.isArray(item)) return depth > 0 && isAnswer(item, depth - 1);
    return typeof item === 'number' || (typeof item === 'string' && item.length <= MOST_LETTERS) || isPlace(item);
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (value: unknown): value is string => typeof value === 'string' && value.length > 0 && value.length <= 64;
const absentOr = (value: unknown, is: (value: unknown) => boolean): boolean => value == null || is(value);

const PLACE_KEYS = ['x', 'y', 'width', 'height', 'elevation', 'facing'] as const;
const isPath = (value: unknown): boolean => Array.isArray(value) && value.length <= MOST_PLACES && value.every(isPlace);
const isPlace = (value: unknown): boolean => isRecord(value) && PLACE_KEYS.every((key) => Number.isFinite(value[key]));

const isOptions = (value: unknown): boolean =>
  isRecord(value) &&
  Object.values(value).every(
    (option) => ['string', 'number', 'boolean'].includes(typeof option) && !Number.isNaN(option),
  );
