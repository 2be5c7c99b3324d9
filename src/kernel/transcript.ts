import { AnswerError, readAnswer } from './answer';
import type { Answer, ApplyAsk, Ask, InputAsk, SectionAsk } from './ask';
import { deepEqual } from './deep-equal';
import { FacesError } from './dice';

/** Raised when a change of the kernel makes older transcripts unreadable. */
export const TRANSCRIPT_VERSION = 1;

/** Somebody cuts in unasked, at a pause: the child of this command runs, then the same ask waits anew. */
interface InterruptAsk {
  readonly kind: 'interrupt';
  readonly command: unknown;
}

/** Who answered, where it was nobody's hand: an order left beforehand, or time that was up. */
export const BY_ORDER = 'order';
export const BY_TIME = 'time';

/** One ask with its answer. Of an `apply` the answer is the effect that happened, or null; marks have none. */
export type Entry =
  | { readonly ask: InputAsk; readonly answer: Answer; readonly user?: string }
  | { readonly ask: ApplyAsk; readonly answer: unknown }
  | { readonly ask: SectionAsk; readonly answer: null }
  | { readonly ask: InterruptAsk; readonly answer: null; readonly user?: string };

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
export function parseAnswer(ask: InputAsk, answer: Answer, at: number): unknown {
  try {
    return readAnswer(ask, answer);
  } catch (error) {
    if (error instanceof FacesError || error instanceof AnswerError)
      throw new TranscriptError('invalid', at, `${ask.id}: ${error.message}`);
    throw error;
  }
}

/**
 * Whether something is asked as it was before. Names and texts among facts are only read, and decide nothing: whoever or whatever they
 * name may be called otherwise by now.
 */
export const isSameAsk = (a: unknown, b: unknown): boolean =>
  deepEqual(a, b) || deepEqual(withoutNames(a), withoutNames(b));

function withoutNames(value: unknown, isRead = false): unknown {
  if (typeof value === 'string') return isRead ? '' : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => withoutNames(each, isRead));
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, each]) => [key, withoutNames(each, isRead || key === 'facts' || key === 'name')]),
  );
}

/** Throws TranscriptError `mismatch` unless the ask is the one recorded. */
export function assertSameAsk(asked: Ask, recorded: Entry['ask'], at: number): void {
  if (!isSameAsk(asked, recorded))
    throw new TranscriptError('mismatch', at, `asks ${JSON.stringify(asked)}, recorded ${JSON.stringify(recorded)}`);
}
