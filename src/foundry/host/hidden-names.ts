import { idOf } from '../platform/documents';
import { text } from '../platform/text';
import { combatantsOf, documentsOf, type ExchangeDocument, isHiddenFrom, nameOf } from './exchange-document';

/** Returns the names that only fighters hidden from the user have. */
function hiddenNames(host: ExchangeDocument, user: User.Implementation): ReadonlySet<string> {
  const combatants = user.isGM ? [] : combatantsOf(host);
  const isHidden = (combatant: Combatant.Implementation): boolean =>
    isHiddenFrom(user, documentsOf(host, idOf(combatant)));
  const hidden = combatants.filter(isHidden);
  if (hidden.length === 0) return NONE;
  const visible = new Set(combatants.filter((combatant) => !hidden.includes(combatant)).map(nameOf));
  return new Set(hidden.map(nameOf).filter((name) => !visible.has(name)));
}

const NONE: ReadonlySet<string> = new Set();

/** Removes the names of hidden fighters from texts, alone or in comma-separated lists. */
export function withoutHiddenNames<T>(host: ExchangeDocument, value: T, user: User.Implementation = game.user): T {
  const names = hiddenNames(host, user);
  return names.size === 0 ? value : (withoutNames(value, names) as T);
}

function withoutNames(value: unknown, names: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return replaceInText(value, names);
  if (Array.isArray(value)) return value.map((each) => withoutNames(each, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutNames(each, names)]));
}

function replaceInText(list: string, names: ReadonlySet<string>): string {
  const parts = list.split(', ');
  if (!names.has(list) && !parts.some((part) => names.has(part))) return list;
  if (names.has(list)) return text('CADENCE.App.unseen');
  return parts.map((part) => (names.has(part) ? text('CADENCE.App.unseen') : part)).join(', ');
}
