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
export function refusedByServer(error: unknown): never {
  throw new NotWrittenError(error instanceof Error ? error.message : String(error), { cause: error });
}
