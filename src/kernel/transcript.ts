import type { Answer, ApplyAsk, Ask, PersonAsk } from './ask';
import { FacesError, totalOf } from './dice';

/** Raised when a change of the kernel makes older transcripts unreadable. */
export const TRANSCRIPT_VERSION = 1;

/** One ask with its answer. Of an `apply` the answer is the effect that happened, or null. */
export type Entry =
  | { readonly ask: PersonAsk; readonly answer: Answer; readonly user?: string }
  | { readonly ask: ApplyAsk; readonly answer: unknown };

export interface Transcript {
  readonly version: number;
  readonly entries: readonly Entry[];
}

export type TranscriptFault =
  | 'version' // written by a kernel that counted otherwise
  | 'mismatch' // the procedure asks something else than what was recorded
  | 'invalid' // the answer is no answer to that ask
  | 'missing' // the procedure asks on, the record has ended
  | 'left-over'; // the procedure has ended, the record goes on

/** A transcript that cannot be followed. Nothing is guessed: the fault, the place and both sides are named. */
export class TranscriptError extends Error {
  override readonly name = 'TranscriptError';
  constructor(
    readonly fault: TranscriptFault,
    /** The entry's place in the transcript, from 0. */
    readonly at: number,
    detail: string,
  ) {
    super(`transcript ${fault} at entry ${at}: ${detail}`);
  }
}

/** What a procedure is resumed with for this answer. Throws TranscriptError `invalid` where it is none. */
export function readAnswer(ask: PersonAsk, answer: Answer, at: number): number | string {
  if (!Array.isArray(answer)) throw new TranscriptError('invalid', at, `${ask.id} wants a list`);
  if (ask.kind === 'dice') {
    try {
      return totalOf(ask.dice, answer as readonly number[]);
    } catch (error) {
      if (error instanceof FacesError) throw new TranscriptError('invalid', at, `${ask.id}: ${error.message}`);
      throw error;
    }
  }
  const [taken] = answer as readonly string[];
  const option = answer.length === 1 ? ask.options.find(({ id }) => id === taken) : undefined;
  if (!option) throw new TranscriptError('invalid', at, `${ask.id} offers no ${answer.join(', ') || 'empty answer'}`);
  if (option.whyNot.length > 0)
    throw new TranscriptError('invalid', at, `${ask.id}: ${taken} is barred by ${option.whyNot[0]!.id}`);
  return option.id;
}

/** Whether two JSON values are the same, whatever the order of keys; a key holding undefined counts as absent. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const key of keys)
    if (!same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key])) return false;
  return true;
}

/** Throws TranscriptError `mismatch` unless the ask is the one recorded. */
export function mustMatch(asked: Ask, recorded: Ask, at: number): void {
  if (!same(asked, recorded))
    throw new TranscriptError('mismatch', at, `asks ${JSON.stringify(asked)}, recorded ${JSON.stringify(recorded)}`);
}
