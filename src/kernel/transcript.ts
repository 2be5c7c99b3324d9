import type { Answer, ApplyAsk, InputAsk, SectionAsk } from './ask';
import { deepEqual } from './deep-equal';

/** Increased when a kernel change makes older transcripts unreadable. */
export const TRANSCRIPT_VERSION = 1;

/** An interrupt while an ask is open: the child of this command runs, then the ask is open again. */
interface InterruptAsk {
  readonly kind: 'interrupt';
  readonly command: unknown;
}

/** Pseudo users: the answer came from an order or from a timeout. */
export const BY_ORDER = 'order';
export const BY_TIME = 'time';

/** One ask with its answer. The answer to an `apply` is the effect, or null. */
export type Entry =
  | { readonly ask: InputAsk; readonly answer: Answer; readonly user?: string }
  | { readonly ask: ApplyAsk; readonly answer: unknown }
  | { readonly ask: SectionAsk; readonly answer: null }
  | { readonly ask: InterruptAsk; readonly answer: null; readonly user?: string };

export interface Transcript {
  readonly version: number;
  readonly entries: readonly Entry[];
}

type TranscriptFault =
  | 'version' // written by another version of the kernel
  | 'mismatch' // the procedure asks something else
  | 'invalid' // the answer does not fit the ask
  | 'missing' // the record ends before the procedure
  | 'left-over'; // the procedure ends before the record

/** A transcript that cannot be replayed. Names the fault, the entry and both sides; nothing is guessed. */
export class TranscriptError extends Error {
  override readonly name = 'TranscriptError';
  constructor(
    readonly fault: TranscriptFault,
    /** Index of the entry, from 0. */
    readonly at: number,
    detail: string,
  ) {
    super(`transcript ${fault} at entry ${at}: ${detail}`);
  }
}

/**
 * Returns true if both asks are equal, ignoring names and texts in facts: they decide nothing and may have been
 * renamed.
 */
export const isSameAsk = (a: unknown, b: unknown): boolean =>
  deepEqual(a, b) || deepEqual(withoutNames(a), withoutNames(b));

function withoutNames(value: unknown, isIgnored = false): unknown {
  if (typeof value === 'string') return isIgnored ? '' : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => withoutNames(each, isIgnored));
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, each]) => [key, withoutNames(each, isIgnored || key === 'facts' || key === 'name')]),
  );
}
