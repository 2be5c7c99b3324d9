import { ASKING, answerByOrders, isReactionOffer } from '../../../encounter/automation';
import type { Command } from '../../../encounter/command';
import type { Ruleset } from '../../../encounter/ruleset';
import { AnswerError, combineAnswers, partsOf, readAnswer, responderOf } from '../../../kernel/answer';
import { type Answer, type InputAsk, type OfferAsk, PASS, type Reason, type SingleAsk } from '../../../kernel/ask';
import { FacesError } from '../../../kernel/dice';
import { lookup } from '../../../kernel/lookup';
import { combatantIn, type ExchangeDocument, isCard, writerOf } from '../../host/exchange-document';
import { updateDocument } from '../../platform/documents';
import { throwNotWritten } from '../../platform/refusals';
import { deletion } from '../../platform/v14';
import { requestSystem } from '../../stored/request';
import { combatantSystem, combatSystem, type OpenAsk } from '../../stored/systems';
import { isSentBefore, whyPaused } from '../requests/paused';
import { isEdited } from '../requests/request-edits';
import { readAnswers } from '../requests/request-shape';
import { waitingRequests } from '../requests/requests';
import { mayAnswer } from '../requests/responders';
import { withheldOf } from './withheld';

/** Returns the order that a fighter has left for an ask, or null. */
export function orderOf(host: ExchangeDocument, fighter: string, id: string): string | null {
  const combatant = combatantIn(host, fighter);
  return (combatant && lookup(combatantSystem(combatant).orders, id)) ?? null;
}

/** Writes an order, or deletes it if null. Returns the reasons against it. */
export async function writeOrder(
  host: ExchangeDocument,
  fighter: string,
  id: string,
  order: string | null,
): Promise<readonly Reason[]> {
  const combatant = combatantIn(host, fighter);
  if (!combatant) return [{ id: 'no-fighter' }];
  await updateDocument(combatant, { system: { orders: { [id]: order ?? deletion() } } }).catch(throwNotWritten);
  return [];
}

function answerFromOrders(host: ExchangeDocument, { automation }: Ruleset, part: SingleAsk | OfferAsk): Answer | null {
  const by = responderOf(part);
  if (isReactionOffer(automation, part) && skipsRound(host, by)) return [PASS];
  return answerByOrders(automation, part, (id) => orderOf(host, by, id) ?? undefined);
}

/** Returns the number of the round, or null outside combats. */
export function roundOf(host: ExchangeDocument, fighter: string): string | null {
  const combat = combatantIn(host, fighter)?.combat;
  return combat ? String(combatSystem(combat).clock.round) : null;
}

const skipsRound = (host: ExchangeDocument, fighter: string): boolean => {
  const round = roundOf(host, fighter);
  const asking = orderOf(host, fighter, ASKING.id);
  return round !== null && (asking === round || asking === ASKING.never);
};

/** Returns true if the responder of an offer may let everything happen until the end of the round. */
export const canSkipRound = (host: ExchangeDocument, { automation }: Ruleset, ask: SingleAsk | OfferAsk): boolean =>
  isReactionOffer(automation, ask) && roundOf(host, responderOf(ask)) !== null;

/** Lets everything happen that the fighter could react to in this round. Returns the reasons against it. */
export const writeSkippedRound = (host: ExchangeDocument, fighter: string): Promise<readonly Reason[]> =>
  writeOrder(host, fighter, ASKING.id, roundOf(host, fighter));

/**
 * Returns the parts of an ask, with the answers already known.
 * @param acting the command that causes the ask
 * @param boundDice the referee's dice, by part
 */
export function openParts(
  host: ExchangeDocument,
  ruleset: Ruleset,
  ask: InputAsk,
  step: number,
  acting: Command,
  boundDice: readonly (Answer | null)[] = [],
): OpenAsk[] {
  // Every card begins with step 1, but keys must be unique on the screen.
  const prefix = isCard(host) ? `${host.id}.` : '';
  return partsOf(ask).map((part, at) => {
    const withheld = withheldOf(host, ruleset, part, acting);
    const known = withheld === 'all' ? [PASS] : (answerFromOrders(host, ruleset, part) ?? boundDice[at]);
    return {
      key: `${prefix}${step}.${at + 1}`,
      ask: part,
      ...(known && { given: known }),
      ...(withheld !== 'all' && withheld.length > 0 && { withheld }),
    };
  });
}

export interface GatheredAnswers {
  readonly answers: readonly (Answer | undefined)[];
  /** The requests that carried the answers; the step deletes them. */
  readonly requests: readonly (ChatMessage.Implementation | null)[];
}

/**
 * Returns the answers if they complete the ask, or null while one is missing.
 * @param now an answer that comes without a request
 */
export function gatherAnswers(
  host: ExchangeDocument,
  ask: InputAsk,
  parts: readonly OpenAsk[],
  now: { readonly key: string; readonly answer: Answer } | null = null,
): GatheredAnswers | null {
  const requests = parts.map((part) => (part.given || part.key === now?.key ? null : requestFor(host, part, isInTime)));
  const answers = parts.map(
    ({ key, given }, at) =>
      given ?? (key === now?.key ? now.answer : requests[at] && firstAnswer(requests[at])) ?? undefined,
  );
  return combineAnswers(ask, answers) && { answers, requests };
}

/** Returns false for an answer that arrived during a pause, which is refused in its turn. */
const isInTime = (message: ChatMessage.Implementation, writer: User.Implementation): boolean =>
  !whyPaused(writer) || isSentBefore(message);

/** Invalid requests are refused in their turn. */
function requestFor(
  host: ExchangeDocument,
  part: OpenAsk,
  counts: typeof isInTime = () => true,
): ChatMessage.Implementation | null {
  const fits = (message: ChatMessage.Implementation): boolean => {
    const answers = readAnswers(requestSystem(message).answers);
    const writer = writerOf(message);
    if (isEdited(message)) return false;
    if (writer && !counts(message, writer)) return false;
    if (!answers?.[0] || !writer || !mayAnswer(writer, host, responderOf(part.ask))) return false;
    return whyNoAnswer(part, answers[0], writer) === null;
  };
  return waitingRequests(host).find((message) => requestSystem(message).ask === part.key && fits(message)) ?? null;
}

const firstAnswer = (message: ChatMessage.Implementation): Answer => requestSystem(message).answers[0] ?? [];

/** Returns why an answer to the part is invalid, or null. A command as an answer is judged elsewhere, as a command. */
export function whyNoAnswer({ ask, withheld }: OpenAsk, answer: Answer, user: User.Implementation): string | null {
  if (ask.kind === 'offer' && answer.some((each) => typeof each === 'object')) return 'a command is no answer';
  if (!user.isGM && answer.some((each) => withheld?.includes(each as number))) return 'that was not offered';
  try {
    readAnswer(ask, answer);
    return null;
  } catch (error) {
    if (error instanceof AnswerError || error instanceof FacesError) return error.message;
    throw error;
  }
}

export const isAnswered = (host: ExchangeDocument, part: OpenAsk): boolean =>
  part.given !== undefined || requestFor(host, part) !== null;

/** Returns the answer if orders and rolled dice complete it, or null. */
export function automaticAnswer(
  host: ExchangeDocument,
  ruleset: Ruleset,
  ask: InputAsk,
  acting: Command,
  boundDice: readonly (Answer | null)[] = [],
): Answer | null {
  return combineAnswers(
    ask,
    openParts(host, ruleset, ask, 0, acting, boundDice).map(({ given }) => given),
  );
}
