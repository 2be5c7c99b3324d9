import { partsOf } from '../../kernel/answer';
import type { Answer, InputAsk } from '../../kernel/ask';
import { isSameAsk } from '../../kernel/transcript';
import { rulesOf } from '../adapters/registry';
import { type ExchangeDocument, isStanding } from '../host/host';
import { encounterOf } from '../host/store';
import { updateDocument } from '../platform/documents';
import { NotWrittenError, OvertakenError, refusedByServer } from '../platform/refusals';
import { replacement } from '../platform/v14';
import { combatSystem, type OpenAsk, type OpenExchange } from '../stored/systems';
import { hostOperations, thrownOver, unbinding } from './commit';
import { timed } from './deadline';
import { replayed } from './fault';
import { openParts } from './open';
import { type Playing, playOn } from './play';
import { entriesOf } from './record';
import { type Acceptance, atTable, byReferee, type Table } from './submission';
import { actingIn } from './withheld';
import { write } from './write';

export const isStill = (open: OpenExchange, ask: InputAsk): boolean =>
  isSameAsk(
    partsOf(ask),
    open.asks.map((each) => each.ask),
  );

/**
 * Looks at the open exchange again, now that somebody or something has gone: where it cannot go on it is marked, and a question that is
 * no longer the same is asked anew.
 */
export async function recheckOpenAsk(host: ExchangeDocument): Promise<void> {
  const adapter = await rulesOf(host.type);
  const encounter = encounterOf(host);
  const { open } = combatSystem(host);
  if (!adapter || !encounter || !open || open.fault || !isStanding(host)) return;
  try {
    await atTable(host, adapter, encounter, async (table) => {
      const resumed = await resumeOpen(table, open);
      const ask = resumed?.play.run.open;
      if (resumed && !ask) await goWithout(table, resumed);
      else if (ask && !isStill(open, ask)) await renew(table, open, ask);
    });
  } catch (error) {
    // More has gone meanwhile, and is looked at in its turn.
    if (!(error instanceof NotWrittenError || error instanceof OvertakenError)) throw error;
  }
}

/** Nobody is left to whom the question could be put: the exchange goes on as if they had let it pass. */
export const goWithout = (table: Table, resumed: Omit<Playing, 'requests'>): Promise<Acceptance> =>
  playOn(table, byReferee(), { ...resumed, requests: [] }, []);

/** The same question as it stands now, under new keys: what was offered when it was asked is no longer what there is. */
export async function renew(table: Table, open: OpenExchange, ask: InputAsk): Promise<void> {
  const { host, adapter, encounter } = table;
  const { command, entries } = entriesOf(combatSystem(host), open.exchange);
  const next = combatSystem(host).step + 1;
  const asks = openParts(host, adapter.ruleset, ask, next, actingIn(command, entries), thrownIn(open, ask));
  await storeOpenAsk(table, { ...open, asks: timed(host, adapter.ruleset, encounter, asks) });
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
export async function storeOpenAsk({ host, adapter, encounter, dice }: Table, open: OpenExchange): Promise<void> {
  const { step: last, cursor } = combatSystem(host);
  const step = last + 1;
  const thrown = unbinding(thrownOver(host, adapter.ruleset.momentOf(encounter.clock), dice.used));
  await write(host, step, hostOperations(host, encounter, { step, cursor, open, history: {}, thrown }, null));
  dice.written();
}

/** Replays the open exchange to where it waits; where that cannot be done, marks it for the game master and returns null. */
export async function resumeOpen(
  { host, encounter }: Table,
  open: OpenExchange,
): Promise<Omit<Playing, 'requests'> | null> {
  const exchange = entriesOf(combatSystem(host), open.exchange);
  const { command, entries } = exchange;
  const play = replayed(exchange, open.card, encounter);
  if (!('fault' in play)) return { command, play, goesOn: open, before: entries };
  const marked = replacement({ ...open, fault: play.fault });
  await updateDocument(host, { system: { open: marked } }).catch(refusedByServer);
  return null;
}
