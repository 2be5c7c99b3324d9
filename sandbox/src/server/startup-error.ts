/** Something the person at the command line can mend; printed as one line, without a stack. */
export class StartupError extends Error {
  constructor(message: string) {
    super(message.replace(/\s*\n\s*/g, ' '));
    this.name = 'StartupError';
  }
}
