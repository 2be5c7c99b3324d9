import { activeCommandIn } from '../../../encounter/exchange';
import { partsOf } from '../../../kernel/answer';
import type { Answer, InputAsk } from '../../../kernel/ask';
import { isSameAsk } from '../../../kernel/transcript';
import { updateDocument } from '../../platform/documents';
import { throwNotWritten } from '../../platform/refusals';
import { replacement } from '../../platform/v14';
import { combatSystem, type OpenAsk, type OpenExchange } from '../../stored/systems';
import { withDeadlines } from '../asks/deadline';
import { fightersBefore } from '../asks/noted-fighters';
import { openParts } from '../asks/open-asks';
import { entriesOf } from '../asks/record';
import { replayExchange } from '../asks/replay';
import { expiredDice, hostOperations, unbindUpdates } from '../store/commit';
import { write } from '../store/write';
import type { RunningExchange, StepContext } from './submission';

export const isSameOpenAsk = (open: OpenExchange, ask: InputAsk): boolean =>
  isSameAsk(
    partsOf(ask),
    open.asks.map((each) => each.ask),
  );

/** Returns true if it goes on without an answer: its responders are gone, or a fighter has left, or is on another scene. */
export const needsNoAnswer = ({ play }: RunningExchange): boolean =>
  !play.run.open || play.newEntries().some(({ ask }) => ask.kind === 'interrupt');

/** Writes the open ask in its current form, under new keys, because its offers have changed. */
export async function renewAsk(context: StepContext, open: OpenExchange, ask: InputAsk): Promise<void> {
  const { host, adapter, encounter } = context;
  const { command, entries } = entriesOf(combatSystem(host), open.exchange);
  const next = combatSystem(host).step + 1;
  const asks = openParts(host, adapter.ruleset, ask, next, activeCommandIn(command, entries), rollsIn(open, ask));
  await storeOpenAsk(context, { ...open, asks: withDeadlines(host, adapter.ruleset, encounter, asks) });
}

/** The referee's dice of an ask with several parts, by the parts of the renewed ask. */
const rollsIn = ({ asks }: OpenExchange, ask: InputAsk): (Answer | null)[] =>
  ask.kind === 'all'
    ? ask.asks.map((part) => {
        const isSame = (other: OpenAsk): boolean => part.kind === 'dice' && isSameAsk([other.ask], [part]);
        return asks.find(isSame)?.given ?? null;
      })
    : [];

/** Writes the open exchange without adding to the history. */
export async function storeOpenAsk({ host, adapter, encounter, dice }: StepContext, open: OpenExchange): Promise<void> {
  const { step: last, cursor } = combatSystem(host);
  const step = last + 1;
  const boundDice = unbindUpdates(expiredDice(host, adapter.ruleset.momentOf(encounter.clock), dice.used));
  await write(host, step, hostOperations(host, encounter, { step, cursor, open, history: {}, boundDice }, null));
  dice.markWritten();
}

/** Replays the open exchange up to its ask. If that fails, stores the fault and returns null. */
export async function resumeOpen(
  { host, encounter }: StepContext,
  open: OpenExchange,
): Promise<RunningExchange | null> {
  const exchange = entriesOf(combatSystem(host), open.exchange);
  const { command, entries } = exchange;
  const play = replayExchange(exchange, open.card, encounter, fightersBefore(host));
  if (!('fault' in play)) return { command, play, continuesIn: open, before: entries };
  const withFault = replacement({ ...open, fault: play.fault });
  await updateDocument(host, { system: { open: withFault } }).catch(throwNotWritten);
  return null;
}
