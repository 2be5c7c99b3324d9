import type { AllAsk, Answer, Candidate, InputAsk, OfferAsk, Responder, SingleAsk } from './ask';
import { PASS } from './ask';
import { deepEqual } from './deep-equal';
import { defined } from './defined';
import { totalOf } from './dice';

/** Not an answer to that ask; the message says why. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
}

/** What a taker took of an offer. */
export interface AcceptedOffer {
  readonly by: Responder;
  readonly command: unknown;
}

/**
 * What a procedure is resumed with for this answer: a total, an option's id, a number, a text, a place; for an offer the list of what
 * was taken; for several at once the list of their values. Throws AnswerError or FacesError where it is none.
 */
export function readAnswer(ask: InputAsk, answer: Answer): unknown {
  if (!Array.isArray(answer)) throw new AnswerError(`${ask.id} wants a list`);
  switch (ask.kind) {
    case 'dice':
      return totalOf(ask.dice, answer as readonly number[]);
    case 'choice': {
      const option = ask.options.find(({ id }) => id === only(ask, answer));
      if (!option) throw new AnswerError(`${ask.id} offers no ${String(answer[0])}`);
      const [reason] = option.whyNot;
      if (reason) throw new AnswerError(`${ask.id}: ${option.id} is barred by ${reason.id}`);
      return option.id;
    }
    case 'amount': {
      const amount = only(ask, answer);
      if (!Number.isInteger(amount) || (amount as number) < ask.min || (amount as number) > ask.max)
        throw new AnswerError(`${ask.id} wants a whole number from ${ask.min} to ${ask.max}`);
      return amount;
    }
    case 'text': {
      const text = only(ask, answer);
      if (typeof text !== 'string' || text.length > ask.maxLength)
        throw new AnswerError(`${ask.id} wants text of at most ${ask.maxLength} characters`);
      return text;
    }
    case 'place': {
      const wanted = only(ask, answer);
      const place = ask.places.find((candidate) => deepEqual(candidate, wanted));
      if (!place) throw new AnswerError(`${ask.id} does not offer that place`);
      return place;
    }
    case 'offer':
      return acceptedOffers(ask, answer);
    case 'all': {
      if (answer.length !== ask.asks.length) throw new AnswerError(`${ask.id} wants ${ask.asks.length} answers`);
      return ask.asks.map((each, at) => readAnswer(each, answer[at] as Answer));
    }
  }
}

function only(ask: SingleAsk, answer: Answer): unknown {
  if (answer.length !== 1) throw new AnswerError(`${ask.id} wants one answer`);
  return answer[0];
}

function acceptedOffers(ask: OfferAsk, answer: Answer): readonly AcceptedOffer[] {
  if (answer.length !== ask.candidates.length) throw new AnswerError(`${ask.id} wants an answer of each taker`);
  if (ask.wait === 'first' && answer.filter((index) => index !== PASS).length > 1)
    throw new AnswerError(`${ask.id} ends with the first who takes`);
  return ask.candidates.flatMap((taker, at) => {
    const { by, commands } = taker;
    const index = answer[at];
    if (index === PASS) return [];
    if (isAlsoAllowed(taker, index)) return [{ by, command: index }];
    if (!Number.isInteger(index) || !((index as number) in commands))
      throw new AnswerError(`${by} was not offered that`);
    return [{ by, command: commands[index as number] }];
  });
}

/** Whether it is a command that a taker may give though it is not among those offered. */
export const isAlsoAllowed = ({ by, alsoAllowed = [] }: Candidate, command: unknown): boolean =>
  typeof command === 'object' &&
  command !== null &&
  'by' in command &&
  command.by === by &&
  'do' in command &&
  alsoAllowed.some((id) => id === command.do);

/** The ask as it is put to each person: of an offer one to each taker, of several at once each of them, else the ask itself. */
export function partsOf(ask: InputAsk): readonly (SingleAsk | OfferAsk)[] {
  if (ask.kind === 'all') return ask.asks;
  if (ask.kind === 'offer') return ask.candidates.map((taker) => ({ ...ask, candidates: [taker] }));
  return [ask];
}

/** Who is asked by a part. */
export const responderOf = (part: SingleAsk | OfferAsk): Responder =>
  part.kind === 'offer' ? defined(part.candidates[0], 'the taker of a part').by : part.by;

/**
 * The answer to the whole ask from those to its parts; null while somebody still has to be heard. Of an offer that ends with the
 * first, whoever has not spoken by then has passed.
 */
export function combineAnswers(ask: InputAsk, parts: readonly (Answer | undefined)[]): Answer | null {
  if (ask.kind !== 'offer' && ask.kind !== 'all') return parts[0] ?? null;
  const isOver = parts.every((part) => part !== undefined) || (isRace(ask) && parts.some(accepts));
  if (!isOver) return null;
  if (ask.kind === 'all') return parts as readonly Answer[];
  const first = parts.findIndex(accepts);
  return parts.map((part, at) => (part === undefined || (ask.wait === 'first' && at !== first) ? PASS : part[0]));
}

const isRace = (ask: OfferAsk | AllAsk): boolean => ask.kind === 'offer' && ask.wait === 'first';
const accepts = (part: Answer | undefined): boolean => part !== undefined && part[0] !== PASS;
