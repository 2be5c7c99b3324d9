import { SYSTEM_ID } from './settings';

let placing = false;

/** Whether the game master holds the key that sets tokens down freely. */
export const isPlacing = (): boolean => placing;

/** Registers the keys of Cadence; people may bind them otherwise. */
export function registerKeys(): void {
  // The installed types want every binding declared; there is one, and it is read here only.
  const keybindings = game.keybindings as unknown as { register(ns: string, action: string, config: object): void };
  keybindings.register(SYSTEM_ID, 'place', {
    name: 'CADENCE.Key.place.label',
    hint: 'CADENCE.Key.place.hint',
    editable: [{ key: 'AltLeft' }],
    restricted: true,
    onDown: () => {
      placing = true;
      return false;
    },
    onUp: () => {
      placing = false;
      return false;
    },
  });
}
