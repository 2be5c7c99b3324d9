import type { Reason } from '../../kernel/ask';
import { reasonsText } from '../platform/text';

/** An action was refused. The message is localized. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  constructor(
    message: string,
    /** Ids of the reasons. */
    readonly reasons: readonly string[],
  ) {
    super(message);
  }
}

export const refusalOf = (rulesetId: string, reasons: readonly Reason[]): RefusalError =>
  new RefusalError(
    reasonsText(rulesetId, reasons),
    reasons.map(({ id }) => id),
  );
