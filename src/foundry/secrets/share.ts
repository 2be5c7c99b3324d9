import { isOurs } from '../adapters/registry';
import { documentsOf, isCardOfGM, isGuest } from '../host/host';
import { isSecret, remember, type Secret, secretAt, secretOf } from '../stored/secrets';
import { cardSystem } from '../stored/systems';
import { stampsIn } from './sealed';

const QUERY = 'cadence.secret';
const HERE = 'cadence.here';
/** Called on a client that has been told a secret. */
export const SECRET_HOOK = 'cadence.secret';
/** How long somebody may take to hear it. Milliseconds. */
const PATIENCE = 3000;

/** Begins to listen. A secret is told to whoever may know it, and to nobody for the asking: who asks would have to be believed. */
export function listenForSecrets(): void {
  const { queries } = CONFIG;
  queries[QUERY] = (data, { user } = {}) => {
    if (!isSecret(data) || !mayTell(user, data.of)) return false;
    remember(data);
    Hooks.callAll(SECRET_HOOK);
    return true;
  };
  // The sender is told, and where that is not known whoever is named: only what that one may know in either case.
  queries[HERE] = (data, { user: sender } = {}) => {
    const { user: named } = (data ?? {}) as { user?: unknown };
    const user = sender?.id ?? named;
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
  const hosts = isGuest(of) ? [null] : (game.combats?.contents ?? []);
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
    if (!isOurs(combat.type)) continue;
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
export const share = (combatant: Combatant.Implementation, secret: Secret): Promise<void> =>
  tell(secret, mayKnow(combatant));

const others = (): User.Implementation[] => (game.users?.contents ?? []).filter((user) => user.active && !user.isSelf);

const mayKnow = ({ actor }: Combatant.Implementation): User.Implementation[] => ownersOf(actor);

const ownersOf = (actor: Actor.Implementation | null): User.Implementation[] =>
  others().filter((user) => user.isGM || actor?.testUserPermission(user, 'OWNER') === true);

/** Tells a secret to an actor's owners and the game masters who are here. */
export const shareWith = (actor: Actor.Implementation | null, secret: Secret): Promise<void> =>
  tell(secret, ownersOf(actor));

async function tell(secret: Secret, users: readonly User.Implementation[]): Promise<void> {
  await Promise.all(users.map((user) => ask(user, QUERY, secret)));
}

/** ASSUMPTION A6: a query reaches its addressee and nobody else. Who does not answer is told again when they come. */
async function ask(user: User.Implementation, query: typeof QUERY | typeof HERE, data: object): Promise<unknown> {
  try {
    return await user.query(query, data, { timeout: PATIENCE });
  } catch {
    return null;
  }
}
