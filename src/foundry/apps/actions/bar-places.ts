import type { Command } from '../../../encounter/command';
import { deepEqual } from '../../../kernel/deep-equal';
import { lookup } from '../../../kernel/lookup';
import { isCard } from '../../host/exchange-document';
import { combatSystem } from '../../stored/systems';
import type { LoadedFighter } from '../../views/fight';
import type { BarAction } from './bar-groups';

/** Where the bar's actions are, by id. */
export interface BarLayout {
  /** An empty string is a gap. */
  readonly places: readonly string[];
  /** What was offered when the bar was opened. The rest appears in the row of what comes and goes once it is possible. */
  readonly offered: ReadonlySet<string>;
  /** What existed then, possible or not. */
  readonly existing: ReadonlySet<string>;
}

/**
 * Returns the ids in the bar's places. An action keeps its place while it exists; gaps are filled in the order of `wanted`.
 * @param most the number of places
 */
export function keepPlaces(
  before: readonly string[],
  existing: ReadonlySet<string>,
  wanted: readonly string[],
  most: number,
): readonly string[] {
  const kept = before.slice(0, most).map((id) => (existing.has(id) ? id : ''));
  const fresh = wanted.filter((id) => !kept.includes(id));
  const filled = kept.map((id) => id || (fresh.shift() ?? ''));
  return [...filled, ...fresh.slice(0, most - filled.length)];
}

/** Returns the actions that a fighter did last, the latest first. */
export function lastActions<Action extends BarAction>(
  { host, id }: LoadedFighter,
  actions: readonly Action[],
): readonly Action[] {
  if (isCard(host)) return [];
  const { history, cursor } = combatSystem(host as Combat.Stored);
  const found = new Set<Action>();
  for (let step = cursor; step > 0 && found.size < MOST_LAST; step--) {
    const { command, exchange } = lookup(history, String(step)) ?? {};
    const action = command?.by === id && exchange === step ? actionOf(command, actions) : undefined;
    if (action) found.add(action);
  }
  return [...found];
}

const MOST_LAST = 2;

/** Before the id of an action that is repeated in the row of what comes and goes. */
export const AGAIN = 'again ';

/** Returns the action of a command: of several, the one whose own options say most. */
function actionOf<Action extends BarAction>(
  { do: verb, with: item, options = {} }: Command,
  actions: readonly Action[],
): Action | undefined {
  const alike = actions.flatMap((action) => {
    const command: Command = JSON.parse(action.command);
    const own = Object.entries(command.options ?? {});
    const isSame = command.do === verb && command.with === item;
    return isSame && own.every(([key, value]) => deepEqual(value, lookup(options, key)))
      ? [{ action, said: own.length }]
      : [];
  });
  return alike.sort((a, b) => b.said - a.said)[0]?.action;
}
