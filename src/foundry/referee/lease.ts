import type { Reason } from '../../kernel/ask';
import type { ExchangeDocument } from '../host/exchange-document';
import { throwNotWritten } from '../platform/refusals';
import { SYSTEM_ID } from '../platform/settings';
import { readStorage, writeStorage } from '../platform/storage';
import { text } from '../platform/text';
import { replacement } from '../platform/v14';
import { combatSystem } from '../stored/systems';

/** One client, until it reloads. Two tabs of one game master are two. */
export const CLIENT_ID = foundry.utils.randomID();

/** A referee that leaves a ping unanswered for so long has gone. Milliseconds. */
export const PING_TIMEOUT = 2000;
const CHANNEL = `system.${SYSTEM_ID}`;
const LAST_CLIENT = 'cadence.client';

/** Clients that are known to be no more. */
const gone = new Set<string>();
const asking = new Map<string, Promise<boolean>>();

type Signal = { readonly ping: string } | { readonly pong: string };

/** Begins to answer for this client. Once, when the table is ready. */
export function watchLease(): void {
  game.socket.on(
    CHANNEL as never,
    ((signal: Partial<Signal> | null) => {
      // Whoever is connected may send anything here.
      if (typeof signal !== 'object' || signal === null) return;
      if ('ping' in signal && signal.ping === CLIENT_ID) emit({ pong: CLIENT_ID });
      if ('pong' in signal) heard.get(String(signal.pong))?.();
    }) as never,
  );
  // A tab that was reloaded knows that its former self is no more; a duplicated one has the same memory, and its model is alive.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const former = readStorage('sessionStorage', LAST_CLIENT);
  if (former && navigation?.type === 'reload') gone.add(former);
  writeStorage('sessionStorage', LAST_CLIENT, CLIENT_ID);
}

const emit = (signal: Signal): void => void game.socket.emit(CHANNEL as never, signal as never);
const heard = new Map<string, () => void>();

/** Whether this client referees the combat: it is named there, or whoever is has gone and this is the active game master's. */
export function isReferee(host: ExchangeDocument): boolean {
  if (!game.user.isGM) return false;
  const { referee } = combatSystem(host);
  if (referee?.client === CLIENT_ID) return true;
  return (referee === null || hasGone(referee)) && game.user.isActiveGM;
}

/** A game master who is none any more has gone, too, though their window may stand open. */
function hasGone({ user: id, client }: { user: string; client: string }): boolean {
  const user = game.users?.get(id);
  return gone.has(client) || !user?.active || !user.isGM;
}

/** Asks whether the named referee is still there, where this client would have to take its place. Resolves when that is known. */
export async function checkLease(host: ExchangeDocument): Promise<void> {
  const { referee } = combatSystem(host);
  if (!referee || !game.user.isActiveGM || referee.client === CLIENT_ID || hasGone(referee)) return;
  if (!(await answers(referee.client))) gone.add(referee.client);
}

/** Whether a window is still there; asks it, where nobody knows. */
export async function isClientAlive(who: { readonly user: string; readonly client: string }): Promise<boolean> {
  if (hasGone(who)) return false;
  if (await answers(who.client)) return true;
  gone.add(who.client);
  return false;
}

function answers(client: string): Promise<boolean> {
  let asked = asking.get(client);
  if (!asked) {
    asked = new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), PING_TIMEOUT);
      heard.set(client, () => {
        clearTimeout(timer);
        resolve(true);
      });
      emit({ ping: client });
    }).finally(() => {
      asking.delete(client);
      heard.delete(client);
    });
    asking.set(client, asked);
  }
  return asked;
}

/** Who referees, as a game master sees it. */
interface RefereeStatus {
  readonly here: boolean;
  readonly user: string;
  readonly name: string;
  /** The one named in the Combat is no longer there. */
  readonly away: boolean;
}

export function refereeStatus(host: ExchangeDocument): RefereeStatus {
  const { referee } = combatSystem(host);
  const user = referee?.user ?? game.users?.activeGM?.id ?? '';
  const name = game.users?.get(user)?.name ?? text('CADENCE.App.gamemaster');
  return { here: isReferee(host), user, name, away: referee !== null && hasGone(referee) };
}

/** Names this client in the Combat. @returns why not */
export async function assignReferee(host: ExchangeDocument): Promise<readonly Reason[]> {
  if (!game.user.isGM) return [{ id: 'not-referee' }];
  await host
    .update({ system: { referee: replacement({ user: game.user.id, client: CLIENT_ID }) } } as never)
    .catch(throwNotWritten);
  return [];
}
