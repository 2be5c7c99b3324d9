import type { Answer, PersonAsk } from './ask';
import type { Procedure } from './procedure';
import type { Table } from './table';
import { type Entry, mustMatch, readAnswer, TranscriptError } from './transcript';

/** A procedure on its way: what it has asked and been told, and the one ask it waits at. */
export interface Run<T> {
  /** Every ask answered so far, this run's and those it was resumed from. */
  readonly entries: readonly Entry[];
  /** The ask that waits for a person; null once the procedure has ended. */
  readonly open: PersonAsk | null;
  /** Set once `open` is null. */
  readonly outcome: T | undefined;
  /** Answers the open ask and runs on to the next. Throws TranscriptError `invalid` and stays where it was if it is no answer. */
  answer(answer: Answer, user?: string): void;
}

/**
 * Starts a procedure, follows the recorded entries, and stops at the first ask that has no answer yet.
 * An `apply` found in the record is done as recorded, never computed anew.
 * Throws TranscriptError `mismatch`, `invalid` or `left-over` where record and procedure part.
 */
export function run<T>(procedure: Procedure<T>, table: Table, recorded: readonly Entry[] = []): Run<T> {
  const entries: Entry[] = [];
  let open: PersonAsk | null = null;
  let outcome: T | undefined;

  const advance = (value: unknown): void => {
    let resumeWith = value;
    for (;;) {
      const step = procedure.next(resumeWith);
      if (step.done) {
        open = null;
        outcome = step.value;
        if (entries.length < recorded.length)
          throw new TranscriptError(
            'left-over',
            entries.length,
            `${recorded.length - entries.length} answers not asked for`,
          );
        return;
      }
      const ask = step.value;
      const record = recorded[entries.length];
      if (record) mustMatch(ask, record.ask, entries.length);
      if (ask.kind !== 'apply') {
        open = ask;
        if (!record) return;
        resumeWith = readAnswer(ask, record.answer as Answer, entries.length);
        entries.push(record);
        continue;
      }
      if (record) table.reduce(record.answer);
      resumeWith = record ? record.answer : table.apply(ask.change);
      entries.push(record ?? { ask, answer: resumeWith });
    }
  };
  advance(undefined);

  return {
    entries,
    get open() {
      return open;
    },
    get outcome() {
      return outcome;
    },
    answer(answer, user) {
      if (!open) throw new TranscriptError('left-over', entries.length, 'the procedure has ended');
      const value = readAnswer(open, answer, entries.length);
      entries.push({ ask: open, answer, ...(user !== undefined && { user }) });
      advance(value);
    },
  };
}
