import type { Reason } from '../../kernel/ask';

/** How many of the last refusals are kept: enough for whoever reads a report. */
const KEPT = 20;

/** What was refused in this window since it was opened, by the ids of reasons and nothing else: they name nobody. */
const refusals: string[] = [];

/** Notes that something was refused, or failed. */
export function noteRefusal(reasons: readonly Reason[]): void {
  if (reasons.length === 0) return;
  refusals.push(reasons.map(({ id }) => id).join('+'));
  refusals.splice(0, refusals.length - KEPT);
}

/** The last ones, oldest first. */
export const lastRefusals = (): readonly string[] => refusals;

/** Another module's hook said no to one of the operations, and so nothing was written. */
export class BlockedError extends Error {
  override readonly name = 'BlockedError';
}

/** Another tab has written this very step: what was judged here was judged on what is no more. Nothing was written. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError';
}

/** The server has refused the step, most often because something it would have changed was deleted meanwhile. Nothing was written. */
export class NotWrittenError extends Error {
  override readonly name = 'NotWrittenError';
}

/** For the `catch` of a write: throws what the server has said as a NotWrittenError. */
export function throwNotWritten(error: unknown): never {
  throw new NotWrittenError(error instanceof Error ? error.message : String(error), { cause: error });
}
