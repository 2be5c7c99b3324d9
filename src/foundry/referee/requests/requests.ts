import type { Reason } from '../../../kernel/ask';
import {
  addressOf,
  documentsOf,
  type ExchangeDocument,
  hostOf,
  isHidden,
  writerOf,
} from '../../host/exchange-document';
import { secrecyOf } from '../../host/secrecy';
import { idOf } from '../../platform/documents';
import { parsePrivateMode } from '../../platform/message-mode';
import { throwNotWritten } from '../../platform/refusals';
import { type Capability, isSupported, setCapabilities } from '../../platform/v14';
import { asFlag, asSubtype, isRequest, requestOf, requestSystem } from '../../stored/request';
import { combatSystem, type RequestSystem } from '../../stored/systems';
import { mayAnswer } from './responders';
import { createUnseenSpeaker, listGamemasterIds, speakerFor } from './speaker';

/** A request before the server adds its author and date. */
type RequestDraft = Omit<RequestSystem, 'refused'>;

type Form = (request: object) => object;

/** Ways to write a request, best first; the server may refuse some of them. */
const FORMS: readonly (readonly [Capability, Form])[] = [
  ['requests', asSubtype],
  ['flaggedRequests', asFlag],
];

/** Sends a request. If the server refuses one form, later requests use the next. Returns why it was not sent. */
export async function sendRequest(draft: RequestDraft): Promise<readonly Reason[]> {
  const refused: Capability[] = [];
  let refusal: unknown;
  const trySend = async (forms: typeof FORMS): Promise<readonly Reason[] | null> => {
    for (const [ability, form] of forms)
      try {
        const isCreated = await createMessage(draft, form, game.user);
        setCapabilities({ ...asUnsupported(refused), [ability]: true });
        return isCreated ? [] : [{ id: 'blocked' }];
      } catch (error) {
        refused.push(ability);
        refusal ??= error;
      }
    return null;
  };
  const sent = await trySend(FORMS.filter(([ability]) => isSupported(ability)));
  if (sent) return sent;
  if (await handOver(draft)) {
    setCapabilities(asUnsupported(refused));
    return [];
  }
  // No GM is connected to hand it to: a form that was refused before may work now.
  return (await trySend(FORMS.filter(([ability]) => !isSupported(ability)))) ?? throwNotWritten(refusal);
}

const asUnsupported = (abilities: readonly Capability[]): Partial<Record<Capability, boolean>> =>
  Object.fromEntries(abilities.map((ability) => [ability, false]));

async function createMessage(draft: RequestDraft, form: Form, author: User.Implementation): Promise<boolean> {
  const host = hostOf(draft.combat);
  const documents = documentsOf(host, draft.fighter);
  const open = host && combatSystem(host).open;
  const isSecret = parsePrivateMode(draft.mode) !== null || (open && secrecyOf(host, open.exchange) !== null);
  const data = {
    ...form(draft),
    speaker: isHidden(documents) ? createUnseenSpeaker() : speakerFor(documents.actor),
    // Only its author and GMs see what a hidden fighter is about to do, and what becomes a private exchange.
    ...((isSecret || isHidden(documents)) && { whisper: listGamemasterIds() }),
    ...(!author.isSelf && { author: author.id }),
  };
  // The installed types do not know our message subtypes.
  return Boolean(await ChatMessage.implementation.create(data as unknown as ChatMessage.CreateData));
}

const QUERY = 'cadence.request';
/** Milliseconds that a GM's window may take to write a request. */
const QUERY_TIMEOUT = 5000;

/** If a player may not write a request, asks a GM's window to do it in the player's name. Returns true if it did. */
async function handOver(draft: RequestDraft): Promise<boolean> {
  const gm = game.users?.activeGM;
  if (!gm || game.user.isGM) return false;
  return gm.query(QUERY, draft, { timeout: QUERY_TIMEOUT }).then(
    (isTaken) => isTaken === true,
    () => false,
  );
}

/** Registers the query that writes requests for players. It uses the query's own user as author, and refuses without one. */
function listenForRequests(): void {
  const { queries } = CONFIG;
  queries[QUERY] = async (data, { user } = {}) => {
    if (!user || !game.user.isActiveGM || !ChatMessage.canUserCreate(user)) return false;
    if (typeof data !== 'object' || data === null) return false;
    // Copies only known fields; the model refuses a wrong shape, and the referee judges the rest.
    const { combat, fighter, moment, command, ask, answers, force, mode } = data as RequestDraft;
    const draft = { combat, fighter, moment, command, ask, answers, force, mode };
    return createMessage(draft, asSubtype, user).catch(() => false);
  };
}

/** Deletes messages; one that is gone, or kept by a module, is harmless. */
export async function deleteMessages(messages: readonly ChatMessage.Implementation[]): Promise<void> {
  const present = messages.filter(isPresent);
  const [first] = present;
  if (!first) return;
  try {
    await ChatMessage.implementation.deleteDocuments(present.map(idOf), { cadence: {} } as never);
  } catch (error) {
    // One that is gone keeps the others.
    if (present.length > 1) for (const message of present) await deleteMessages([message]);
    else if (isNamed(first, error)) forget(first);
  }
}

const isPresent = (message: ChatMessage.Implementation): boolean => game.messages?.get(message.id ?? '') === message;
const isNamed = (message: ChatMessage.Implementation, error: unknown): boolean => String(error).includes(idOf(message));

/**
 * Of messages that could not be deleted with a step, forgets those that are gone: their authors deleted them without a broadcast.
 * @param error the server's refusal, which names them
 */
export const forgetGone = (messages: readonly ChatMessage.Implementation[], error: unknown): Promise<void> =>
  deleteMessages(messages.filter((message) => isNamed(message, error)));

/** Does what the broadcast of its deletion would have done. API: DatabaseDeleteOperation#broadcast; hook deleteDocument */
function forget(message: ChatMessage.Implementation): void {
  game.messages?.delete(idOf(message));
  ui.chat?.deleteMessage(idOf(message));
  Hooks.callAll('deleteChatMessage', message, {} as never, message.author?.id ?? '');
}

/** Returns false also for a message that its author has since turned into an ordinary one. */
export const isWaiting = (message: ChatMessage.Implementation): boolean =>
  isPresent(message) && requestOf(message)?.refused.length === 0;

/** Refusals that a module may prevent within this time, in milliseconds. Trying again for ever would stop the window. */
const MOST_TRIES = 3;
export const RETRY_AFTER = 60_000;
/** When refusing a request failed, as this window saw it. */
const failedRefusals = new WeakMap<ChatMessage.Implementation, readonly number[]>();

const recentFailures = (message: ChatMessage.Implementation): readonly number[] =>
  (failedRefusals.get(message) ?? []).filter((at) => Date.now() - at < RETRY_AFTER);

export const noteFailedRefusal = (message: ChatMessage.Implementation): void =>
  void failedRefusals.set(message, [...recentFailures(message), Date.now()]);

/** Returns the waiting requests for this host, in server order. */
export const waitingRequests = (host: ExchangeDocument): ChatMessage.Implementation[] => requestsTo(addressOf(host));

/** Returns the waiting requests for an address; those outside encounters have the address `''`. */
export function requestsTo(address: string): ChatMessage.Implementation[] {
  return (game.messages?.contents ?? [])
    .filter((message) => isRequest(message) && requestSystem(message).combat === address)
    .filter((message) => requestSystem(message).refused.length === 0)
    .filter((message) => recentFailures(message).length < MOST_TRIES)
    .sort((a, b) => dateOf(a) - dateOf(b) || idOf(a).localeCompare(idOf(b)));
}

// ASSUMPTION A7: the server writes `_stats.createdTime`.
const dateOf = (message: ChatMessage.Implementation): number => message._stats.createdTime ?? message.timestamp ?? 0;

export function hasWaitingIntent(host: ExchangeDocument, fighter: string): boolean {
  return waitingRequests(host).some((message) => isIntentOf(host, message, fighter));
}

/** Returns true if a request is a command of the fighter by a user who may give it. */
export function isIntentOf(host: ExchangeDocument, message: ChatMessage.Implementation, fighter: string): boolean {
  const { command, fighter: by } = requestSystem(message);
  const writer = writerOf(message);
  return command !== null && by === fighter && writer !== null && mayAnswer(writer, host, fighter);
}

export const REQUESTS = { init: listenForRequests };
