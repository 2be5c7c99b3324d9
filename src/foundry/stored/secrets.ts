import type { FighterState } from '../../encounter/state';
import { readStorage, writeStorage } from '../platform/storage';
import { isImpostor } from './bearers';
import { sha256 } from './sha256';
import { combatantSystem } from './systems';
import { isJson, isRecord } from './validators';

/** Marks a fighter keeps to itself, or facts it alone has been told, with what makes its stamp tell nothing of them. */
export interface Secret {
  /** The fighter whose it is; nobody else's stamp is believed to stand for it. */
  readonly of: string;
  readonly marks: FighterState;
  readonly salt: string;
}

/** A secret and the user who told it. */
interface Kept {
  readonly secret: Secret;
  /** Id of the user; empty where Foundry does not name the sender of a query. */
  readonly by: string;
}

/** Secrets of this user and of game masters that are kept although nothing refers to their stamps. */
const UNUSED = 200;
/** Everything that one other user may occupy, in use or not: the number of secrets and their size in characters. */
const QUOTA = { count: 100, size: 100_000 };
/** Eviction frees a quarter of the room, so that it does not run for every secret that is told. */
const AFTER_EVICTION = 0.75;
/** The largest secret that another client may tell. Characters of JSON. */
const LONGEST = 10_000;

/** Finds every stamp that a document still refers to. */
type FindStamps = () => ReadonlySet<string>;

const keyOfWorld = (): string => `cadence.secrets.${game.world.id}`;

/** The parsed storage; null before it is read, and after another tab has written to it. */
let cache: Map<string, Kept> | null = null;
/** What was parsed last. It stays when the cache is dropped: storage that is full does not hold everything. */
let known = new Map<string, Kept>();

/** What everybody may see of a secret: it tells which version is the present one, and nothing else. */
export const stampOf = ({ of, marks, salt }: Secret): string =>
  sha256(JSON.stringify([of, salt, Object.entries(marks).sort(([a], [b]) => a.localeCompare(b))]));

/** Parses the storage. Entries that cannot be read are dropped. */
function load(): Map<string, Kept> {
  const stored = parsed();
  const entries = Object.entries(stored).flatMap(([stamp, entry]): [string, Kept][] => {
    if (!isSecret(entry)) return [];
    const { of, marks, salt, by } = entry as Secret & { readonly by?: unknown };
    // Versions up to 0.5 did not store who told a secret.
    return [[stamp, { secret: { of, marks, salt }, by: typeof by === 'string' ? by : (game.userId ?? '') }]];
  });
  return new Map([...known, ...entries]);
}

function parsed(): Readonly<Record<string, unknown>> {
  try {
    const stored: unknown = JSON.parse(readStorage('localStorage', keyOfWorld()) ?? '{}');
    return isRecord(stored) ? stored : {};
  } catch {
    return {};
  }
}

function all(): Map<string, Kept> {
  if (!cache) {
    cache = load();
    known = cache;
  }
  return cache;
}

/** Writes the storage. Where the browser refuses, secrets that nothing refers to are left out, and at last memory alone keeps them. */
function save(entries: ReadonlyMap<string, Kept>, inUse: FindStamps): void {
  if (isWritten([...entries])) return;
  const stamps = inUse();
  isWritten([...entries].filter(([stamp]) => stamps.has(stamp)));
}

function isWritten(entries: readonly (readonly [string, Kept])[]): boolean {
  const stored = entries.map(([stamp, { secret, by }]) => [stamp, { ...secret, by }]);
  return writeStorage('localStorage', keyOfWorld(), JSON.stringify(Object.fromEntries(stored)));
}

/** Drops the parsed storage: another tab of this browser has written to it. @returns whether `key` is ours */
export function forgetParsed(key: string | null): boolean {
  const isOurs = key === null || key === keyOfWorld();
  if (isOurs) cache = null;
  return isOurs;
}

/**
 * Keeps a secret in this browser, under its stamp.
 * @param by id of the user who told it; their quota pays for it, so that nobody can push out what others have told
 * @param inUse called only where room has to be made
 * @returns the stamp
 */
export function saveSecret(secret: Secret, by: string, inUse: FindStamps): string {
  const stamp = stampOf(secret);
  // Another tab may have written since.
  cache = null;
  const entries = new Map(all());
  const before = entries.get(stamp);
  entries.delete(stamp);
  // A secret that was told by somebody trusted stays theirs, whoever repeats it.
  entries.set(stamp, { secret, by: before && isTrusted(before.by) ? before.by : by });
  for (const evicted of tooMany(entries, entries.get(stamp)?.by ?? by, inUse)) entries.delete(evicted);
  cache = entries;
  known = entries;
  save(entries, inUse);
  return stamp;
}

const isTrusted = (by: string): boolean => by === game.userId || game.users?.get(by)?.isGM === true;

/** The stamps to evict of one user's secrets: first those that nothing refers to, the oldest first. */
function tooMany(entries: ReadonlyMap<string, Kept>, by: string, inUse: FindStamps): readonly string[] {
  const isOurs = isTrusted(by);
  const theirs = [...entries].filter(([, kept]) => (isOurs ? isTrusted(kept.by) : kept.by === by));
  const size = isOurs ? 0 : theirs.reduce((sum, [, { secret }]) => sum + lengthOf(secret), 0);
  const most = isOurs ? UNUSED : QUOTA.count;
  if (theirs.length <= most && size <= QUOTA.size) return [];
  const stamps = inUse();
  const isUsed = ([stamp]: (typeof theirs)[number]): boolean => stamps.has(stamp);
  const unused = theirs.filter((one) => !isUsed(one));
  if (isOurs) return unused.length <= most ? [] : stampsOf(unused.slice(0, -most * AFTER_EVICTION));
  // Newest first.
  const ranked = [...theirs.filter(isUsed).reverse(), ...unused.reverse()];
  let left = QUOTA.size * AFTER_EVICTION;
  return stampsOf(
    ranked.filter(([, { secret }], at) => {
      left -= lengthOf(secret);
      return left < 0 || at >= most * AFTER_EVICTION;
    }),
  );
}

const stampsOf = (entries: readonly (readonly [string, Kept])[]): readonly string[] => entries.map(([stamp]) => stamp);

const lengthOf = (secret: Secret): number => JSON.stringify(secret).length;

/** What is kept under a stamp; null where this browser does not know it. */
export const secretAt = (stamp: string): Secret | null => all().get(stamp)?.secret ?? null;

/** The present secret of a combatant, where this browser knows it. */
export function secretOf(combatant: Combatant.Implementation): Secret | null {
  const secret = secretAt(combatantSystem(combatant).stamp);
  return secret?.of === combatant.id && !isImpostor(combatant) ? secret : null;
}

/** The combatants whose present secrets this browser does not know. */
export const combatantsWithUnknownSecrets = (combat: Combat.Implementation): readonly Combatant.Implementation[] =>
  combat.combatants.contents.filter((combatant) => combatantSystem(combatant).stamp && secretOf(combatant) === null);

/** Whether something is a secret at all; it came from another client. */
export function isSecret(data: unknown): data is Secret {
  if (typeof data !== 'object' || data === null) return false;
  const { of, marks, salt } = data as Record<string, unknown>;
  const isBook = typeof marks === 'object' && marks !== null && Object.values(marks).every((value) => isJson(value));
  return isBook && typeof of === 'string' && typeof salt === 'string' && JSON.stringify(data).length < LONGEST;
}
