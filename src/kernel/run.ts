import { AnswerError, readAnswer } from './answer';
import { type Answer, type Ask, hintsOf, type InputAsk } from './ask';
import { FacesError } from './dice';
import { continueAfterInterrupt, type Procedure } from './procedure';
import type { WorkingCopy } from './table';
import { type Entry, isSameAsk, TranscriptError } from './transcript';

export interface Run<T> {
  /** Includes the entries it was resumed from. */
  readonly entries: readonly Entry[];
  /** Null once the procedure has ended. */
  readonly open: InputAsk | null;
  /** Number of enclosing sections and interrupts. */
  readonly depth: number;
  readonly outcome: T | undefined;
  /**
   * Answers the open ask and continues to the next. Throws TranscriptError `invalid`, without advancing, if the
   * answer does not fit.
   */
  answer(answer: Answer, user?: string): void;
  /** Runs the child of this command; then the same ask is open again, unless its procedure reconsiders. */
  interrupt(command: unknown, user?: string): void;
  /**
   * Answers the open ask and returns the rest as a procedure, for a driver that explores it. The run ends here. Throws
   * TranscriptError `invalid` if the answer does not fit.
   */
  restAfter(answer: Answer): Procedure<T>;
}

/** How a record is followed whose procedure goes another way than then, because of what has left meanwhile. */
export interface ReplayRules {
  /** Returns whether a recorded change may be applied though it is not asked for now. */
  isOrphan(recorded: unknown): boolean;
  /** Returns whether a recorded change is the first part of the one that is asked for. */
  isPartOf(asked: unknown, recorded: unknown): boolean;
}

/** @param interrupted what was running */
export type InterruptFactory = (command: unknown, interrupted: Procedure<unknown>) => Procedure<unknown>;

const refuseInterrupt: InterruptFactory = () => {
  throw new Error('nothing may cut in here');
};

/**
 * Starts a procedure, follows the recorded entries and stops at the first unanswered ask. A recorded effect is
 * applied as it is, not computed again.
 * @param lenient absent if record and procedure must be the same
 * @throws TranscriptError `mismatch`, `invalid` or `left-over` if record and procedure diverge
 */
export function run<T>(
  procedure: Procedure<T>,
  table: WorkingCopy,
  recorded: readonly Entry[] = [],
  interrupts: InterruptFactory = refuseInterrupt,
  lenient: ReplayRules | null = null,
): Run<T> {
  const entries: Entry[] = [];
  /** Interrupted procedures with the step each will return to. */
  const interrupted: Interrupted[] = [];
  let sections = 0;
  let current: Procedure<unknown> = procedure;
  let open: OpenStep | null = null;
  let outcome: T | undefined;

  const advance = (value: unknown): void => {
    let step = current.next(value);
    for (;;) {
      if (step.done) {
        const parent = interrupted.pop();
        if (!parent) {
          if (lenient) followOrphans(lenient, null);
          open = null;
          outcome = step.value as T;
          if (entries.length < recorded.length)
            throw new TranscriptError(
              'left-over',
              entries.length,
              `${recorded.length - entries.length} answers not asked for`,
            );
          return;
        }
        current = parent.procedure;
        step = continueAfterInterrupt(current, parent.step);
        continue;
      }
      const ask = withoutHints(step.value);
      if (lenient) followOrphans(lenient, ask);
      const record = recorded[entries.length];
      if (ask.kind === 'apply' || ask.kind === 'section') {
        if (record && !isFirstPart(lenient, ask, record)) assertSameAsk(ask, record.ask, entries.length);
        let effect: unknown;
        if (ask.kind === 'section') {
          sections += ask.command === null ? -1 : 1;
          entries.push({ ask, answer: null });
        } else {
          if (record) table.applyEffect(record.answer);
          effect = record ? record.answer : table.apply(ask.change);
          entries.push((record as Entry | undefined) ?? { ask, answer: effect });
        }
        step = current.next(effect);
        continue;
      }
      open = { step, ask };
      // The record may answer the open ask or interrupt it.
      if (!record) return;
      if (record.ask.kind === 'interrupt') {
        startInterrupt(step, record.ask.command);
        entries.push(record);
        step = current.next();
        continue;
      }
      assertSameAsk(ask, record.ask, entries.length);
      const answer = parseAnswer(ask, record.answer as Answer, entries.length);
      entries.push(record);
      step = current.next(answer);
    }
  };

  const followOrphans = ({ isOrphan }: ReplayRules, ask: Ask | null): void => {
    for (let record = recorded[entries.length]; record; record = recorded[entries.length]) {
      if (record.ask.kind !== 'apply' || !isOrphan(record.ask.change) || isSameAsk(ask, record.ask)) return;
      table.applyEffect(record.answer);
      entries.push(record);
    }
  };

  const startInterrupt = (step: AskStep, command: unknown): void => {
    const child = interrupts(command, current);
    interrupted.push({ procedure: current, step });
    current = child;
  };

  function* rest(answer: unknown): Procedure<T> {
    let step = current.next(answer);
    for (;;) {
      while (!step.done) step = current.next(yield step.value);
      const parent = interrupted.pop();
      if (!parent) return step.value as T;
      current = parent.procedure;
      step = continueAfterInterrupt(current, parent.step);
    }
  }

  advance(undefined);

  return {
    entries,
    get open() {
      return open?.ask ?? null;
    },
    get depth() {
      return interrupted.length + sections;
    },
    get outcome() {
      return outcome;
    },
    answer(answer, user) {
      if (!open) throw new TranscriptError('left-over', entries.length, 'the procedure has ended');
      const { ask } = open;
      const value = parseAnswer(ask, answer, entries.length);
      entries.push({ ask, answer, ...(user !== undefined && { user }) });
      advance(value);
    },
    interrupt(command, user) {
      if (!open) throw new TranscriptError('left-over', entries.length, 'the procedure has ended');
      startInterrupt(open.step, command);
      entries.push({ ask: { kind: 'interrupt', command }, answer: null, ...(user !== undefined && { user }) });
      advance(undefined);
    },
    restAfter(answer) {
      if (!open) throw new TranscriptError('left-over', entries.length, 'the procedure has ended');
      return rest(parseAnswer(open.ask, answer, entries.length));
    },
  };
}

/** Throws TranscriptError `mismatch` unless both asks are the same. */
function assertSameAsk(asked: Ask, recorded: Entry['ask'], at: number): void {
  if (!isSameAsk(asked, recorded))
    throw new TranscriptError('mismatch', at, `asks ${JSON.stringify(asked)}, recorded ${JSON.stringify(recorded)}`);
}

/** Returns the value of an answer. Throws TranscriptError `invalid` if it does not fit. */
function parseAnswer(ask: InputAsk, answer: Answer, at: number): unknown {
  try {
    return readAnswer(ask, answer);
  } catch (error) {
    if (error instanceof FacesError || error instanceof AnswerError)
      throw new TranscriptError('invalid', at, `${ask.id}: ${error.message}`);
    throw error;
  }
}

const isFirstPart = (lenient: ReplayRules | null, ask: Ask, { ask: recorded }: Entry): boolean =>
  ask.kind === 'apply' && recorded.kind === 'apply' && lenient?.isPartOf(ask.change, recorded.change) === true;

/** Returns an ask as it is recorded. */
function withoutHints<A extends Ask>(ask: A): A {
  if (!hintsOf(ask)) return ask;
  const { hints: _, ...recorded } = ask as A & { readonly hints: unknown };
  return recorded as unknown as A;
}

type AskStep = IteratorYieldResult<Ask>;

interface OpenStep {
  readonly step: AskStep;
  readonly ask: InputAsk;
}

interface Interrupted {
  readonly procedure: Procedure<unknown>;
  readonly step: AskStep;
}
