import { loadAdapter } from '../../adapters/registry';
import { hasUnstoredItems } from '../../host/deleted-items';
import { type ExchangeDocument, isAvailable } from '../../host/exchange-document';
import { encounterOf } from '../../host/store';
import { NotWrittenError, OvertakenError } from '../../platform/refusals';
import { combatSystem, type OpenExchange } from '../../stored/systems';
import { withPause } from '../asks/deadline';
import { continueExchange } from './advance';
import { isSameOpenAsk, needsNoAnswer, renewAsk, resumeOpen, storeOpenAsk } from './resume';
import { retryStep } from './retry';
import { type StepContext, withStepContext } from './submission';

/** Checks the open exchange after something was deleted: writes a fault if it cannot continue, and renews an ask that has changed. */
export const recheckOpenAsk = (host: ExchangeDocument): Promise<void> => review(host, recheckNow);

/**
 * Stops the time limits of the open exchange while the game is paused, and lets them run on with what was left.
 * @param at when the game was paused or went on, in server time
 */
export const storePause = (host: ExchangeDocument, at: number): Promise<void> =>
  review(host, async (context, open) => {
    const asks = withPause(open.asks, at);
    if (asks) await storeOpenAsk(context, { ...open, asks });
  });

type Review = (context: StepContext, open: OpenExchange) => Promise<void>;

async function review(host: ExchangeDocument, work: Review): Promise<void> {
  try {
    await retryStep(() => reviewNow(host, work));
  } catch (error) {
    // The next deletion or pause triggers its own check.
    if (!(error instanceof NotWrittenError || error instanceof OvertakenError)) throw error;
  }
}

async function reviewNow(host: ExchangeDocument, work: Review): Promise<void> {
  const adapter = await loadAdapter(host.type);
  const encounter = encounterOf(host);
  const { open } = combatSystem(host);
  if (!adapter || !encounter || !open || open.fault || !isAvailable(host)) return;
  await withStepContext(host, adapter, encounter, (context) => work(context, open));
}

async function recheckNow(context: StepContext, open: OpenExchange): Promise<void> {
  const resumed = await resumeOpen(context, open);
  const ask = resumed?.play.run.open;
  if (resumed && needsNoAnswer(resumed)) await continueExchange(context, resumed);
  else if (ask && !isSameOpenAsk(open, ask)) await renewAsk(context, open, ask);
  else if (ask && hasUnstoredItems(context.host, open)) await storeOpenAsk(context, open);
}
