import type { Book } from '../../encounter/state';
import { combatantSystem } from '../documents/systems';
import { sha256 } from '../sha256';

/** Marks a fighter keeps to itself, with what makes its stamp tell nothing of them. */
export interface Secret {
  readonly marks: Book;
  readonly salt: string;
}

/** As many versions are kept as a few fights bring about; the oldest go first. */
const KEPT = 200;

const keyOfWorld = (): string => `cadence.secrets.${game.world!.id}`;

/** What everybody may see of a secret: it tells which version is the present one, and nothing else. */
export const stampOf = ({ marks, salt }: Secret): string =>
  sha256(JSON.stringify([salt, Object.entries(marks).sort(([a], [b]) => a.localeCompare(b))]));

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
  const entries = [...Object.entries(others), [stamp, secret] as const].slice(-KEPT);
  localStorage.setItem(keyOfWorld(), JSON.stringify(Object.fromEntries(entries)));
  return stamp;
}

/** The present secret of a combatant, where this browser knows it. */
export function secretOf(combatant: Combatant.Implementation): Secret | null {
  const { stamp } = combatantSystem(combatant);
  return stamp ? (load()[stamp] ?? null) : null;
}

/** Whether something is a secret at all; it came from another client. */
export function isSecret(data: unknown): data is Secret {
  if (typeof data !== 'object' || data === null) return false;
  const { marks, salt } = data as Record<string, unknown>;
  const isBook =
    typeof marks === 'object' &&
    marks !== null &&
    Object.values(marks).every((value) => ['string', 'number', 'boolean'].includes(typeof value));
  return isBook && typeof salt === 'string' && JSON.stringify(data).length < 10_000;
}
