import { isWelcomed } from '../../platform/hidden-settings';
import { SYSTEM_ID } from '../../platform/settings';
import { lazyWindow } from '../ui/lazy-window';
import { characterOf } from '../ui/own-character';

const WelcomeMenu = lazyWindow(async () => {
  const { WelcomeWindow } = await import('./welcome-window');
  return new WelcomeWindow();
});

const CHARACTER_HOOKS = ['createActor', 'updateActor', 'updateUser'] as const;

/** So that the dialog opens once in this page, even if its hooks are called again. */
let greeted = false;

/** Opens the welcome dialog once: for a GM at once, for a player when they have a character. */
function welcome(): void {
  greet();
  if (!game.user.isGM) for (const hook of CHARACTER_HOOKS) Hooks.on(hook, () => greet());
}

function greet(): void {
  if (greeted || isWelcomed()) return;
  if (!game.user.isGM && !characterOf(game.user)) return;
  greeted = true;
  void new WelcomeMenu().render();
}

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
