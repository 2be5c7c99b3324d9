import { lazyWindow } from '../apps/ui/lazy-window';
import { SYSTEM_ID } from '../platform/settings';

function registerUnreadable(): void {
  const type = lazyWindow(async () => new (await import('./unreadable-window')).UnreadableWindow());
  const menus: { registerMenu(ns: string, key: string, menu: object): void } = game.settings;
  menus.registerMenu(SYSTEM_ID, 'unreadable', {
    name: 'CADENCE.App.Unreadable.title',
    label: 'CADENCE.App.Unreadable.label',
    hint: 'CADENCE.App.Unreadable.hint',
    icon: 'fa-solid fa-file-circle-xmark',
    type,
    restricted: true,
  });
}

export const UNREADABLE = {
  init: registerUnreadable,
  idle: async () => game.user.isGM && (await import('./unreadable')).notifyUnreadable(),
};
