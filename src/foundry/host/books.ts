import type { Book } from '../../encounter/state';
import { bookNow } from '../../rulebook/former';
import { adapterOf } from '../adapters/registry';
import { isStoredBefore } from '../platform/settings';
import { deletion } from '../platform/v14';
import { combatantSystem, combatSystem } from '../stored/systems';
import { actorOf } from './host';

/** The first version that keeps books in the Combat. */
export const BOOKS_SINCE = '0.3.0';

/** What the referee keeps of a combatant: marks and pools of the round. Not to be changed. */
export function bookOf(combatant: Combatant.Implementation): Book {
  const { combat } = combatant;
  return (combat && combatSystem(combat).books[combatant.id ?? '']) ?? leftBook(combatant) ?? formerBook(combatant);
}

/**
 * The book of somebody who has left in this round and is back as another combatant: players delete and create their own, and would
 * otherwise act anew. Null for whoever has a book, or comes for the first time.
 */
export function leftBook(combatant: Combatant.Implementation): Book | null {
  const { combat, id } = combatant;
  if (!combat || !id) return null;
  const { books, bearers, clock } = combatSystem(combat);
  if (books[id] || bearers[id]) return null;
  const of = actorOf(combatant)?.uuid;
  const left = Object.entries(bearers).find(
    ([other, bearer]) => bearer.of === of && bearer.round >= clock.round && !combat.combatants.has(other),
  );
  return (left && books[left[0]]) ?? null;
}

/** What changes in `bearers` with a step of that round: everybody there bears their book, and nobody two. */
export function bearersFor(combat: Combat.Implementation, round: number): Record<string, unknown> {
  const { bearers } = combatSystem(combat);
  const changes: Record<string, unknown> = {};
  const there = new Set<string>();
  for (const combatant of combat.combatants) {
    const { id } = combatant;
    const of = actorOf(combatant)?.uuid;
    if (!id || !of) continue;
    there.add(of);
    const now = bearers[id];
    if (now?.of !== of || now.round !== round) changes[id] = { of, round };
  }
  for (const [id, { of, round: last }] of Object.entries(bearers))
    if (!combat.combatants.has(id) && (there.has(of) || last < round)) changes[id] = deletion();
  return changes;
}

/**
 * The book of a combatant that has none in its Combat yet, as versions before stored it. Its owner can write there, so it is believed only
 * until the world has been brought up to date.
 */
export function formerBook(combatant: Combatant.Implementation): Book {
  const { former = {} } = adapterOf(combatant.type) ?? {};
  return isStoredBefore(BOOKS_SINCE) ? bookNow(former, combatantSystem(combatant).book ?? {}) : {};
}
