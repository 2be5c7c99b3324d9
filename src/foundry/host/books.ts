import type { Book } from '../../encounter/state';
import { isStoredBefore } from '../platform/settings';
import { combatantSystem, combatSystem } from '../stored/systems';

/** The first version that keeps books in the Combat. */
export const BOOKS_SINCE = '0.3.0';

/** What the referee keeps of a combatant: marks and pools of the round. Not to be changed. */
export function bookOf(combatant: Combatant.Implementation): Book {
  const { combat } = combatant;
  return (combat && combatSystem(combat).books[combatant.id ?? '']) ?? formerBook(combatant);
}

/**
 * The book of a combatant that has none in its Combat yet, as versions before stored it. Its owner can write there, so it is believed only
 * until the world has been brought up to date.
 */
export function formerBook(combatant: Combatant.Implementation): Book {
  return isStoredBefore(BOOKS_SINCE) ? (combatantSystem(combatant).book ?? {}) : {};
}
