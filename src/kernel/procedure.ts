import type { AcceptedOffer } from './answer';
import type { Ask, Candidate, ChoiceOption, Facts, Responder, SingleAsk } from './ask';
import type { Dice } from './dice';

/** A rule: yields asks, is resumed with their answers, returns its outcome. */
export type Procedure<T> = Generator<Ask, T, unknown>;

/**
 * The procedure of a single ask: what a generator function with one `yield` would be, at half the price, since nearly every step of a
 * simulation comes by here. Good for one `yield*`.
 */
export class AskProcedure<T> implements Generator<Ask, T, unknown> {
  private asked = false;
  // One result object serves both steps: whoever delegates to it has read the first before it asks for the second.
  private readonly step: {
    done: boolean;
    value: unknown;
    readonly read: ((answer: unknown) => T) | null;
    readonly closes: boolean;
    readonly assumesFirst: boolean;
  };

  constructor(
    ask: Ask,
    /**
     * Makes of the answer what is returned; null where that is the answer itself. It looks at nothing that may change, and changes
     * nothing: answers it makes the same of are one to whoever reckons odds, which reads it from the step.
     */
    private readonly read: ((answer: unknown) => T) | null = null,
    /**
     * Whether no die that fell before counts from here on, but for what it has done and what was chosen since: games that have come to the
     * same by then are one to whoever reckons odds.
     */
    closes = false,
    /** Of an ask for a place: whether odds are those of taking the first, which is to stay. */
    stays = false,
  ) {
    this.step = { done: false, value: ask, read, closes, assumesFirst: stays };
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(answer?: unknown): IteratorResult<Ask, T> {
    const { step } = this;
    if (this.asked) {
      step.done = true;
      step.value = this.read === null ? answer : this.read(answer);
    } else this.asked = true;
    return step as IteratorResult<Ask, T>;
  }

  return(value: T): IteratorResult<Ask, T> {
    this.asked = true;
    return { done: true, value };
  }

  throw(error: unknown): never {
    this.asked = true;
    throw error;
  }
}

/** What a step that asks makes of its answer; null where that is the answer itself, or where nobody has said. */
export const readerOf = (step: IteratorResult<Ask, unknown>): ((answer: unknown) => unknown) | null =>
  (step as { readonly read?: ((answer: unknown) => unknown) | null }).read ?? null;

/** Whether from this step on no die counts that fell before, see {@link AskProcedure}. */
export const discardsEarlierDice = (step: IteratorResult<Ask, unknown>): boolean =>
  (step as { readonly closes?: boolean }).closes === true;

/** Whether odds are those of taking the first place this step asks for, see {@link AskProcedure}. */
export const assumesFirstPlace = (step: IteratorResult<Ask, unknown>): boolean =>
  (step as { readonly assumesFirst?: boolean }).assumesFirst === true;

/** Asks for dice and returns their total. */
export function roll(id: string, dice: Dice, by: Responder, facts?: Facts): Procedure<number> {
  return check<number>(id, dice, by, facts, null);
}

/**
 * Asks for dice and returns what their total comes to: the rest of the procedure sees no more of it, see {@link AskProcedure}.
 * @param closes whether the rest sees nothing of dice that fell before
 */
export function check<T>(
  id: string,
  dice: Dice,
  by: Responder,
  facts: Facts | undefined,
  read: ((total: number) => T) | null,
  closes = false,
): Procedure<T> {
  const ask: Ask = facts ? { kind: 'dice', id, by, dice, facts } : { kind: 'dice', id, by, dice };
  return new AskProcedure<T>(ask, read as ((answer: unknown) => T) | null, closes);
}

/** Asks for one of the options and returns its id; what is only an id may be taken. */
export function choose<const T extends string>(
  id: string,
  by: Responder,
  options: readonly (T | ChoiceOption<T>)[],
  facts?: Facts,
): Procedure<T> {
  const normalized = options.map((each) => (typeof each === 'string' ? { id: each, whyNot: [] } : each));
  return new AskProcedure<T>({ kind: 'choice', id, by, options: normalized, ...(facts && { facts }) });
}

/** Asks for one of several ids where there is more than one, and returns it, or the only one; undefined where there is none. */
export function* chooseOne<const T extends string>(
  id: string,
  by: Responder,
  ids: readonly T[],
  facts?: Facts,
): Procedure<T | undefined> {
  return ids.length > 1 ? yield* choose(id, by, ids, facts) : ids[0];
}

/** Asks for a whole number from `min` to `max` and returns it. */
export function askAmount(id: string, by: Responder, min: number, max: number, facts?: Facts): Procedure<number> {
  return new AskProcedure<number>({ kind: 'amount', id, by, min, max, ...(facts && { facts }) });
}

/** Asks for free text of at most `most` characters and returns it. */
export function askText(id: string, by: Responder, most: number, facts?: Facts): Procedure<string> {
  return new AskProcedure<string>({ kind: 'text', id, by, maxLength: most, ...(facts && { facts }) });
}

/**
 * Asks for one of the places and returns it.
 * @param stays whether the first is where one stands, and odds are those of who stays there: a line for each place would tell nobody anything
 */
export function askPlace<P>(
  id: string,
  by: Responder,
  places: readonly P[],
  facts?: Facts,
  stays = false,
): Procedure<P> {
  return new AskProcedure<P>({ kind: 'place', id, by, places, ...(facts && { facts }) }, null, false, stays);
}

/** Asks several people at once and returns their values in this order. */
export function askAll(id: string, asks: readonly SingleAsk[]): Procedure<readonly unknown[]> {
  return new AskProcedure<readonly unknown[]>({ kind: 'all', id, asks });
}

/** Offers to cut in and returns what was taken; where there is no taker, nothing is asked. */
export function* offer(
  id: string,
  candidates: readonly Candidate[],
  wait: 'first' | 'all',
  facts?: Facts,
): Procedure<readonly AcceptedOffer[]> {
  if (candidates.length === 0) return [];
  return (yield {
    kind: 'offer',
    id,
    candidates,
    wait,
    ...(facts && { facts }),
  }) as readonly AcceptedOffer[];
}

/** Runs a child in a section of its own: what it asks and does stands indented in the transcript. */
export function* section<T>(command: unknown, child: Procedure<T>): Procedure<T> {
  yield { kind: 'section', command };
  const outcome = yield* child;
  yield { kind: 'section', command: null };
  return outcome;
}
