import { idOf } from '../platform/documents';
import { shortName, text } from '../platform/text';
import { combatantsOf, documentsOf, type ExchangeDocument, isHiddenFrom, nameOf } from './exchange-document';

/** Removes the names of fighters hidden from the user from texts, alone or in comma-separated lists. */
export function withoutHiddenNames<T>(host: ExchangeDocument, value: T, user: User.Implementation = game.user): T {
  const combatants = user.isGM ? [] : combatantsOf(host);
  const ids = combatants.map(idOf);
  return withoutNamesOf(
    host,
    value,
    ids.filter((id) => isHiddenFrom(user, documentsOf(host, id))),
  );
}

/** Removes the names that only these fighters have. */
export function withoutNamesOf<T>(host: ExchangeDocument, value: T, hiddenIds: readonly string[]): T {
  if (hiddenIds.length === 0) return value;
  const visible = new Set(combatantsOf(host).flatMap((each) => (hiddenIds.includes(idOf(each)) ? [] : nameOf(each))));
  const hidden = hiddenIds.flatMap((id) => {
    const { combatant, token, actor } = documentsOf(host, id);
    // As the rules and cards name it.
    return combatant ? nameOf(combatant) : shortName(token?.name ?? actor?.name ?? '') || [];
  });
  return withoutNames(value, new Set(hidden.filter((name) => !visible.has(name)))) as T;
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
