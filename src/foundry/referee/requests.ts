import type { Reason } from '../../kernel/ask';
import { addressOf, documentsOf, type ExchangeDocument, hostOf, writerOf } from '../host/exchange-document';
import { idOf } from '../platform/documents';
import { throwNotWritten } from '../platform/refusals';
import { type Capability, isSupported, setCapabilities } from '../platform/v14';
import { asFlag, asSubtype, isRequest, requestSystem } from '../stored/request';
import type { RequestSystem } from '../stored/systems';
import { mayAnswer } from './responders';
import { speakerFor } from './speaker';

/** What a request says, before the server has put its author and date to it. */
type RequestDraft = Omit<RequestSystem, 'refused'>;

type Form = (request: object) => object;

/** As what a request may be written down, the best first, each as long as the server has not refused it. */
const FORMS: readonly (readonly [Capability, Form])[] = [
  ['requests', asSubtype],
  ['flaggedRequests', asFlag],
];

/**
 * Sends a request: from here on its author is certain, and it waits for as long as there is no referee. Where the server refuses one way of
 * writing it down, the next is taken, from then on at once.
 * @returns why it was not sent
 */
export async function sendRequest(draft: RequestDraft): Promise<readonly Reason[]> {
  const refused: Capability[] = [];
  let refusal: unknown;
  const attempts = async (forms: typeof FORMS): Promise<readonly Reason[] | null> => {
    for (const [ability, form] of forms)
      try {
        const isCreated = await created(draft, form, game.user);
        setCapabilities({ ...without(refused), [ability]: true });
        return isCreated ? [] : [{ id: 'blocked' }];
      } catch (error) {
        refused.push(ability);
        refusal ??= error;
      }
    return null;
  };
  const sent = await attempts(FORMS.filter(([ability]) => isSupported(ability)));
  if (sent) return sent;
  if (await isHandedOver(draft)) {
    setCapabilities(without(refused));
    return [];
  }
  // Nobody is there to hand it to: perhaps what was refused before is not now.
  return (await attempts(FORMS.filter(([ability]) => !isSupported(ability)))) ?? throwNotWritten(refusal);
}

const without = (abilities: readonly Capability[]): Partial<Record<Capability, boolean>> =>
  Object.fromEntries(abilities.map((ability) => [ability, false]));

async function created(draft: RequestDraft, form: Form, author: User.Implementation): Promise<boolean> {
  const { actor } = documentsOf(hostOf(draft.combat), draft.fighter);
  const data = { ...form(draft), speaker: speakerFor(actor), ...(!author.isSelf && { author: author.id }) };
  // The installed types do not know our message subtypes.
  return Boolean(await ChatMessage.implementation.create(data as unknown as ChatMessage.CreateData));
}

const QUERY = 'cadence.request';
/** How long a game master's window may take to write a request down. Milliseconds. */
const PATIENCE = 5000;

/** Where a player may not write a request down, the game master's window does it in the player's name. @returns whether it has */
async function isHandedOver(draft: RequestDraft): Promise<boolean> {
  const gm = game.users?.activeGM;
  if (!gm || game.user.isGM) return false;
  return gm.query(QUERY, draft, { timeout: PATIENCE }).then(
    (taken) => taken === true,
    () => false,
  );
}

/** Begins to write down what players hand over, in the name of whom the query says it is from, and of nobody where it does not say. */
function listenForRequests(): void {
  const { queries } = CONFIG;
  queries[QUERY] = async (given, { user } = {}) => {
    if (!user || !game.user.isActiveGM || !ChatMessage.canUserCreate(user)) return false;
    if (typeof given !== 'object' || given === null) return false;
    // Only what a request says; what has not the shape of it the model refuses, and the rest is judged like any other.
    const { combat, fighter, moment, command, ask, answers, force } = given as RequestDraft;
    const draft = { combat, fighter, moment, command, ask, answers, force };
    return created(draft, asSubtype, user).catch(() => false);
  };
}

/** Whether nobody has taken or refused it, nor its author taken it back. */
export const isWaiting = (message: ChatMessage.Implementation): boolean =>
  game.messages?.get(message.id ?? '') === message && requestSystem(message).refused.length === 0;

/** Requests for this combat that nobody has refused, in the order the server dated them. */
export const waitingRequests = (host: ExchangeDocument): ChatMessage.Implementation[] => requestsTo(addressOf(host));

/** The same by a host's address; what is to be played outside encounters has none yet. */
export function requestsTo(address: string): ChatMessage.Implementation[] {
  return (game.messages?.contents ?? [])
    .filter((message) => isRequest(message) && requestSystem(message).combat === address)
    .filter((message) => requestSystem(message).refused.length === 0)
    .sort((a, b) => dateOf(a) - dateOf(b) || idOf(a).localeCompare(idOf(b)));
}

// ASSUMPTION A7: the server writes `_stats.createdTime`.
const dateOf = (message: ChatMessage.Implementation): number => message._stats.createdTime ?? message.timestamp ?? 0;

/** Whether the fighter already has an intent waiting: one at a time. */
export function hasWaitingIntent(host: ExchangeDocument, fighter: string): boolean {
  return waitingRequests(host).some((message) => isIntentOf(host, message, fighter));
}

/** Whether a request says what the fighter means to do, by somebody who may say so. */
export function isIntentOf(host: ExchangeDocument, message: ChatMessage.Implementation, fighter: string): boolean {
  const { command, fighter: by } = requestSystem(message);
  const writer = writerOf(message);
  return command !== null && by === fighter && writer !== null && mayAnswer(writer, host, fighter);
}

export const REQUESTS = { init: listenForRequests };
