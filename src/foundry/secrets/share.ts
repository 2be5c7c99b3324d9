import { isRulesetType } from '../adapters/registry';
import { documentsOf, isCardOfGM, isTokenFighter } from '../host/exchange-document';
import { notifyOnce } from '../platform/notice';
import { text } from '../platform/text';
import { forgetParsed, isSecret, type Secret, secretAt, secretOf } from '../stored/secrets';
import { cardSystem } from '../stored/systems';
import { rememberSecret } from './remember';
import { stampsIn } from './sealed';

const QUERY = 'cadence.secret';
const HERE = 'cadence.here';
/** Called on a client that has been told a secret. */
export const SECRET_HOOK = 'cadence.secret';
/** The longest time to wait for one user's client, all waits taken together. Milliseconds. */
const PATIENCE = 3000;
/** How fast patience with a user comes back: the share of the time that passes. */
const RECOVERY = 0.05;

/** Begins to listen. A secret is told to whoever may know it, and to nobody for the asking: who asks would have to be believed. */
function listenForSecrets(): void {
  const { queries } = CONFIG;
  queries[QUERY] = (data, { user } = {}) => {
    if (!isSecret(data) || !mayTell(user, data.of)) return false;
    rememberSecret(data, user?.id ?? '');
    Hooks.callAll(SECRET_HOOK);
    return true;
  };
  // Another tab of this browser was told one. DOM: the event reaches every other window of the same origin.
  globalThis.addEventListener('storage', ({ key }) => {
    if (forgetParsed(key)) Hooks.callAll(SECRET_HOOK);
  });
  // The sender is told, and where that is not known whoever is named: only what that one may know in either case.
  queries[HERE] = (data, { user: sender } = {}) => {
    const { user: named } = (data ?? {}) as { user?: unknown };
    const user = sender?.id ?? named;
    // It has loaded: what it did not answer before says nothing about it.
    silentSince.delete(String(user));
    shareAll((other) => other.id === user);
    return true;
  };
}

/**
 * Whether somebody is believed about a fighter's secrets: game masters and the fighter's owners are. Where Foundry does not name the sender,
 * the stamp alone decides what a secret is worth.
 */
function mayTell(sender: User.Implementation | undefined, of: string): boolean {
  if (!sender || sender.isGM) return true;
  const hosts = isTokenFighter(of) ? [null] : (game.combats?.contents ?? []);
  return hosts.some((host) => documentsOf(host, of).actor?.testUserPermission(sender, 'OWNER') === true);
}

/** On coming tells those who are there what they may know and perhaps do not, and lets them know that one can be told. */
export function watchSecrets(): void {
  shareAll(() => true);
  for (const user of others()) void ask(user, HERE, { user: game.user.id });
}

function shareAll(isMeant: (user: User.Implementation) => boolean): void {
  shareSealed(isMeant);
  for (const combat of game.combats?.contents ?? []) {
    if (!isRulesetType(combat.type)) continue;
    for (const combatant of combat.combatants) {
      const secret = combatant.isOwner ? secretOf(combatant) : null;
      if (secret) void tell(secret, mayKnow(combatant).filter(isMeant));
    }
  }
}

/** What a card does not say is told again to those who come, for as long as the card is there. */
function shareSealed(isMeant: (user: User.Implementation) => boolean): void {
  for (const message of game.messages?.contents ?? []) {
    // A player may write any message, with anybody's stamps in it.
    if (!isCardOfGM(message)) continue;
    const { combat, entries } = cardSystem(message);
    for (const stamp of stampsIn(entries)) {
      const secret = secretAt(stamp);
      if (!secret) continue;
      const { actor } = documentsOf(game.combats?.get(combat) ?? null, secret.of);
      const users = ownersOf(actor ?? game.actors?.get(message.speaker.actor ?? '') ?? null);
      void tell(secret, users.filter(isMeant));
    }
  }
}

/** Tells a combatant's secret to everybody who is here and may know it. */
export const shareSecret = (combatant: Combatant.Implementation, secret: Secret): Promise<void> =>
  tell(secret, mayKnow(combatant));

const others = (): User.Implementation[] => (game.users?.contents ?? []).filter((user) => user.active && !user.isSelf);

const mayKnow = ({ actor }: Combatant.Implementation): User.Implementation[] => ownersOf(actor);

const ownersOf = (actor: Actor.Implementation | null): User.Implementation[] =>
  others().filter((user) => user.isGM || actor?.testUserPermission(user, 'OWNER') === true);

/** Tells a secret to an actor's owners and the game masters who are here. */
export const shareSecretWith = (actor: Actor.Implementation | null, secret: Secret): Promise<void> =>
  tell(secret, ownersOf(actor));

async function tell(secret: Secret, users: readonly User.Implementation[]): Promise<void> {
  await Promise.all(users.map((user) => ask(user, QUERY, secret)));
}

/** A client that is still loading does not answer yet; after this long its user is named to the game master. Milliseconds. */
const LOADING = 30_000;
/** Since when each user's client has not answered. Milliseconds. */
const silentSince = new Map<string, number>();

function noteAnswer(user: User.Implementation, isInTime: boolean): void {
  const id = user.id ?? '';
  const since = silentSince.get(id) ?? performance.now();
  if (isInTime || !user.active) silentSince.delete(id);
  else silentSince.set(id, since);
  if (silentSince.has(id) && game.user.isGM && performance.now() - since > LOADING)
    notifyOnce('warn', `secret ${id}`, text('CADENCE.Notice.unanswered', { user: user.name }));
}

/** For how long this window still waits for a user's client, and since when that is known. Milliseconds. */
const patience = new Map<string, { readonly left: number; readonly at: number }>();

function patienceWith(user: User.Implementation): number {
  const { left, at } = patience.get(user.id ?? '') ?? { left: PATIENCE, at: 0 };
  return Math.min(PATIENCE, left + (performance.now() - at) * RECOVERY);
}

/**
 * Sends a query and waits for the answer as long as there is patience with the user: a client that answers late or never must not hold
 * up the steps of everybody else. The query goes out in any case.
 *
 * ASSUMPTION A6: a query reaches its addressee and nobody else. Who does not answer is told again when they come.
 */
async function ask(user: User.Implementation, query: typeof QUERY | typeof HERE, data: object): Promise<void> {
  const began = performance.now();
  const left = patienceWith(user);
  const answered = user.query(query, data, { timeout: PATIENCE }).then(
    () => true,
    // Only a timeout takes all the time there was; other failures come at once.
    () => performance.now() - began < PATIENCE,
  );
  void answered.then((isInTime) => noteAnswer(user, isInTime));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, left);
  });
  await Promise.race([answered, expired]);
  clearTimeout(timer);
  const now = performance.now();
  patience.set(user.id ?? '', { left: Math.max(0, patienceWith(user) - (now - began)), at: now });
}

export const SECRETS = { init: listenForSecrets, ready: watchSecrets };
