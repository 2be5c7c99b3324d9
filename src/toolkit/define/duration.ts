import { applyChange } from '../../encounter/change';
import type { Condition, ConditionTable } from '../../encounter/condition';
import type { Encounter, Fighter, FighterId } from '../../encounter/state';
import { lookup } from '../../kernel/lookup';
import type { Procedure } from '../../kernel/procedure';

/** Returns true if a condition ends at this moment. A counted end also matches any later count. */
export function endsAt({ until }: Condition, moment: string, count: number): boolean {
  return until !== null && until.at === moment && (until.n ?? count) <= count;
}

/**
 * Returns the remaining rounds, if its moments are counted by rounds. An end in this round is 1, and so is a turn
 * start in this or the next.
 */
export function roundsLeft({ until }: Pick<Condition, 'until'>, round: number): number | null {
  if (until?.n === undefined) return null;
  return Math.max(1, until.n - round + (until.at.endsWith('-start') ? 0 : 1));
}

/**
 * Returns whether a condition belongs to the fight: by its row, or because it waits for a moment of the clock.
 * @param moments those that only come in a fight
 */
export const endsWithFight =
  (table: ConditionTable, ...moments: readonly string[]) =>
  ({ id, until }: Condition): boolean =>
    lookup(table, id)?.ofFight === true || (until !== null && moments.includes(until.at));

/** Removes matching conditions, fighter by fighter, oldest first. */
export function* expireConditions(
  fighters: readonly Fighter[],
  matches: (condition: Condition) => boolean,
): Procedure<void> {
  for (const { id, conditions } of fighters) {
    if (conditions.length === 0) continue;
    const keys = conditions.filter(matches).map(({ key }) => key);
    for (const key of keys) yield* applyChange({ kind: 'condition-removed', of: id, key });
  }
}

/** Removes the conditions that last until this moment of one of these fighters. */
export const expireConditionsAt = (
  { clock, fighters }: Encounter,
  moment: string,
  ...of: readonly (FighterId | undefined)[]
): Procedure<void> =>
  expireConditions(
    Object.values(fighters),
    (condition) => endsAt(condition, moment, clock.round) && of.includes(condition.until?.of),
  );
