import type { Reason } from '../../kernel/ask';

const MAX_REFUSALS = 20;

/** Only ids of reasons, which name no user. */
const refusals: string[] = [];

export function noteRefusal(reasons: readonly Reason[]): void {
  if (reasons.length === 0) return;
  refusals.push(reasons.map(({ id }) => id).join('+'));
  refusals.splice(0, refusals.length - MAX_REFUSALS);
}

export const lastRefusals = (): readonly string[] => refusals;

/** A hook of another module prevented the operation. Nothing was written. */
export class BlockedError extends Error {
  override readonly name = 'BlockedError';
}

/** Another tab has written this step, so the decision was based on outdated state. Nothing was written. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError';
}

/** The server refused the step, usually because a document was deleted meanwhile. Nothing was written. */
export class NotWrittenError extends Error {
  override readonly name = 'NotWrittenError';
}

/** The server answered too late to go on safely, because others may treat this tab as gone by now. Nothing was written. */
export class LateError extends NotWrittenError {}

/** Throws the server's error of a write as a NotWrittenError. */
export function throwNotWritten(error: unknown): never {
  throw new NotWrittenError(error instanceof Error ? error.message : String(error), { cause: error });
}
