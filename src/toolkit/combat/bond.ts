import type { Condition } from '../../encounter/condition';
import type { Encounter, Fighter, FighterId } from '../../encounter/state';
import { choose, type Procedure } from '../../kernel/procedure';
import { removalsOf, type StateBasedRow } from '../act/state-based';

/**
 * Returns the fighter that a condition binds its bearer to, such as the one holding it; undefined if it needs no
 * other.
 */
export type BondLookup = (condition: Condition) => FighterId | undefined;

/**
 * Returns the row that ends conditions of fighters who left: the one it binds to, the one whose moment it waits for, or
 * all it holds against.
 */
export const departedRow = <E extends Encounter>(
  ledger: string,
  bondOf: (condition: Condition, encounter: E) => FighterId | undefined,
): StateBasedRow<E> => ({
  ledger,
  find(encounter, fighter) {
    const isGone = (id: FighterId | undefined): boolean => id !== undefined && !encounter.fighters[id];
    return removalsOf(fighter, (condition) => {
      const { until, towards } = condition;
      return isGone(bondOf(condition, encounter)) || isGone(until?.of) || (towards?.every(isGone) ?? false);
    });
  },
});

/** Asks whom of several a fighter lets go: one, or all. A named one is not asked for, nor is a single one. */
export function* chooseReleased<F extends Fighter>(
  { id: by }: Pick<Fighter, 'id'>,
  held: readonly F[],
  named: F | null,
): Procedure<readonly F[]> {
  if (named && held.includes(named)) return [named];
  if (held.length <= 1) return held;
  const ids = held.map(({ id }) => id);
  const instances = Object.fromEntries(ids.map((id) => [id, { by: id }]));
  const chosen = yield* choose('release-whom', by, [...ids, ALL], { instances });
  return chosen === ALL ? held : held.filter(({ id }) => id === chosen);
}
const ALL = 'all';
