import { HandlebarsWindow, type RenderOptions } from './window-bases';

/**
 * What Foundry takes for the window of a menu, which it makes without an argument and renders; the window itself is fetched when it is opened.
 * API: ClientSettings#registerMenu, `type`; foundry.applications.settings.SettingsConfig
 */
export const lazyWindow = (open: () => Promise<InstanceType<typeof HandlebarsWindow>>) =>
  class extends HandlebarsWindow {
    override async render(options?: RenderOptions): Promise<this> {
      await (await open()).render({ ...options, force: true });
      return this;
    }
  };
