import { GM } from '../../kernel/ask';
import { isRulesetType } from '../adapters/registry';
import { documentsOf, isCardOfGM, isTokenFighter } from '../host/exchange-document';
import { notifyOnce } from '../platform/notice';
import { text } from '../platform/text';
import { forgetParsed, isSecret, type Secret, secretAt, secretOf } from '../stored/secrets';
import { cardSystem } from '../stored/systems';
import { isRecord } from '../stored/validators';
import { rememberSecret } from './remember';
import { stampsIn } from './sealed';

const QUERY = 'cadence.secret';
const ARRIVED = 'cadence.here';
/** Called on a client that has received a secret. */
export const SECRET_HOOK = 'cadence.secret';
/** Milliseconds: the longest total wait for one user's client. */
const MAX_WAIT = 3000;
/** Share of the elapsed time by which the wait for a user recovers. */
const RECOVERY = 0.05;

/** Secrets are sent unasked to those who may know them; a request for one could not be trusted. */
function listenForSecrets(): void {
  const { queries } = CONFIG;
  queries[QUERY] = (data, { user } = {}) => {
    if (!isSecret(data) || !mayShare(user, data.of)) return false;
    rememberSecret(data, user?.id ?? '');
    Hooks.callAll(SECRET_HOOK);
    return true;
  };
  // Another tab of this browser received one. DOM: the event reaches every other window of the same origin.
  globalThis.addEventListener('storage', ({ key }) => {
    if (forgetParsed(key)) Hooks.callAll(SECRET_HOOK);
  });
  // Answers the sender or, if unknown, the named user; both receive only what they may know.
  queries[ARRIVED] = (data, { user: sender } = {}) => {
    const user = sender?.id ?? (isRecord(data) ? data['user'] : null);
    if (typeof user !== 'string') return false;
    // The client was loading, so earlier silence means nothing.
    const recipient = recipients.get(user);
    if (recipient) recipient.silentSince = null;
    shareAll((other) => other.id === user);
    return true;
  };
}

/** Trusts GMs and owners; for an unnamed sender, the stamp alone decides. */
function mayShare(sender: User.Implementation | undefined, of: string): boolean {
  if (!sender || sender.isGM) return true;
  const hosts = isTokenFighter(of) ? [null] : (game.combats?.contents ?? []);
  return hosts.some((host) => documentsOf(host, of).actor?.testUserPermission(sender, 'OWNER') === true);
}

/** Sends known secrets to the connected users who may know them, and announces this client. */
export function watchSecrets(): void {
  shareAll(() => true);
  for (const user of others()) void sendQuery(user, ARRIVED, { user: game.user.id });
}

function shareAll(isIncluded: (user: User.Implementation) => boolean): void {
  shareSealed(isIncluded);
  for (const combat of game.combats?.contents ?? []) {
    if (!isRulesetType(combat.type)) continue;
    for (const combatant of combat.combatants) {
      const secret = combatant.isOwner ? secretOf(combatant) : null;
      if (secret) void sendSecret(secret, usersAllowed(combatant).filter(isIncluded));
    }
  }
}

/** Secrets of a card are sent again to users who connect later. */
function shareSealed(isIncluded: (user: User.Implementation) => boolean): void {
  for (const message of game.messages?.contents ?? []) {
    // A player may write any message, with any stamps in it.
    if (!isCardOfGM(message)) continue;
    const { combat, entries } = cardSystem(message);
    for (const stamp of stampsIn(entries)) {
      const secret = secretAt(stamp);
      if (!secret) continue;
      const { actor } = documentsOf(game.combats?.get(combat) ?? null, secret.of);
      // What is the GM's own is known to GMs only.
      const users = ownersOf(
        secret.of === GM ? null : (actor ?? game.actors?.get(message.speaker.actor ?? '') ?? null),
      );
      void sendSecret(secret, users.filter(isIncluded));
    }
  }
}

export const shareSecret = (combatant: Combatant.Implementation, secret: Secret): Promise<void> =>
  sendSecret(secret, usersAllowed(combatant));

const others = (): User.Implementation[] => (game.users?.contents ?? []).filter((user) => user.active && !user.isSelf);

const usersAllowed = ({ actor }: Combatant.Implementation): User.Implementation[] => ownersOf(actor);

const ownersOf = (actor: Actor.Implementation | null): User.Implementation[] =>
  others().filter((user) => user.isGM || actor?.testUserPermission(user, 'OWNER') === true);

export const shareSecretWith = (actor: Actor.Implementation | null, secret: Secret): Promise<void> =>
  sendSecret(secret, ownersOf(actor));

async function sendSecret(secret: Secret, users: readonly User.Implementation[]): Promise<void> {
  await Promise.all(users.map((user) => sendQuery(user, QUERY, secret)));
}

/** Milliseconds after which the GM is notified of a silent client; until then it may be loading. */
const LOADING_TIME = 30_000;

interface Recipient {
  /** When their client stopped answering, in milliseconds; null while it answers. */
  silentSince: number | null;
  /** How long they may be waited for, as it was at a moment; in milliseconds. */
  wait: { readonly left: number; readonly at: number };
}

/** How the client of each user answers. */
const recipients = new Map<string, Recipient>();

function recipientOf({ id }: User.Implementation): Recipient {
  const known = recipients.get(id ?? '') ?? { silentSince: null, wait: { left: MAX_WAIT, at: 0 } };
  recipients.set(id ?? '', known);
  return known;
}

function recordAnswer(user: User.Implementation, isInTime: boolean): void {
  const recipient = recipientOf(user);
  const since = recipient.silentSince ?? performance.now();
  recipient.silentSince = isInTime || !user.active ? null : since;
  if (recipient.silentSince !== null && game.user.isGM && performance.now() - since > LOADING_TIME)
    notifyOnce('warn', `secret ${user.id}`, text('CADENCE.Notice.unanswered', { user: user.name }));
}

function remainingWaitFor(user: User.Implementation): number {
  const { left, at } = recipientOf(user).wait;
  return Math.min(MAX_WAIT, left + (performance.now() - at) * RECOVERY);
}

/**
 * Sends a query and waits a limited time, so that a silent client does not delay the steps of others.
 * ASSUMPTION A6: a query reaches only its addressee. A client that does not answer receives the secret when it connects.
 */
async function sendQuery(user: User.Implementation, query: typeof QUERY | typeof ARRIVED, data: object): Promise<void> {
  const began = performance.now();
  const left = remainingWaitFor(user);
  const answered = user.query(query, data, { timeout: MAX_WAIT }).then(
    () => true,
    // Only a timeout uses all the time; other failures are immediate.
    () => performance.now() - began < MAX_WAIT,
  );
  void answered.then((isInTime) => recordAnswer(user, isInTime));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, left);
  });
  await Promise.race([answered, expired]);
  clearTimeout(timer);
  const now = performance.now();
  recipientOf(user).wait = { left: Math.max(0, remainingWaitFor(user) - (now - began)), at: now };
}

export const SECRETS = { init: listenForSecrets, ready: watchSecrets };
