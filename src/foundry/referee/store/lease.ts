import type { Reason } from '../../../kernel/ask';
import type { ExchangeDocument } from '../../host/exchange-document';
import { throwNotWritten } from '../../platform/refusals';
import { SYSTEM_ID } from '../../platform/settings';
import { readStorage, writeStorage } from '../../platform/storage';
import { text } from '../../platform/text';
import { replacement } from '../../platform/v14';
import { combatSystem } from '../../stored/systems';
import { isRecord } from '../../stored/validators';

/** Identifies one client until it reloads; two tabs of one GM differ. */
export const CLIENT_ID = foundry.utils.randomID();

/**
 * Milliseconds after which a referee that does not answer a ping counts as gone. Ping and answer are four messages, which may each take
 * three seconds.
 */
export const PING_TIMEOUT = 16_000;
/** Milliseconds in which the server carries out the last messages of a closed connection. */
const CLOSING_TIME = 2000;
const CHANNEL = `system.${SYSTEM_ID}`;
const FORMER_CLIENTS = 'cadence.client';
/** A tab that is reloaded before it writes anything leaves an older id as the referee's. */
const KEPT_CLIENTS = 8;

/** Tabs that were reloaded, and tabs that do not answer. */
const reloaded = new Set<string>();
const silent = new Set<string>();
const pendingPings = new Map<string, Promise<boolean>>();

type Signal = { readonly ping: string } | { readonly pong: string };

/** Any connected client may send anything here. Only GMs ping, and only the user whose window is pinged answers for it. */
function receive(signal: unknown, sender: unknown): void {
  if (!isRecord(signal)) return;
  const { ping, pong } = signal;
  // The server appends the sender's id: socketlib, src/socketlib.js. A server that does not is believed.
  const isFrom = (fits: (user: string) => boolean): boolean => typeof sender !== 'string' || fits(sender);
  if (ping === CLIENT_ID && isFrom((user) => game.users?.get(user)?.isGM === true)) emit({ pong: CLIENT_ID });
  if (typeof pong !== 'string') return;
  for (const [who, isAlive] of pongHandlers.get(pong) ?? []) if (isFrom((user) => user === who)) isAlive();
}

/** Starts answering pings for this client. Call once when the game is ready. */
export function watchLease(): void {
  game.socket.on(CHANNEL as never, receive as never);
  // After a reload, the former ids of the tab are gone. A duplicated tab shares the session storage, but its original is alive.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const known = readStorage('sessionStorage', FORMER_CLIENTS);
  const former = known && navigation?.type === 'reload' ? known.split(' ').slice(-KEPT_CLIENTS) : [];
  for (const client of former) reloaded.add(client);
  writeStorage('sessionStorage', FORMER_CLIENTS, [...former, CLIENT_ID].join(' '));
}

const emit = (signal: Signal): void => void game.socket.emit(CHANNEL as never, signal as never);
/** By client, then by the user who may answer for it. */
const pongHandlers = new Map<string, Map<string, () => void>>();

/** Returns true if this client referees: the host names it, or the named referee is gone and this is the active GM's client. */
export function isReferee(host: ExchangeDocument): boolean {
  if (!game.user.isGM) return false;
  const { referee } = combatSystem(host);
  if (referee?.client === CLIENT_ID) return true;
  return (referee === null || hasGone(referee)) && game.user.isActiveGM;
}

interface Client {
  readonly user: string;
  readonly client: string;
}

/** A user who lost the GM role counts as gone, even with an open window. */
function hasGone({ user: id, client }: Client): boolean {
  return hasClosed({ user: id, client }) || silent.has(client) || !game.users?.get(id)?.isGM;
}

const hasClosed = ({ user, client }: Client): boolean => reloaded.has(client) || !game.users?.get(user)?.active;

/** Returns the milliseconds after which the last messages of a client that counts as gone have been carried out. */
export const lastMessageTime = (who: Client): number => (hasClosed(who) ? CLOSING_TIME : PING_TIMEOUT);

/** Pings the named referee if this client would replace it. Resolves when the answer is known. */
export async function checkLease(host: ExchangeDocument): Promise<void> {
  const { referee } = combatSystem(host);
  if (!referee || !game.user.isActiveGM || referee.client === CLIENT_ID || hasGone(referee)) return;
  if (!(await respondsToPing(referee))) silent.add(referee.client);
}

/** Returns true if a window is open; pings it if that is unknown. */
export async function isClientAlive(who: Client): Promise<boolean> {
  if (hasGone(who)) return false;
  if (await respondsToPing(who)) return true;
  silent.add(who.client);
  return false;
}

function respondsToPing({ user, client }: Client): Promise<boolean> {
  const key = `${user} ${client}`;
  let pending = pendingPings.get(key);
  if (!pending) {
    const handlers = pongHandlers.get(client) ?? new Map<string, () => void>();
    pongHandlers.set(client, handlers);
    pending = new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), PING_TIMEOUT);
      handlers.set(user, () => {
        clearTimeout(timer);
        resolve(true);
      });
      emit({ ping: client });
    }).finally(() => {
      pendingPings.delete(key);
      handlers.delete(user);
      if (handlers.size === 0) pongHandlers.delete(client);
    });
    pendingPings.set(key, pending);
  }
  return pending;
}

interface RefereeStatus {
  readonly here: boolean;
  readonly user: string;
  readonly name: string;
  /** The referee named in the Combat is gone. */
  readonly away: boolean;
}

export function refereeStatus(host: ExchangeDocument): RefereeStatus {
  const { referee } = combatSystem(host);
  const user = referee?.user ?? game.users?.activeGM?.id ?? '';
  const name = game.users?.get(user)?.name ?? text('CADENCE.App.gamemaster');
  return { here: isReferee(host), user, name, away: referee !== null && hasGone(referee) };
}

/** Makes this client the referee of the host. Returns the reasons against it. */
export async function assignReferee(host: ExchangeDocument): Promise<readonly Reason[]> {
  if (!game.user.isGM) return [{ id: 'not-referee' }];
  await host
    .update({ system: { referee: replacement({ user: game.user.id, client: CLIENT_ID }) } } as never)
    .catch(throwNotWritten);
  return [];
}
