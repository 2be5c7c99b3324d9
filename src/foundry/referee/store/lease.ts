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

/** Tabs that count as gone although their users are connected: they were reloaded, or do not answer. */
const gone = new Map<string, 'reloaded' | 'silent'>();

interface Ping extends Client {
  readonly answer: Promise<boolean>;
  readonly isAlive: () => void;
}

/** The pings that wait for an answer, by user and client. */
const pings = new Map<string, Ping>();

type Signal = { readonly ping: string } | { readonly pong: string };

/** Any connected client may send anything here. Only GMs ping, and only the user whose window is pinged answers for it. */
function receive(signal: unknown, sender: unknown): void {
  if (!isRecord(signal)) return;
  const { ping, pong } = signal;
  // The server appends the sender's id: socketlib, src/socketlib.js. A server that does not is believed.
  const isFrom = (fits: (user: string) => boolean): boolean => typeof sender !== 'string' || fits(sender);
  if (ping === CLIENT_ID && isFrom((user) => game.users?.get(user)?.isGM === true)) emit({ pong: CLIENT_ID });
  if (typeof pong !== 'string') return;
  for (const { user, client, isAlive } of pings.values())
    if (client === pong && isFrom((who) => who === user)) isAlive();
}

/** Starts answering pings for this client. Call once when the game is ready. */
export function watchLease(): void {
  game.socket.on(CHANNEL as never, receive as never);
  // After a reload, the former ids of the tab are gone. A duplicated tab shares the session storage, but its original is alive.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const known = readStorage('sessionStorage', FORMER_CLIENTS);
  const former = known && navigation?.type === 'reload' ? known.split(' ').slice(-KEPT_CLIENTS) : [];
  for (const client of former) gone.set(client, 'reloaded');
  writeStorage('sessionStorage', FORMER_CLIENTS, [...former, CLIENT_ID].join(' '));
}

const emit = (signal: Signal): void => void game.socket.emit(CHANNEL as never, signal as never);

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
  return hasClosed({ user: id, client }) || gone.has(client) || !game.users?.get(id)?.isGM;
}

const hasClosed = ({ user, client }: Client): boolean =>
  gone.get(client) === 'reloaded' || !game.users?.get(user)?.active;

/** Returns the milliseconds after which the last messages of a client that counts as gone have been carried out. */
export const lastMessageTime = (who: Client): number => (hasClosed(who) ? CLOSING_TIME : PING_TIMEOUT);

/** Pings the named referee if this client would replace it. Resolves when the answer is known. */
export async function checkLease(host: ExchangeDocument): Promise<void> {
  const { referee } = combatSystem(host);
  if (!referee || !game.user.isActiveGM || referee.client === CLIENT_ID || hasGone(referee)) return;
  if (!(await respondsToPing(referee))) gone.set(referee.client, 'silent');
}

/** Returns true if a window is open; pings it if that is unknown. */
export async function isClientAlive(who: Client): Promise<boolean> {
  if (hasGone(who)) return false;
  if (await respondsToPing(who)) return true;
  gone.set(who.client, 'silent');
  return false;
}

/** An equal ping under way is not repeated. */
function respondsToPing({ user, client }: Client): Promise<boolean> {
  const key = `${user} ${client}`;
  const known = pings.get(key);
  if (known) return known.answer;
  let isAlive = (): void => {};
  const answer = new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), PING_TIMEOUT);
    isAlive = () => {
      clearTimeout(timer);
      resolve(true);
    };
  }).finally(() => pings.delete(key));
  pings.set(key, { user, client, answer, isAlive });
  emit({ ping: client });
  return answer;
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
