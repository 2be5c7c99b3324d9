import type { Procedure } from '../procedure';
import { type InterruptFactory, run } from '../run';
import type { WorkingCopy } from '../table';
import { TRANSCRIPT_VERSION, type Transcript, TranscriptError } from '../transcript';

/** Plays a whole transcript and returns its outcome. Throws TranscriptError if the two diverge. */
export function replay<T>(
  procedure: Procedure<T>,
  table: WorkingCopy,
  transcript: Transcript,
  interrupts?: InterruptFactory,
): T {
  checkVersion(transcript);
  const { open, outcome, entries } = run(procedure, table, transcript.entries, interrupts);
  if (open) throw new TranscriptError('missing', entries.length, `${open.id} has no answer`);
  return outcome as T;
}

/** Throws TranscriptError `version` if the transcript has another version. */
export function checkVersion({ version }: Pick<Transcript, 'version'>): void {
  if (version !== TRANSCRIPT_VERSION)
    throw new TranscriptError('version', 0, `version ${version}, this one reads ${TRANSCRIPT_VERSION}`);
}
