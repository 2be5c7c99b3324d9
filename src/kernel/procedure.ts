import type { AcceptedOffer } from './answer';
import {
  type Ask,
  type Candidate,
  type ChoiceOption,
  type DiceAsk,
  type Facts,
  hintsOf,
  type Responder,
  type SingleAsk,
} from './ask';
import type { Dice } from './dice';

/** A rule: yields asks, is resumed with their values, returns its outcome. */
export type Procedure<T> = Generator<Ask, T, unknown>;

/** Asks for dice and returns their total. */
export function* roll(id: string, dice: Dice, by: Responder, facts?: Facts): Procedure<number> {
  return (yield { kind: 'dice', id, by, dice, ...(facts && { facts }) }) as number;
}

/**
 * Asks for dice and returns `read(total)`; the rest of the procedure never sees the total.
 * @param read pure: `odds` merges totals that are read alike
 * @param forgets see {@link Hints}
 */
export function* check<T>(
  id: string,
  dice: Dice,
  by: Responder,
  facts: Facts | undefined,
  read: (total: number) => T,
  forgets = false,
): Procedure<T> {
  return read((yield { kind: 'dice', id, by, dice, ...(facts && { facts }), hints: { read, forgets } }) as number);
}

/**
 * Plays a procedure that begins with dice. They are asked for again after each interrupt, so that their number, bonus and
 * target are those of the moment when they fall.
 * @param make called again for each time
 */
export function* refreshDice<T>(make: () => Procedure<T>): Procedure<T> {
  const asker = Symbol('asker');
  for (;;) {
    const procedure = make();
    const { done, value } = procedure.next();
    if (done) return value;
    // The outermost marks it last, so all that was read for the dice is read again.
    const isDice = value.kind === 'dice' || value.kind === 'all';
    try {
      return yield* resume(procedure, isDice ? { ...value, hints: { ...value.hints, asker } } : value);
    } catch (error) {
      // Not `instanceof`: rules may be driven by another copy of this file.
      if ((error as Partial<AskAgain> | null)?.asker !== asker) throw error;
    }
  }
}

/** Plays on a procedure that waits for the answer to an ask. */
function* resume<T>(procedure: Procedure<T>, open: Ask): Procedure<T> {
  const step = yield* playTo(procedure, { done: false, value: open }, () => false);
  return step.value as T;
}

/** Plays a procedure from a step up to an ask at which it stops, or to its end. */
function* playTo<T>(
  procedure: Procedure<T>,
  from: IteratorResult<Ask, T>,
  isStop: (ask: Ask) => boolean,
): Generator<Ask, IteratorResult<Ask, T>, unknown> {
  let step = from;
  while (!step.done && !isStop(step.value)) {
    let answer: unknown;
    try {
      answer = yield step.value;
    } catch (error) {
      step = procedure.throw(error);
      continue;
    }
    step = procedure.next(answer);
  }
  return step;
}

/** Returns true if the open step is asked again after an interrupt, with what is true by then. */
export const isAskedAgain = (step: IteratorResult<Ask, unknown>): boolean =>
  !step.done && hintsOf(step.value)?.asker !== undefined;

/** Thrown into a procedure, up to who asks again. */
class AskAgain extends Error {
  override readonly name = 'AskAgain';
  constructor(readonly asker: symbol) {
    super('the dice were not asked for again');
  }
}

/** Asks for one option and returns its id. A plain id is an allowed option. */
export function* choose<const T extends string>(
  id: string,
  by: Responder,
  options: readonly (T | ChoiceOption<T>)[],
  facts?: Facts,
): Procedure<T> {
  const normalized = options.map((each) => (typeof each === 'string' ? { id: each, whyNot: [] } : each));
  return (yield { kind: 'choice', id, by, options: normalized, ...(facts && { facts }) }) as T;
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

export function* askAmount(id: string, by: Responder, min: number, max: number, facts?: Facts): Procedure<number> {
  return (yield { kind: 'amount', id, by, min, max, ...(facts && { facts }) }) as number;
}

export function* askText(id: string, by: Responder, maxLength: number, facts?: Facts): Procedure<string> {
  return (yield { kind: 'text', id, by, maxLength, ...(facts && { facts }) }) as string;
}

/** Asks for one of the places and returns it. @param mayStay see {@link Hints} */
export function* askPlace<P>(
  id: string,
  by: Responder,
  places: readonly P[],
  facts?: Facts,
  mayStay = false,
): Procedure<P> {
  const hints = mayStay && { hints: { mayStay } };
  return (yield { kind: 'place', id, by, places, ...(facts && { facts }), ...hints }) as P;
}

/** Asks several responders at once and returns their values in the same order. */
export function* askAll(id: string, asks: readonly SingleAsk[]): Procedure<readonly unknown[]> {
  return (yield { kind: 'all', id, asks }) as readonly unknown[];
}

/**
 * Plays procedures side by side: their first dice are asked for at once, what follows is played one after the other.
 * Returns their outcomes in the same order.
 */
export function* askTogether<T>(id: string, procedures: readonly Procedure<T>[]): Procedure<readonly T[]> {
  const steps: IteratorResult<Ask, T>[] = [];
  for (const procedure of procedures)
    steps.push(yield* playTo(procedure, procedure.next(), ({ kind }) => kind === 'dice'));
  const asks = steps.flatMap(({ done, value }): SingleAsk[] => {
    if (done) return [];
    const { hints: _, ...ask } = value as DiceAsk;
    return [ask];
  });
  const answers = asks.length > 0 ? [...(yield* askAll(id, asks))] : [];
  const outcomes: T[] = [];
  for (const [at, procedure] of procedures.entries()) {
    const begun = steps[at] as IteratorResult<Ask, T>;
    const step = begun.done ? begun : procedure.next(answers.shift());
    outcomes.push(step.done ? step.value : yield* resume(procedure, step.value));
  }
  return outcomes;
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
  open: IteratorYieldResult<Ask>,
): IteratorResult<Ask, T> {
  const replaced = (procedure as Partial<InterruptibleProcedure<T>>).reconsider?.();
  if (replaced) return replaced;
  const asker = hintsOf(open.value)?.asker;
  return asker === undefined ? open : procedure.throw(new AskAgain(asker));
}

/** Runs a child in its own section; its lines are indented in the transcript. */
export function* section<T>(command: unknown, child: Procedure<T>): Procedure<T> {
  yield { kind: 'section', command };
  const outcome = yield* child;
  yield { kind: 'section', command: null };
  return outcome;
}
