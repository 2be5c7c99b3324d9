import type { Answer, InputAsk } from './ask';
import type { Procedure } from './procedure';
import type { Table } from './table';
import { assertSameAsk, type Entry, parseAnswer, TranscriptError } from './transcript';

/** A procedure on its way: what it has asked and been told, and the one ask it waits at. */
export interface Run<T> {
  /** Every ask answered so far, this run's and those it was resumed from. */
  readonly entries: readonly Entry[];
  /** The ask that waits for people; null once the procedure has ended. */
  readonly open: InputAsk | null;
  /** How many children deep the ask is that waits: in sections, or having cut in. None may cut into a child. */
  readonly depth: number;
  /** Set once `open` is null. */
  readonly outcome: T | undefined;
  /** Answers the open ask and runs on to the next. Throws TranscriptError `invalid` and stays where it was if it is no answer. */
  answer(answer: Answer, user?: string): void;
  /** Cuts in at the pause: runs the child of this command; when it has ended, the same ask waits anew. */
  interrupt(command: unknown, user?: string): void;
}

/** Makes the procedure of a command that cuts in. */
export type InterruptFactory = (command: unknown) => Procedure<unknown>;

const none: InterruptFactory = () => {
  throw new Error('nothing may cut in here');
};

/**
 * Starts a procedure, follows the recorded entries, and stops at the first ask that has no answer yet.
 * An `apply` found in the record is done as recorded, never computed anew.
 * Throws TranscriptError `mismatch`, `invalid` or `left-over` where record and procedure part.
 */
export function run<T>(
  procedure: Procedure<T>,
  table: Table,
  recorded: readonly Entry[] = [],
  interrupts: InterruptFactory = none,
): Run<T> {
  const entries: Entry[] = [];
  /** Procedures that have been cut into, each with the ask it will wait at again. */
  const waiting: { readonly procedure: Procedure<unknown>; readonly ask: InputAsk }[] = [];
  let sections = 0;
  let running: Procedure<unknown> = procedure;
  let open: InputAsk | null = null;
  let outcome: T | undefined;

  /** Runs until an ask is open that the record does not answer. */
  const advance = (value: unknown): void => {
    let resumeWith = value;
    for (;;) {
      const step = running.next(resumeWith);
      resumeWith = undefined;
      if (step.done) {
        const parent = waiting.pop();
        if (!parent) {
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
        running = parent.procedure;
        open = parent.ask;
      } else {
        const ask = step.value;
        const record = recorded[entries.length];
        if (ask.kind === 'apply' || ask.kind === 'section') {
          if (record) assertSameAsk(ask, record.ask, entries.length);
          if (ask.kind === 'section') {
            sections += ask.command === null ? -1 : 1;
            entries.push({ ask, answer: null });
          } else {
            if (record) table.applyEffect(record.answer);
            resumeWith = record ? record.answer : table.apply(ask.change);
            entries.push((record as Entry | undefined) ?? { ask, answer: resumeWith });
          }
          continue;
        }
        open = ask;
      }
      // Here an ask is open: the record may answer it, or cut in.
      const record = recorded[entries.length];
      if (!record || !open) return;
      if (record.ask.kind === 'interrupt') {
        cutIn(open, record.ask.command);
        entries.push(record);
        continue;
      }
      assertSameAsk(open, record.ask, entries.length);
      resumeWith = parseAnswer(open, record.answer as Answer, entries.length);
      entries.push(record);
    }
  };

  const cutIn = (ask: InputAsk, command: unknown): void => {
    const child = interrupts(command);
    waiting.push({ procedure: running, ask });
    running = child;
  };

  advance(undefined);

  return {
    entries,
    get open() {
      return open;
    },
    get depth() {
      return waiting.length + sections;
    },
    get outcome() {
      return outcome;
    },
    answer(answer, user) {
      if (!open) throw new TranscriptError('left-over', entries.length, 'the procedure has ended');
      const value = parseAnswer(open, answer, entries.length);
      entries.push({ ask: open, answer, ...(user !== undefined && { user }) });
      advance(value);
    },
    interrupt(command, user) {
      if (!open) throw new TranscriptError('left-over', entries.length, 'the procedure has ended');
      cutIn(open, command);
      entries.push({ ask: { kind: 'interrupt', command }, answer: null, ...(user !== undefined && { user }) });
      advance(undefined);
    },
  };
}
