import { applyChange } from '../../encounter/change';
import type { Condition } from '../../encounter/condition';
import type { Encounter, Fighter, FighterId } from '../../encounter/state';
import type { Procedure } from '../../kernel/procedure';

/** Whether a condition ends at this moment; a counted one ends at its own count and at any later one. */
export function endsAt({ until }: Condition, moment: string, count: number): boolean {
  return until !== null && until.at === moment && (until.n ?? count) <= count;
}

/**
 * For how many rounds it still lasts, where its moments are counted by rounds: the end of this one is one, and so is the start of a turn in
 * this or the next.
 */
export function roundsLeft({ until }: Pick<Condition, 'until'>, round: number): number | null {
  if (until?.n === undefined) return null;
  return Math.max(1, until.n - round + (until.at.endsWith('-start') ? 0 : 1));
}

/**
 * Ends, on each fighter in turn, the conditions for which the question is answered with yes. They go in the order of their
 * keys: what is taken back stands last again, and a replay must still find the same order.
 */
export function* expireConditions(
  fighters: readonly Fighter[],
  ends: (condition: Condition) => boolean,
): Procedure<void> {
  for (const { id, conditions } of fighters) {
    if (conditions.length === 0) continue;
    const keys = conditions.filter(ends).map(({ key }) => key);
    for (const key of keys.sort()) yield* applyChange({ kind: 'condition-removed', of: id, key });
  }
}

/** Ends the conditions that last until this moment of one of these fighters. */
export const expireConditionsAt = (
  { clock, fighters }: Encounter,
  moment: string,
  ...of: readonly (FighterId | undefined)[]
): Procedure<void> =>
  expireConditions(Object.values(fighters), (had) => endsAt(had, moment, clock.round) && of.includes(had.until?.of));
