import { partsOf } from '../../kernel/answer';
import type { Answer, InputAsk } from '../../kernel/ask';
import { isSameAsk } from '../../kernel/transcript';
import { loadAdapter } from '../adapters/registry';
import { type ExchangeDocument, isAvailable } from '../host/exchange-document';
import { encounterOf } from '../host/store';
import { updateDocument } from '../platform/documents';
import { NotWrittenError, OvertakenError, throwNotWritten } from '../platform/refusals';
import { replacement } from '../platform/v14';
import { combatSystem, type OpenAsk, type OpenExchange } from '../stored/systems';
import { advanceExchange, type RunningExchange } from './advance';
import { expiredDice, hostOperations, unbindUpdates } from './commit';
import { withDeadlines } from './deadline';
import { openParts } from './open-asks';
import { entriesOf } from './record';
import { replayExchange } from './replay';
import { type Acceptance, refereeSubmission, type StepContext, withStepContext } from './submission';
import { activeCommandIn } from './withheld';
import { write } from './write';

export const isSameOpenAsk = (open: OpenExchange, ask: InputAsk): boolean =>
  isSameAsk(
    partsOf(ask),
    open.asks.map((each) => each.ask),
  );

/**
 * Looks at the open exchange again, now that somebody or something has gone: where it cannot go on it is marked, and a question that is
 * no longer the same is asked anew.
 */
export async function recheckOpenAsk(host: ExchangeDocument): Promise<void> {
  const adapter = await loadAdapter(host.type);
  const encounter = encounterOf(host);
  const { open } = combatSystem(host);
  if (!adapter || !encounter || !open || open.fault || !isAvailable(host)) return;
  try {
    await withStepContext(host, adapter, encounter, async (table) => {
      const resumed = await resumeOpen(table, open);
      const ask = resumed?.play.run.open;
      if (resumed && !ask) await continueWithoutAsk(table, resumed);
      else if (ask && !isSameOpenAsk(open, ask)) await renewAsk(table, open, ask);
    });
  } catch (error) {
    // More has gone meanwhile, and is looked at in its turn.
    if (!(error instanceof NotWrittenError || error instanceof OvertakenError)) throw error;
  }
}

/** Nobody is left to whom the question could be put: the exchange goes on as if they had let it pass. */
export const continueWithoutAsk = (
  table: StepContext,
  resumed: Omit<RunningExchange, 'requests'>,
): Promise<Acceptance> => advanceExchange(table, refereeSubmission(), { ...resumed, requests: [] }, []);

/** The same question as it stands now, under new keys: what was offered when it was asked is no longer what there is. */
export async function renewAsk(table: StepContext, open: OpenExchange, ask: InputAsk): Promise<void> {
  const { host, adapter, encounter } = table;
  const { command, entries } = entriesOf(combatSystem(host), open.exchange);
  const next = combatSystem(host).step + 1;
  const asks = openParts(host, adapter.ruleset, ask, next, activeCommandIn(command, entries), thrownIn(open, ask));
  await storeOpenAsk(table, { ...open, asks: withDeadlines(host, adapter.ruleset, encounter, asks) });
}

/** The dice that the referee has thrown already for those asked together, by the parts of the renewed question. */
const thrownIn = ({ asks }: OpenExchange, ask: InputAsk): (Answer | null)[] =>
  ask.kind === 'all'
    ? ask.asks.map((part) => {
        const isSame = (other: OpenAsk): boolean => part.kind === 'dice' && isSameAsk([other.ask], [part]);
        return asks.find(isSame)?.given ?? null;
      })
    : [];

/** Writes what is known of the open exchange, and nothing else. */
export async function storeOpenAsk({ host, adapter, encounter, dice }: StepContext, open: OpenExchange): Promise<void> {
  const { step: last, cursor } = combatSystem(host);
  const step = last + 1;
  const thrown = unbindUpdates(expiredDice(host, adapter.ruleset.momentOf(encounter.clock), dice.used));
  await write(host, step, hostOperations(host, encounter, { step, cursor, open, history: {}, thrown }, null));
  dice.markWritten();
}

/** Replays the open exchange to where it waits; where that cannot be done, marks it for the game master and returns null. */
export async function resumeOpen(
  { host, encounter }: StepContext,
  open: OpenExchange,
): Promise<Omit<RunningExchange, 'requests'> | null> {
  const exchange = entriesOf(combatSystem(host), open.exchange);
  const { command, entries } = exchange;
  const play = replayExchange(exchange, open.card, encounter);
  if (!('fault' in play)) return { command, play, goesOn: open, before: entries };
  const marked = replacement({ ...open, fault: play.fault });
  await updateDocument(host, { system: { open: marked } }).catch(throwNotWritten);
  return null;
}
