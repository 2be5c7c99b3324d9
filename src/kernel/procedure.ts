import type { AcceptedOffer } from './answer';
import type { Ask, Candidate, ChoiceOption, Facts, Responder, SingleAsk } from './ask';
import type { Dice } from './dice';

/** A rule: yields asks, is resumed with their values, returns its outcome. */
export type Procedure<T> = Generator<Ask, T, unknown>;

/**
 * A procedure with a single ask. It replaces a generator function with one `yield` at half the cost; nearly every
 * step of a simulation uses it. Good for one `yield*`.
 */
export class AskProcedure<T> implements Generator<Ask, T, unknown> {
  private asked = false;
  // One result object serves both steps: a delegating `yield*` reads the first before it requests the second.
  private readonly step: {
    done: boolean;
    value: unknown;
    readonly read: ((answer: unknown) => T) | null;
    readonly discardsEarlier: boolean;
    readonly assumesFirst: boolean;
    readonly asker: undefined;
  };

  constructor(
    ask: Ask,
    /**
     * Converts the answer; null returns it unchanged. Must be pure: `odds` reads it from the step and merges answers
     * with equal results.
     */
    private readonly read: ((answer: unknown) => T) | null = null,
    /**
     * Whether earlier dice no longer count from here on, except through their effects and later choices. `odds` then
     * merges identical states.
     */
    discardsEarlier = false,
    /** For a place: `odds` assumes the first, which means to stay. */
    assumesFirst = false,
  ) {
    // With all that is ever set on it, so that its shape stays the same.
    this.step = { done: false, value: ask, read, discardsEarlier, assumesFirst, asker: undefined };
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

export const readerOf = (step: IteratorResult<Ask, unknown>): ((answer: unknown) => unknown) | null =>
  (step as { readonly read?: ((answer: unknown) => unknown) | null }).read ?? null;

/** Returns true if earlier dice no longer count after this step, see {@link AskProcedure}. */
export const discardsEarlierDice = (step: IteratorResult<Ask, unknown>): boolean =>
  (step as { readonly discardsEarlier?: boolean }).discardsEarlier === true;

/** Returns true if `odds` assumes the first place, see {@link AskProcedure}. */
export const assumesFirstPlace = (step: IteratorResult<Ask, unknown>): boolean =>
  (step as { readonly assumesFirst?: boolean }).assumesFirst === true;

/** Asks for dice and returns their total. */
export function roll(id: string, dice: Dice, by: Responder, facts?: Facts): Procedure<number> {
  return check<number>(id, dice, by, facts, null);
}

/**
 * Asks for dice and returns `read(total)`; the procedure never sees the total, see {@link AskProcedure}.
 * @param discardsEarlier whether the rest of the procedure ignores earlier dice
 */
export function check<T>(
  id: string,
  dice: Dice,
  by: Responder,
  facts: Facts | undefined,
  read: ((total: number) => T) | null,
  discardsEarlier = false,
): Procedure<T> {
  const ask: Ask = facts ? { kind: 'dice', id, by, dice, facts } : { kind: 'dice', id, by, dice };
  return new AskProcedure<T>(ask, read as ((answer: unknown) => T) | null, discardsEarlier);
}

/**
 * Plays a procedure that begins with dice. They are asked for again after each interrupt, so that their number, bonus and
 * target are those of the moment when they fall.
 * @param make called again for each time
 */
export const refreshDice = <T>(make: () => Procedure<T>): Procedure<T> => new FreshDice(make);

class FreshDice<T> implements Generator<Ask, T, unknown> {
  private procedure: Procedure<T> | null = null;

  constructor(private readonly make: () => Procedure<T>) {}

  [Symbol.iterator](): this {
    return this;
  }

  next(answer?: unknown): IteratorResult<Ask, T> {
    return this.procedure ? this.procedure.next(answer) : this.begin();
  }

  private begin(): IteratorResult<Ask, T> {
    this.procedure = this.make();
    const step = this.procedure.next();
    // The outermost marks it last, so all that was read for the dice is read again.
    if (!step.done && (step.value.kind === 'dice' || step.value.kind === 'all')) (step as MarkedStep).asker = this;
    return step;
  }

  return(value: T): IteratorResult<Ask, T> {
    this.procedure ??= this.make();
    return this.procedure.return(value);
  }

  throw(error: unknown): IteratorResult<Ask, T> {
    // Not `instanceof`: rules may be driven by another copy of this file.
    if ((error as Partial<AskAgain> | null)?.of === this) {
      // What it has begun is left, such as a part that others may stop.
      this.procedure?.return(undefined as T);
      return this.begin();
    }
    this.procedure ??= this.make();
    return this.procedure.throw(error);
  }
}

/** A step that names who asks for its dice again, see {@link refreshDice}. */
type MarkedStep = IteratorResult<Ask, unknown> & { asker?: unknown };

/** Thrown into a procedure, up to who asks again. */
class AskAgain extends Error {
  override readonly name = 'AskAgain';
  constructor(readonly of: unknown) {
    super('the dice were not asked for again');
  }
}

/** Yields a step of a procedure that its caller advances, with all that drivers read from it, and returns the answer. */
export const passOn = (step: IteratorResult<Ask, unknown>): Procedure<unknown> => new PassedOn(step);

class PassedOn implements Generator<Ask, unknown, unknown> {
  private isAsked = false;

  constructor(private readonly step: IteratorResult<Ask, unknown>) {}

  [Symbol.iterator](): this {
    return this;
  }

  next(answer?: unknown): IteratorResult<Ask, unknown> {
    if (this.isAsked) return { done: true, value: answer };
    this.isAsked = true;
    return this.step;
  }

  return(value: unknown): IteratorResult<Ask, unknown> {
    return { done: true, value };
  }

  throw(error: unknown): never {
    throw error;
  }
}

/** Asks for one option and returns its id. A plain id is an allowed option. */
export function choose<const T extends string>(
  id: string,
  by: Responder,
  options: readonly (T | ChoiceOption<T>)[],
  facts?: Facts,
): Procedure<T> {
  const normalized = options.map((each) => (typeof each === 'string' ? { id: each, whyNot: [] } : each));
  return new AskProcedure<T>({ kind: 'choice', id, by, options: normalized, ...(facts && { facts }) });
}

/** Returns the only id, or asks if there are several; undefined if the list is empty. */
export function* chooseOne<const T extends string>(
  id: string,
  by: Responder,
  ids: readonly T[],
  facts?: Facts,
): Procedure<T | undefined> {
  return ids.length > 1 ? yield* choose(id, by, ids, facts) : ids[0];
}

export function askAmount(id: string, by: Responder, min: number, max: number, facts?: Facts): Procedure<number> {
  return new AskProcedure<number>({ kind: 'amount', id, by, min, max, ...(facts && { facts }) });
}

export function askText(id: string, by: Responder, maxLength: number, facts?: Facts): Procedure<string> {
  return new AskProcedure<string>({ kind: 'text', id, by, maxLength, ...(facts && { facts }) });
}

/**
 * Asks for one of the places and returns it.
 * @param assumesFirst whether the first place is the present one and `odds` assumes it; a line per place would be useless
 */
export function askPlace<P>(
  id: string,
  by: Responder,
  places: readonly P[],
  facts?: Facts,
  assumesFirst = false,
): Procedure<P> {
  return new AskProcedure<P>({ kind: 'place', id, by, places, ...(facts && { facts }) }, null, false, assumesFirst);
}

/** Asks several responders at once and returns their values in the same order. */
export function askAll(id: string, asks: readonly SingleAsk[]): Procedure<readonly unknown[]> {
  return new AskProcedure<readonly unknown[]>({ kind: 'all', id, asks });
}

/** Makes an offer and returns the accepted commands. Without candidates nothing is asked. */
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

/** A procedure that may continue in another way after an interrupt. */
export interface InterruptibleProcedure<T> {
  /** Called when an interrupt has ended. Returns the step that replaces the open one, or null if it stays open. */
  reconsider(): IteratorResult<Ask, T> | null;
}

/**
 * Continues a procedure after an interrupt of its open step. Returns the step that is open now: what the procedure
 * reconsiders, fresh dice, or the same step.
 */
export function continueAfterInterrupt<T>(
  procedure: Procedure<T>,
  open: IteratorResult<Ask, T>,
): IteratorResult<Ask, T> {
  const replaced = (procedure as Partial<InterruptibleProcedure<T>>).reconsider?.();
  if (replaced) return replaced;
  const { asker } = open as MarkedStep;
  return asker === undefined ? open : procedure.throw(new AskAgain(asker));
}

/** Runs a child in its own section; its lines are indented in the transcript. */
export function* section<T>(command: unknown, child: Procedure<T>): Procedure<T> {
  yield { kind: 'section', command };
  const outcome = yield* child;
  yield { kind: 'section', command: null };
  return outcome;
}
