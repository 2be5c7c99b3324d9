export { messageOf } from '../shared/errors';

/** An error that the user can fix; printed as one line, without a stack. */
export class StartupError extends Error {
  constructor(message: string) {
    super(message.replace(/\s*\n\s*/g, ' '));
    this.name = 'StartupError';
  }
}

export const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause ? error.cause : error);
