import { text } from '../../platform/text';
import { addDirectoryButton } from '../ui/directory-button';

/**
 * Opens the compendium browser; it is loaded on first use.
 * @param actor who may be given items from it
 */
export const openBrowser = (actor: Actor.Implementation | null = null): Promise<void> =>
  import('./browser-window').then(({ showBrowser }) => showBrowser(actor));

function watchDirectory(): void {
  const hooks: { on(name: string, listener: (directory: unknown, element: HTMLElement) => void): number } = Hooks;
  hooks.on('renderCompendiumDirectory', (_directory, element) => {
    const label = text('CADENCE.App.Browser.open');
    addDirectoryButton(element, {
      className: 'cadence-open-browser',
      icon: 'fa-solid fa-book-atlas',
      label,
      press: () => openBrowser(),
    });
  });
}

export const BROWSER_BUTTON = { init: watchDirectory };
