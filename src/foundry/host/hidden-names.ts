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
  const names = new Map<string, boolean>();
  for (const name of hidden) names.set(name, true);
  for (const name of visible) names.set(name, false);
  return withoutNames(value, names) as T;
}

/** Names, and whether each is hidden. */
type Names = ReadonlyMap<string, boolean>;

function withoutNames(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return replaceInText(value, names);
  if (Array.isArray(value)) return value.map((each) => withoutNames(each, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutNames(each, names)]));
}

/** A name may contain the comma that separates names: the longest one counts. */
function replaceInText(list: string, names: Names): string {
  const parts = list.split(', ');
  const shown: string[] = [];
  for (let at = 0; at < parts.length; ) {
    let end = parts.length;
    while (end > at + 1 && !names.has(parts.slice(at, end).join(', '))) end--;
    const name = parts.slice(at, end).join(', ');
    shown.push(names.get(name) ? text('CADENCE.App.unseen') : name);
    at = end;
  }
  return shown.join(', ');
}
