import { SYSTEM_ID } from './settings';

/** API: ControlsConfig.humanizeBinding. T14: client/applications/sidebar/apps/controls-config.d.mts */
interface ControlsClass {
  humanizeBinding(binding: object): string;
}

/** Returns the keys of one of our actions as this user has bound them. T14: client/helpers/client-keybindings.d.mts `get` */
export function keysText(action: string): readonly string[] {
  const { ControlsConfig } = foundry.applications.sidebar.apps as unknown as { ControlsConfig: ControlsClass };
  return game.keybindings
    .get(SYSTEM_ID as never, action as never)
    .map((binding) => ControlsConfig.humanizeBinding(binding).replaceAll(' + ', '+'));
}

/** Returns the first of them; empty without one. */
export const keyText = (action: string): string => keysText(action)[0] ?? '';
