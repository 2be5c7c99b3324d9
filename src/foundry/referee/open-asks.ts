import { answerByOrders } from '../../encounter/automation';
import type { Command } from '../../encounter/command';
import type { Ruleset } from '../../encounter/ruleset';
import { AnswerError, combineAnswers, partsOf, readAnswer, responderOf } from '../../kernel/answer';
import { type Answer, type InputAsk, type OfferAsk, PASS, type Reason, type SingleAsk } from '../../kernel/ask';
import { FacesError } from '../../kernel/dice';
import { combatantIn, type ExchangeDocument, isCard, writerOf } from '../host/exchange-document';
import { updateDocument } from '../platform/documents';
import { throwNotWritten } from '../platform/refusals';
import { deletion } from '../platform/v14';
import { requestSystem } from '../stored/request';
import { combatantSystem, type OpenAsk } from '../stored/systems';
import { isEdited } from './request-edits';
import { readAnswers } from './request-shape';
import { waitingRequests } from './requests';
import { mayAnswer } from './responders';
import { withheldOf } from './withheld';

/** The standing order a fighter has left about something, or null. */
export function orderOf(host: ExchangeDocument, fighter: string, id: string): string | null {
  const combatant = combatantIn(host, fighter);
  return (combatant && combatantSystem(combatant).orders?.[id]) ?? null;
}

/** Writes a standing order, or with null takes it away. @returns why not */
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

/** What the fighter's standing orders answer to what it is asked; null where it has to be asked. */
const ordered = (host: ExchangeDocument, { automation }: Ruleset, part: SingleAsk | OfferAsk): Answer | null =>
  answerByOrders(automation, part, (id) => orderOf(host, responderOf(part), id) ?? undefined);

/**
 * The questions an ask puts to each person, with the answers that need nobody: standing orders, and dice that lie already.
 * @param acting the command that gives the occasion
 * @param thrown the answer to a part, by its place, where the referee has thrown its dice
 */
export function openParts(
  host: ExchangeDocument,
  ruleset: Ruleset,
  ask: InputAsk,
  step: number,
  acting: Command,
  thrown: readonly (Answer | null)[] = [],
): OpenAsk[] {
  // Every card begins with step 1; a key has to be the only one of its kind on the screen.
  const where = isCard(host) ? `${host.id}.` : '';
  return partsOf(ask).map((part, at) => {
    const withheld = withheldOf(host, ruleset, part, acting);
    const given = withheld === 'all' ? [PASS] : (ordered(host, ruleset, part) ?? thrown[at]);
    return {
      key: `${where}${step}.${at + 1}`,
      ask: part,
      ...(given && { given }),
      ...(withheld !== 'all' && withheld.length > 0 && { withheld }),
    };
  });
}

/** What has been given to the parts of an ask, in their order. */
export interface GatheredAnswers {
  readonly answers: readonly (Answer | undefined)[];
  /** The requests the answers came in; they are deleted with the step that takes them. */
  readonly requests: readonly (ChatMessage.Implementation | null)[];
}

/**
 * What has been given, if it makes a whole answer; null while somebody still has to be heard.
 * @param now an answer that comes without a request, and to which part
 */
export function gatherAnswers(
  host: ExchangeDocument,
  ask: InputAsk,
  parts: readonly OpenAsk[],
  now: { readonly key: string; readonly answer: Answer } | null = null,
): GatheredAnswers | null {
  const requests = parts.map((part) => (part.given || part.key === now?.key ? null : requestFor(host, part)));
  const answers = parts.map(
    ({ key, given }, at) =>
      given ?? (key === now?.key ? now.answer : requests[at] && firstAnswer(requests[at])) ?? undefined,
  );
  return combineAnswers(ask, answers) && { answers, requests };
}

/** The request that answers a part: by somebody who may, and with what is an answer to it. Others are refused when their turn comes. */
function requestFor(host: ExchangeDocument, part: OpenAsk): ChatMessage.Implementation | null {
  const fits = (message: ChatMessage.Implementation): boolean => {
    const answers = readAnswers(requestSystem(message).answers);
    const writer = writerOf(message);
    if (isEdited(message)) return false;
    if (!answers?.[0] || !writer || !mayAnswer(writer, host, responderOf(part.ask))) return false;
    return whyNoAnswer(part, answers[0], writer) === null;
  };
  return waitingRequests(host).find((message) => requestSystem(message).ask === part.key && fits(message)) ?? null;
}

const firstAnswer = (message: ChatMessage.Implementation): Answer => requestSystem(message).answers[0] ?? [];

/** Why this is no answer to the part, or null. What somebody is free to do is said as a command, which is judged as one. */
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

/** Whether this part's answer is known already and the exchange waits for others. */
export const isAnswered = (host: ExchangeDocument, part: OpenAsk): boolean =>
  part.given !== undefined || requestFor(host, part) !== null;

/** The answer to what needs nobody: all who are asked have settled it beforehand, or their dice lie. Null for everything else. */
export function automaticAnswer(
  host: ExchangeDocument,
  ruleset: Ruleset,
  ask: InputAsk,
  acting: Command,
  thrown: readonly (Answer | null)[] = [],
): Answer | null {
  return combineAnswers(
    ask,
    openParts(host, ruleset, ask, 0, acting, thrown).map(({ given }) => given),
  );
}
