import type { AllAsk, Answer, Candidate, InputAsk, OfferAsk, Responder, SingleAsk } from './ask';
import { PASS } from './ask';
import { deepEqual } from './deep-equal';
import { defined } from './defined';
import { totalOf } from './dice';

/** An answer that does not fit its ask; the message gives the reason. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
}

export interface AcceptedOffer {
  readonly by: Responder;
  readonly command: unknown;
}

/**
 * Returns the value that the procedure is resumed with.
 * @throws AnswerError or FacesError if the answer does not fit the ask
 */
export function readAnswer(ask: InputAsk, answer: Answer): unknown {
  if (!Array.isArray(answer)) throw new AnswerError(`${ask.id} wants a list`);
  switch (ask.kind) {
    case 'dice':
      return totalOf(ask.dice, answer as readonly number[]);
    case 'choice': {
      const option = ask.options.find(({ id }) => id === singleValue(ask, answer));
      if (!option) throw new AnswerError(`${ask.id} offers no ${String(answer[0])}`);
      const [reason] = option.whyNot;
      if (reason) throw new AnswerError(`${ask.id}: ${option.id} is barred by ${reason.id}`);
      return option.id;
    }
    case 'amount': {
      const amount = singleValue(ask, answer);
      if (!Number.isInteger(amount) || (amount as number) < ask.min || (amount as number) > ask.max)
        throw new AnswerError(`${ask.id} wants a whole number from ${ask.min} to ${ask.max}`);
      return amount;
    }
    case 'text': {
      const text = singleValue(ask, answer);
      if (typeof text !== 'string' || text.length > ask.maxLength)
        throw new AnswerError(`${ask.id} wants text of at most ${ask.maxLength} characters`);
      return text;
    }
    case 'place': {
      const value = singleValue(ask, answer);
      const place = ask.places.find((candidate) => deepEqual(candidate, value));
      if (!place) throw new AnswerError(`${ask.id} does not offer that place`);
      return place;
    }
    case 'offer':
      return readAcceptedOffers(ask, answer);
    case 'all': {
      if (answer.length !== ask.asks.length) throw new AnswerError(`${ask.id} wants ${ask.asks.length} answers`);
      return ask.asks.map((each, at) => readAnswer(each, answer[at] as Answer));
    }
  }
}

function singleValue(ask: SingleAsk, answer: Answer): unknown {
  if (answer.length !== 1) throw new AnswerError(`${ask.id} wants one answer`);
  return answer[0];
}

function readAcceptedOffers(ask: OfferAsk, answer: Answer): readonly AcceptedOffer[] {
  if (answer.length !== ask.candidates.length) throw new AnswerError(`${ask.id} wants an answer from each candidate`);
  if (ask.wait === 'first' && answer.filter((index) => index !== PASS).length > 1)
    throw new AnswerError(`${ask.id} ends with the first acceptance`);
  return ask.candidates.flatMap((candidate, at) => {
    const { by, commands } = candidate;
    const index = answer[at];
    if (index === PASS) return [];
    if (isAlsoAllowed(candidate, index)) return [{ by, command: index }];
    if (!Number.isInteger(index) || !((index as number) in commands))
      throw new AnswerError(`${by} was not offered that`);
    return [{ by, command: commands[index as number] }];
  });
}

/** Returns true for a command that the candidate may give although it is not among those offered. */
export const isAlsoAllowed = ({ by, alsoAllowed = [] }: Candidate, command: unknown): boolean =>
  typeof command === 'object' &&
  command !== null &&
  'by' in command &&
  command.by === by &&
  'do' in command &&
  alsoAllowed.some((id) => id === command.do);

/** Returns one part per responder: each candidate of an offer, each ask of an `all`, otherwise the ask itself. */
export function partsOf(ask: InputAsk): readonly (SingleAsk | OfferAsk)[] {
  if (ask.kind === 'all') return ask.asks;
  if (ask.kind === 'offer') return ask.candidates.map((candidate) => ({ ...ask, candidates: [candidate] }));
  return [ask];
}

export const responderOf = (part: SingleAsk | OfferAsk): Responder =>
  part.kind === 'offer' ? defined(part.candidates[0], 'the candidate of a part').by : part.by;

/**
 * Returns the answer to the whole ask, or null while parts are missing. In an offer that ends with the first
 * acceptance, everyone else passes.
 */
export function combineAnswers(ask: InputAsk, parts: readonly (Answer | undefined)[]): Answer | null {
  if (ask.kind !== 'offer' && ask.kind !== 'all') return parts[0] ?? null;
  const isComplete = parts.every((part) => part !== undefined) || (isRace(ask) && parts.some(accepts));
  if (!isComplete) return null;
  if (ask.kind === 'all') return parts as readonly Answer[];
  const first = parts.findIndex(accepts);
  return parts.map((part, at) => (part === undefined || (ask.wait === 'first' && at !== first) ? PASS : part[0]));
}

const isRace = (ask: OfferAsk | AllAsk): boolean => ask.kind === 'offer' && ask.wait === 'first';
const accepts = (part: Answer | undefined): boolean => part !== undefined && part[0] !== PASS;
