import { SYSTEM_ID, settingsOf, TOPICS } from '../../platform/settings';
import { branchOf } from '../../platform/text';
import { lazyWindow } from '../ui/lazy-window';

function registerSettingsMenus(rulesets: readonly { readonly id: string }[]): void {
  for (const { id, icon } of TOPICS) {
    const branch = `CADENCE.App.Settings.topic.${id}`;
    registerMenu(id, { icon, heading: `${branch}.label`, hint: `${branch}.hint` });
  }
  for (const { id } of rulesets)
    registerMenu(id, {
      icon: 'fa-solid fa-scroll',
      heading: `${branchOf(id)}.title`,
      hint: 'CADENCE.App.Settings.rulesetHint',
    });
}

function registerMenu(topic: string, { icon, heading, hint }: Record<'icon' | 'heading' | 'hint', string>): void {
  const settings = settingsOf(topic);
  if (settings.length === 0) return;
  const type = lazyWindow(async () => {
    const { SettingsMenu } = await import('./settings-window');
    return new SettingsMenu({ topic, heading });
  });
  const menus: { registerMenu(ns: string, key: string, menu: object): void } = game.settings;
  menus.registerMenu(SYSTEM_ID, topic, {
    name: heading,
    label: 'CADENCE.App.Settings.open',
    hint,
    icon,
    type,
    // Players need no button for world settings.
    restricted: settings.every(({ scope }) => scope === 'world'),
  });
}

export const SETTINGS_MENUS = { init: registerSettingsMenus };
