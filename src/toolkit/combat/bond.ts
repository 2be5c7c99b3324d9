import type { Condition } from '../../encounter/condition';
import type { Encounter, FighterId } from '../../encounter/state';
import { removalsOf, type StateBasedRow } from '../define/state-based';

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
