import type { FighterState } from '../../encounter/state';
import { readStorage, writeStorage } from '../platform/storage';
import { isImpostor } from './bearers';
import { sha256 } from './sha256';
import { combatantSystem } from './systems';
import { isJson, isRecord } from './validators';

/** The salt prevents guessing the state from the stamp. */
export interface Secret {
  /** The fighter it belongs to; it does not match the stamp of any other. */
  readonly of: string;
  readonly state: FighterState;
  readonly salt: string;
}

interface StoredSecret {
  readonly secret: Secret;
  /** The user's id; empty if Foundry does not name the sender of a query. */
  readonly by: string;
}

/** Secrets of this user and of GMs that are kept without a reference to their stamps. */
const MOST_UNUSED = 200;
/** Limits for each other user, used or not: number of secrets and characters. */
const QUOTA = { count: 100, size: 100_000 };
/** Eviction frees a quarter, so that it does not run for every secret. */
const AFTER_EVICTION = 0.75;
/** Characters of JSON of a secret from another client. */
const MOST_CHARACTERS = 10_000;

type FindStamps = () => ReadonlySet<string>;

const keyOfWorld = (): string => `cadence.secrets.${game.world.id}`;

/** Stale until read, and after another tab has written. It is kept then, because a full storage does not contain everything. */
let known = { secrets: new Map<string, StoredSecret>(), isStale: true };

/** Returns the public stamp, which identifies the version and reveals nothing else. */
export const stampOf = ({ of, state, salt }: Secret): string =>
  sha256(JSON.stringify([of, salt, Object.entries(state).sort(([a], [b]) => a.localeCompare(b))]));

function load(): Map<string, StoredSecret> {
  const stored = readStored();
  const entries = Object.entries(stored).flatMap(([stamp, entry]): [string, StoredSecret][] => {
    if (!isSecret(entry)) return [];
    const { of, state, salt, by } = entry as Secret & { readonly by?: unknown };
    // Versions up to 0.5 did not store the sender.
    return [[stamp, { secret: { of, state, salt }, by: typeof by === 'string' ? by : (game.userId ?? '') }]];
  });
  return new Map([...known.secrets, ...entries]);
}

function readStored(): Readonly<Record<string, unknown>> {
  try {
    const stored: unknown = JSON.parse(readStorage('localStorage', keyOfWorld()) ?? '{}');
    return isRecord(stored) ? stored : {};
  } catch {
    return {};
  }
}

function all(): Map<string, StoredSecret> {
  if (known.isStale) known = { secrets: load(), isStale: false };
  return known.secrets;
}

/** If the storage is full, unused secrets are left out; if that fails, only memory has them. */
function save(entries: ReadonlyMap<string, StoredSecret>, inUse: FindStamps): void {
  if (isWritten([...entries])) return;
  const stamps = inUse();
  isWritten([...entries].filter(([stamp]) => stamps.has(stamp)));
}

function isWritten(entries: readonly (readonly [string, StoredSecret])[]): boolean {
  const stored = entries.map(([stamp, { secret, by }]) => [stamp, { ...secret, by }]);
  return writeStorage('localStorage', keyOfWorld(), JSON.stringify(Object.fromEntries(stored)));
}

/** Drops the parsed storage after a write by another tab. Returns true if the key is ours. */
export function forgetParsed(key: string | null): boolean {
  const isOurs = key === null || key === keyOfWorld();
  if (isOurs) known.isStale = true;
  return isOurs;
}

/**
 * Stores a secret in this browser and returns its stamp.
 * @param by id of the sender, whose quota is used, so that no user evicts the secrets of others
 * @param inUse called only to evict secrets
 */
export function saveSecret(secret: Secret, by: string, inUse: FindStamps): string {
  const stamp = stampOf(secret);
  // Another tab may have written since.
  known.isStale = true;
  const entries = new Map(all());
  const before = entries.get(stamp);
  entries.delete(stamp);
  // A trusted sender stays the sender, even if others repeat the secret.
  entries.set(stamp, { secret, by: before && isTrusted(before.by) ? before.by : by });
  for (const evicted of stampsToEvict(entries, entries.get(stamp)?.by ?? by, inUse)) entries.delete(evicted);
  known = { secrets: entries, isStale: false };
  save(entries, inUse);
  return stamp;
}

const isTrusted = (by: string): boolean => by === game.userId || game.users?.get(by)?.isGM === true;

/** Returns the stamps of one user's secrets to evict: unused ones first, oldest first. */
function stampsToEvict(entries: ReadonlyMap<string, StoredSecret>, by: string, inUse: FindStamps): readonly string[] {
  const isOwn = isTrusted(by);
  const owned = [...entries].filter(([, kept]) => (isOwn ? isTrusted(kept.by) : kept.by === by));
  const size = isOwn ? 0 : owned.reduce((sum, [, { secret }]) => sum + lengthOf(secret), 0);
  const most = isOwn ? MOST_UNUSED : QUOTA.count;
  if (owned.length <= most && size <= QUOTA.size) return [];
  const stamps = inUse();
  const isUsed = ([stamp]: (typeof owned)[number]): boolean => stamps.has(stamp);
  const unused = owned.filter((entry) => !isUsed(entry));
  if (isOwn) return unused.length <= most ? [] : stampsOf(unused.slice(0, -most * AFTER_EVICTION));
  const ranked = [...owned.filter(isUsed).reverse(), ...unused.reverse()];
  let left = QUOTA.size * AFTER_EVICTION;
  return stampsOf(
    ranked.filter(([, { secret }], at) => {
      left -= lengthOf(secret);
      return left < 0 || at >= most * AFTER_EVICTION;
    }),
  );
}

const stampsOf = (entries: readonly (readonly [string, StoredSecret])[]): readonly string[] =>
  entries.map(([stamp]) => stamp);

const lengthOf = (secret: Secret): number => JSON.stringify(secret).length;

export const secretAt = (stamp: string): Secret | null => all().get(stamp)?.secret ?? null;

export function secretOf(combatant: Combatant.Implementation): Secret | null {
  const secret = secretAt(combatantSystem(combatant).stamp);
  return secret?.of === combatant.id && !isImpostor(combatant) ? secret : null;
}

export const combatantsWithUnknownSecrets = (combat: Combat.Implementation): readonly Combatant.Implementation[] =>
  combat.combatants.contents.filter((combatant) => combatantSystem(combatant).stamp && secretOf(combatant) === null);

export function isSecret(data: unknown): data is Secret {
  if (typeof data !== 'object' || data === null) return false;
  const { of, state, salt } = data as Record<string, unknown>;
  const isState = typeof state === 'object' && state !== null && Object.values(state).every((value) => isJson(value));
  return isState && typeof of === 'string' && typeof salt === 'string' && JSON.stringify(data).length < MOST_CHARACTERS;
}
