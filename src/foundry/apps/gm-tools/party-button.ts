import { text } from '../../platform/text';

/** Loaded on first use. */
const openParty = (): Promise<void> => import('./party-window').then(({ showParty }) => showParty());

/** Adds the GM's party sheet to the header of the actor directory, where SR5 adds its importer (src/module/hooks.ts). */
function watchDirectory(): void {
  const hooks: { on(name: string, listener: (directory: unknown, element: HTMLElement) => void): number } = Hooks;
  hooks.on('renderActorDirectory', (_directory, element) => {
    const actions = element.querySelector('.header-actions');
    if (!game.user.isGM || !actions || actions.querySelector('.cadence-open-party')) return;
    const button = element.ownerDocument.createElement('button');
    const icon = element.ownerDocument.createElement('i');
    button.type = 'button';
    button.className = 'cadence-open-party';
    icon.className = 'fa-solid fa-people-roof';
    icon.inert = true;
    button.append(icon, ` ${text('CADENCE.App.Party.open')}`);
    button.addEventListener('click', () => void openParty());
    actions.append(button);
  });
}

export const PARTY_BUTTON = { init: watchDirectory };
