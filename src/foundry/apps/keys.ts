import { adapterOf } from '../adapters/registry';
import { SYSTEM_ID } from '../platform/settings';

/** The clock of the encounter that is looked at goes on, as by its button. */
function advance(): boolean {
  const combat = game.combat;
  if (!combat || !adapterOf(combat.type)) return false;
  void combat.nextTurn();
  return true;
}

/** Registers the keys of Cadence; people may bind them otherwise. */
export function registerKeys(): void {
  // The installed types want every binding declared; they are read here only.
  const keybindings: { register(ns: string, action: string, config: object): void } = game.keybindings;
  keybindings.register(SYSTEM_ID, 'advance', {
    name: 'CADENCE.Key.advance.label',
    hint: 'CADENCE.Key.advance.hint',
    editable: [{ key: 'KeyN', modifiers: ['Shift'] }],
    restricted: true,
    onDown: advance,
  });
}
