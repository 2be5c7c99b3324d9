import { text } from '../../platform/text';
import { addDirectoryButton } from '../ui/directory-button';

/** Loaded on first use. */
const openParty = (): Promise<void> => import('./party-window').then(({ showParty }) => showParty());

/** Adds the GM's party sheet to the header of the actor directory, where SR5 adds its importer (src/module/hooks.ts). */
function watchDirectory(): void {
  const hooks: { on(name: string, listener: (directory: unknown, element: HTMLElement) => void): number } = Hooks;
  hooks.on('renderActorDirectory', (_directory, element) => {
    if (!game.user.isGM) return;
    const label = text('CADENCE.App.Party.open');
    addDirectoryButton(element, {
      className: 'cadence-open-party',
      icon: 'fa-solid fa-people-roof',
      label,
      press: openParty,
    });
  });
}

export const PARTY_BUTTON = { init: watchDirectory };
