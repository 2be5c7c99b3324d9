import type { Reason } from '../../kernel/ask';
import { adapterOf } from '../adapters/registry';
import { type ExchangeDocument, isAvailable } from '../host/exchange-document';
import { notify, notifyOnce } from '../platform/notice';
import { BlockedError, NotWrittenError, noteRefusal, OvertakenError } from '../platform/refusals';
import { reasonsText } from '../platform/text';

/**
 * Says to this user why not; nothing where there is nothing to say.
 * @param about what it is about and who provoked it, where a player could provoke it any number of times
 */
export function notifyReasons(host: ExchangeDocument | null, reasons: readonly Reason[], about?: string): void {
  noteRefusal(reasons);
  const ruleset = adapterOf(host?.type)?.ruleset.id ?? null;
  if (reasons.length === 0) return;
  const said = reasonsText(ruleset, reasons);
  if (about === undefined) notify('warn', said);
  else notifyOnce('warn', about, said);
}

/** What kept a step from being written. What nobody foresaw is logged whole, for whoever looks for its cause. */
export function failureOf(error: unknown): Reason {
  if (error instanceof OvertakenError) return { id: 'overtaken' };
  if (error instanceof BlockedError) return { id: 'blocked' };
  // What the server refuses is the table's affair, such as what was deleted just now; all else is ours.
  if (!(error instanceof NotWrittenError)) console.error('Cadence | nothing was written', error);
  return { id: 'not-written', data: { detail: error instanceof Error ? error.message : String(error) } };
}

/** For the `catch` of what nobody has clicked. With an encounter goes whatever was still to be written to it. */
export function notifyFailure(host: ExchangeDocument | null, error: unknown): void {
  const why = failureOf(error);
  if (!host || isAvailable(host)) notifyReasons(host, [why]);
}

/** Does what this user has asked for. Where it cannot be done, or fails, they are told: nobody else looks at what a click leaves behind. */
export async function attempt(host: ExchangeDocument, work: () => Promise<readonly Reason[]>): Promise<void> {
  // What is sent now would wait unseen, and might be done long after anybody still meant it.
  if (!game.socket.connected) return notifyReasons(host, [{ id: 'no-connection' }]);
  notifyReasons(host, await work().catch((error: unknown) => [failureOf(error)]));
}
