import { isOurs } from '../adapters/registry';
import { formerBook } from '../host/books';
import { idOf, updateDocument, updateInside } from '../platform/documents';
import { replacement } from '../platform/v14';
import { combatantSystem, combatSystem } from '../stored/systems';

/**
 * Moves what combatants kept of the round before 0.3.0 to their Combat, in every encounter of the world. First it stands in both places,
 * so that nothing is lost where it breaks off. @returns the names of encounters that could not be written
 */
export async function moveBooks(): Promise<string[]> {
  const failed: string[] = [];
  for (const combat of game.combats?.contents ?? []) {
    if (!isOurs(combat.type)) continue;
    try {
      if (!(await isMoved(combat))) failed.push(combat.name || combat.uuid);
    } catch (error) {
      console.warn(`Cadence | ${combat.uuid} could not be brought up to date`, error);
      failed.push(combat.name || combat.uuid);
    }
  }
  return failed;
}

async function isMoved(combat: Combat.Implementation): Promise<boolean> {
  const { books } = combatSystem(combat);
  const old = combat.combatants.filter((combatant) => !foundry.utils.isEmpty(combatantSystem(combatant).book));
  const added = old
    .filter((combatant) => !(idOf(combatant) in books))
    .map((combatant) => [idOf(combatant), formerBook(combatant)]);
  if (added.length > 0) await updateDocument(combat, { system: { books: Object.fromEntries(added) } });
  const { books: now } = combatSystem(combat);
  if (old.some((combatant) => !(idOf(combatant) in now))) return false;
  const empty = old.map((combatant) => ({ _id: idOf(combatant), system: { book: replacement({}) } }));
  if (empty.length > 0) await updateInside(combat, 'Combatant', empty);
  return old.every((combatant) => foundry.utils.isEmpty(combatantSystem(combatant).book));
}
