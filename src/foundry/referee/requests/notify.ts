import type { Reason } from '../../../kernel/ask';
import { adapterOf } from '../../adapters/registry';
import { type ExchangeDocument, isAvailable } from '../../host/exchange-document';
import { notify, notifyOnce } from '../../platform/notice';
import { BlockedError, NotWrittenError, noteRefusal, OvertakenError } from '../../platform/refusals';
import { reasonsText } from '../../platform/text';

/**
 * Shows reasons to this user, if any.
 * @param about a key that limits repetition, for reasons that a player could provoke any number of times
 */
export function notifyReasons(host: ExchangeDocument | null, reasons: readonly Reason[], about?: string): void {
  noteRefusal(reasons);
  const ruleset = adapterOf(host?.type)?.ruleset.id ?? null;
  if (reasons.length === 0) return;
  const message = reasonsText(ruleset, reasons);
  if (about === undefined) notify('warn', message);
  else notifyOnce('warn', about, message);
}

/** Returns the reason why a step was not written. Unexpected errors are logged with their stack. */
export function failureOf(error: unknown): Reason {
  if (error instanceof OvertakenError) return { id: 'overtaken' };
  if (error instanceof BlockedError) return { id: 'blocked' };
  // A refusal by the server is expected, such as for a document just deleted; all else is a bug.
  if (!(error instanceof NotWrittenError)) console.error('Cadence | nothing was written', error);
  return { id: 'not-written', data: { detail: error instanceof Error ? error.message : String(error) } };
}

/** Reports an error of background work, unless its host is gone. */
export function notifyFailure(host: ExchangeDocument | null, error: unknown): void {
  const why = failureOf(error);
  if (!host || isAvailable(host)) notifyReasons(host, [why]);
}

/** Runs what this user asked for. Returns why it failed. */
export async function reasonsAfter(work: () => Promise<readonly Reason[]>): Promise<readonly Reason[]> {
  // A message sent while offline would arrive long after it was meant.
  if (!game.socket.connected) return [{ id: 'no-connection' }];
  return work().catch((error: unknown) => [failureOf(error)]);
}

/** Runs what this user asked for and shows why it failed. */
export async function attempt(host: ExchangeDocument, work: () => Promise<readonly Reason[]>): Promise<void> {
  notifyReasons(host, await reasonsAfter(work));
}
