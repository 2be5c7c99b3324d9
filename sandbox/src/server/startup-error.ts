export { messageOf } from '../shared/errors';

/** Something the person at the command line can mend; printed as one line, without a stack. */
export class StartupError extends Error {
  constructor(message: string) {
    super(message.replace(/\s*\n\s*/g, ' '));
    this.name = 'StartupError';
  }
}

/** Returns the cause of an error, or the error itself. */
export const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause ? error.cause : error);
