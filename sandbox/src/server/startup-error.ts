export { messageOf } from '../shared/errors';

/** Something the person at the command line can mend; printed as one line, without a stack. */
export class StartupError extends Error {
  constructor(message: string) {
    super(message.replace(/\s*\n\s*/g, ' '));
    this.name = 'StartupError';
  }
}

/** What made something go wrong: the cause of an error that names one. */
export const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause ? error.cause : error);
