import type { Book } from '../../encounter/state';
import { sha256 } from './sha256';
import { isJson } from './shapes';
import { combatantSystem } from './systems';

/** Marks a fighter keeps to itself, or facts it alone has been told, with what makes its stamp tell nothing of them. */
export interface Secret {
  /** The fighter whose it is; nobody else's stamp is believed to stand for it. */
  readonly of: string;
  readonly marks: Book;
  readonly salt: string;
}

/** As many versions are kept as a few fights bring about; the oldest go first. */
const KEPT = 200;

const keyOfWorld = (): string => `cadence.secrets.${game.world.id}`;

/** What everybody may see of a secret: it tells which version is the present one, and nothing else. */
export const stampOf = ({ of, marks, salt }: Secret): string =>
  sha256(JSON.stringify([of, salt, Object.entries(marks).sort(([a], [b]) => a.localeCompare(b))]));

function load(): Record<string, Secret> {
  try {
    return JSON.parse(localStorage.getItem(keyOfWorld()) ?? '{}') as Record<string, Secret>;
  } catch {
    return {};
  }
}

/** Keeps a secret in this browser, under its stamp. Whoever it comes from: it counts for the combatant that bears the stamp. */
export function remember(secret: Secret): string {
  const stamp = stampOf(secret);
  const { [stamp]: _, ...others } = load();
  const entries = [...Object.entries(others), [stamp, secret] as const];
  const kept = entries.length > KEPT ? withoutOldest(entries) : entries;
  localStorage.setItem(keyOfWorld(), JSON.stringify(Object.fromEntries(kept)));
  return stamp;
}

/** The oldest go, those first that no combatant bears: whoever is connected may tell any number of them. */
function withoutOldest(entries: readonly (readonly [string, Secret])[]): readonly (readonly [string, Secret])[] {
  const borne = new Set(
    (game.combats?.contents ?? []).flatMap(({ combatants }) =>
      [...combatants].map((one) => combatantSystem(one).stamp),
    ),
  );
  const inUse = entries.filter(([stamp]) => borne.has(stamp));
  const others = entries.filter(([stamp]) => !borne.has(stamp));
  return [...inUse, ...others.slice(-Math.max(1, KEPT - inUse.length))];
}

/** What is kept under a stamp; null where this browser does not know it. */
export const secretAt = (stamp: string): Secret | null => (stamp ? (load()[stamp] ?? null) : null);

/** The present secret of a combatant, where this browser knows it. */
export function secretOf(combatant: Combatant.Implementation): Secret | null {
  const secret = secretAt(combatantSystem(combatant).stamp);
  return secret?.of === combatant.id ? secret : null;
}

/** Whether this browser knows the present secrets of everybody in the encounter. */
export const knowsAll = (combat: Combat.Implementation): boolean =>
  combat.combatants.contents.every((combatant) => !combatantSystem(combatant).stamp || secretOf(combatant) !== null);

/** Whether something is a secret at all; it came from another client. */
export function isSecret(data: unknown): data is Secret {
  if (typeof data !== 'object' || data === null) return false;
  const { of, marks, salt } = data as Record<string, unknown>;
  const isBook = typeof marks === 'object' && marks !== null && Object.values(marks).every((value) => isJson(value));
  return isBook && typeof of === 'string' && typeof salt === 'string' && JSON.stringify(data).length < 10_000;
}
