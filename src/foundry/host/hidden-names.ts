import { idOf } from '../platform/documents';
import { text } from '../platform/text';
import { disguiseOf } from './disguise';
import {
  combatantsOf,
  documentsOf,
  type ExchangeDocument,
  isCard,
  isHiddenFrom,
  tokenFightersOf,
  trueNameOf,
} from './exchange-document';

/** By fighter. */
type NamesById = ReadonlyMap<string, string>;

/** Replaces the names of fighters hidden from the user or disguised in texts, alone or in comma-separated lists. */
export function withoutHiddenNames<T>(host: ExchangeDocument, value: T, user: User.Implementation = game.user): T {
  if (user.isGM) return value;
  const ids = combatantsOf(host).map(idOf);
  return withoutNamesOf(
    host,
    value,
    ids.filter((id) => isHiddenFrom(user, documentsOf(host, id))),
    disguisesIn(host),
  );
}

/** Returns the names under which players know disguised fighters. */
export function disguisesIn(host: ExchangeDocument): NamesById {
  const ids = [...combatantsOf(host).map(idOf), ...(isCard(host) ? tokenFightersOf(host) : [])];
  return new Map(
    ids.flatMap((id): [string, string][] => {
      const disguise = disguiseOf(documentsOf(host, id));
      return disguise ? [[id, disguise.name]] : [];
    }),
  );
}

/** Replaces the names that only hidden or disguised fighters have. */
export function withoutNamesOf<T>(
  host: ExchangeDocument,
  value: T,
  hiddenIds: readonly string[],
  disguises: NamesById = new Map(),
): T {
  if (hiddenIds.length === 0 && disguises.size === 0) return value;
  const shown = new Map([...disguises, ...hiddenIds.map((id) => [id, text('CADENCE.App.unseen')] as const)]);
  const visible = combatantsOf(host).flatMap((each) => (shown.has(idOf(each)) ? [] : trueNameOf({ combatant: each })));
  const names = new Map<string, string | null>();
  for (const [id, name] of shown) {
    // As the rules and cards name it.
    const own = trueNameOf(documentsOf(host, id));
    if (own) names.set(own, name);
  }
  for (const name of visible) names.set(name, null);
  return withoutNames(value, names) as T;
}

/** What is shown instead of each name; null for the name itself. */
type Names = ReadonlyMap<string, string | null>;

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
    shown.push(names.get(name) ?? name);
    at = end;
  }
  return shown.join(', ');
}
