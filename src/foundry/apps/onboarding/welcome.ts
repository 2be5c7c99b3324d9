import { isWelcomed } from '../../platform/hidden-settings';
import { SYSTEM_ID } from '../../platform/settings';
import { lazyWindow } from '../ui/lazy-window';
import { characterOf } from '../ui/own-character';

const WelcomeMenu = lazyWindow(async () => {
  const { WelcomeWindow } = await import('./welcome-window');
  return new WelcomeWindow();
});

/** What gives a player a character: an actor of their own, one that becomes theirs, or one that is assigned to them. */
const GIVEN = ['createActor', 'updateActor', 'updateUser'] as const;

let greeted = false;

/** Greets whoever has not been greeted: a game master at once, and a player as soon as there is somebody for them to play. */
export function welcome(): void {
  greet();
  if (!game.user.isGM) for (const hook of GIVEN) Hooks.on(hook, () => greet());
}

function greet(): void {
  if (greeted || isWelcomed()) return;
  if (!game.user.isGM && !characterOf(game.user)) return;
  greeted = true;
  void new WelcomeMenu().render();
}

/** A button in Foundry's settings, for whoever wants to be greeted again. */
function registerWelcome(): void {
  const menus: { registerMenu(ns: string, key: string, menu: object): void } = game.settings;
  menus.registerMenu(SYSTEM_ID, 'welcome', {
    name: 'CADENCE.Welcome.title',
    label: 'CADENCE.Welcome.open',
    hint: 'CADENCE.Welcome.hint',
    icon: 'fa-solid fa-hourglass-start',
    type: WelcomeMenu,
    restricted: false,
  });
}

export const WELCOME = {
  init: registerWelcome,
  ready: welcome,
  idle: async () => (await import('./tours')).registerTours(),
};
