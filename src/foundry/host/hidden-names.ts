import { idOf } from '../platform/documents';
import { text } from '../platform/text';
import { combatantsOf, documentsOf, type ExchangeDocument, isHiddenFrom, nameOf } from './exchange-document';

/** Names that a user may not read: those of fighters hidden from them, where no fighter in sight has the same. */
function hiddenNames(host: ExchangeDocument, user: User.Implementation): ReadonlySet<string> {
  const combatants = user.isGM ? [] : combatantsOf(host);
  const isHidden = (combatant: Combatant.Implementation): boolean =>
    isHiddenFrom(user, documentsOf(host, idOf(combatant)));
  const hidden = combatants.filter(isHidden);
  if (hidden.length === 0) return NONE;
  const seen = new Set(combatants.filter((one) => !hidden.includes(one)).map(nameOf));
  return new Set(hidden.map(nameOf).filter((name) => !seen.has(name)));
}

const NONE: ReadonlySet<string> = new Set();

/** Data for a user to read, without the names of hidden fighters that rules have written into facts, alone or in a list. */
export function withoutHiddenNames<T>(host: ExchangeDocument, value: T, user: User.Implementation = game.user): T {
  const names = hiddenNames(host, user);
  return names.size === 0 ? value : (replaced(value, names) as T);
}

function replaced(value: unknown, names: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return replacedIn(value, names);
  if (Array.isArray(value)) return value.map((each) => replaced(each, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaced(each, names)]));
}

function replacedIn(words: string, names: ReadonlySet<string>): string {
  const parts = words.split(', ');
  if (!names.has(words) && !parts.some((part) => names.has(part))) return words;
  if (names.has(words)) return text('CADENCE.App.unseen');
  return parts.map((part) => (names.has(part) ? text('CADENCE.App.unseen') : part)).join(', ');
}
