import { text } from '../../platform/text';
import { addDirectoryButton } from '../ui/directory-button';

/** Loaded on first use. */
const openQuickFoe = (): Promise<void> => import('./quick-foe-window').then(({ showQuickFoe }) => showQuickFoe());

function watchDirectory(): void {
  const hooks: { on(name: string, listener: (directory: unknown, element: HTMLElement) => void): number } = Hooks;
  hooks.on('renderActorDirectory', (_directory, element) => {
    if (!game.user.isGM) return;
    addDirectoryButton(element, {
      className: 'cadence-open-quick-foe',
      icon: 'fa-solid fa-dragon',
      label: text('CADENCE.App.QuickFoe.open'),
      press: openQuickFoe,
    });
  });
}

export const QUICK_FOE_BUTTON = { init: watchDirectory };
