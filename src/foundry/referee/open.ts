import type { Command } from '../../encounter/command';
import type { Ruleset } from '../../encounter/ruleset';
import { AnswerError, askedBy, composed, partsOf, readAnswer } from '../../kernel/answer';
import { type Answer, PASS, type PersonAsk } from '../../kernel/ask';
import { FacesError } from '../../kernel/dice';
import { type OpenAsk, requestSystem, type StandingOrder } from '../documents/systems';
import { bookIn, combatantIn, type Host, isCard } from '../host';
import { deletion } from '../v14';
import { mayAnswer } from './people';
import { readAnswers, waitingRequests } from './requests';

/** The standing order a fighter has left for a reaction, or null. */
export function orderOf(combat: Host, fighter: string, reaction: string): StandingOrder | null {
  return bookIn(combat, fighter)?.orders?.[reaction] ?? null;
}

/** Leaves a standing order, or with null takes it back. The owner's own to write. */
export async function setOrder(
  combat: Host,
  fighter: string,
  reaction: string,
  order: StandingOrder | null,
): Promise<void> {
  const update = { system: { orders: { [reaction]: order ?? deletion() } } };
  await combatantIn(combat, fighter)?.update(update as never);
}

/**
 * The questions an ask puts to each person, with the answers that need nobody: standing orders that pass, and dice that lie already.
 * @param thrown the answer to a part, by its place, where the referee has thrown its dice
 */
export function openParts(
  combat: Host,
  ruleset: Ruleset,
  ask: PersonAsk,
  step: number,
  thrown: readonly (Answer | null)[] = [],
): OpenAsk[] {
  // Every card begins with step 1; a key has to be the only one of its kind on the screen.
  const where = isCard(combat) ? `${combat.id}.` : '';
  return partsOf(ask).map((part, at) => {
    const given = passes(combat, ruleset, part) ? ([PASS] as const) : thrown[at];
    return { key: `${where}${step}.${at + 1}`, ask: part, ...(given && { given }) };
  });
}

/** Whether a taker passes without being asked: because it was ordered to, or because it is like that and no order says otherwise. */
function passes(combat: Host, { reactions }: Ruleset, part: OpenAsk['ask']): boolean {
  if (part.kind !== 'offer') return false;
  const [{ by, commands, unasked }] = part.takers as [(typeof part.takers)[number]];
  const offered = new Set((commands as readonly Command[]).map((command) => reactionOf(command)));
  const orders = reactions.filter((id) => offered.has(id)).map((id) => orderOf(combat, by, id));
  if (orders.some((order) => order === 'ask')) return false;
  if (orders.some((order) => order === 'pass') && orders.every((order) => order === 'pass')) return true;
  return unasked === 'pass';
}

/** The reaction a command is: a Swift Attack is one whatever the blow it is made with. */
const reactionOf = (command: Command): string => String(command.options?.reaction ?? command.do);

export interface Gathered {
  readonly answer: Answer;
  /** The requests it came in; they are deleted with the step that takes it. */
  readonly requests: readonly ChatMessage.Implementation[];
}

/**
 * The whole answer, if what has been given makes one; null while somebody still has to be heard.
 * @param now an answer that comes without a request, and to which part
 */
export function gathered(
  combat: Host,
  ask: PersonAsk,
  parts: readonly OpenAsk[],
  now: { readonly key: string; readonly answer: Answer } | null = null,
): Gathered | null {
  const requests = parts.map((part) => (part.given || part.key === now?.key ? null : requestFor(combat, part)));
  const answers = parts.map(
    ({ key, given }, at) => given ?? (key === now?.key ? now.answer : requests[at] && firstAnswer(requests[at])),
  );
  const answer = composed(
    ask,
    answers.map((each) => each ?? undefined),
  );
  return answer && { answer, requests: requests.filter((request) => request !== null) };
}

/** The request that answers a part: by somebody who may, and with what is an answer to it. Others are refused when their turn comes. */
function requestFor(combat: Host, part: OpenAsk): ChatMessage.Implementation | null {
  const fits = (message: ChatMessage.Implementation): boolean => {
    const answers = readAnswers(requestSystem(message).answers);
    if (!answers?.[0] || !message.author || !mayAnswer(message.author, combat, askedBy(part.ask))) return false;
    return whyNoAnswer(part, answers[0]) === null;
  };
  return waitingRequests(combat).find((message) => requestSystem(message).ask === part.key && fits(message)) ?? null;
}

const firstAnswer = (message: ChatMessage.Implementation): Answer => requestSystem(message).answers[0]!;

/** Why this is no answer to the part, or null. */
export function whyNoAnswer({ ask }: OpenAsk, answer: Answer): string | null {
  try {
    readAnswer(ask, answer);
    return null;
  } catch (error) {
    if (error instanceof AnswerError || error instanceof FacesError) return error.message;
    throw error;
  }
}

/** Whether this part's answer is known already and the exchange waits for others. */
export const isGiven = (combat: Host, part: OpenAsk): boolean =>
  part.given !== undefined || requestFor(combat, part) !== null;

/** The answer to what needs nobody here: an offer that everybody passes by standing order. Null for everything else. */
export function passedBy(combat: Host, ruleset: Ruleset, ask: PersonAsk): Answer | null {
  return ask.kind === 'offer' ? (gathered(combat, ask, openParts(combat, ruleset, ask, 0))?.answer ?? null) : null;
}
