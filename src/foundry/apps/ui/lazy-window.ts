import { HandlebarsWindow, type RenderOptions } from './window-bases';

/**
 * Returns a class for a settings menu. Foundry constructs it without arguments and renders it; the real window is loaded on render.
 * API: ClientSettings#registerMenu, `type`; foundry.applications.settings.SettingsConfig
 */
export const lazyWindow = (open: () => Promise<InstanceType<typeof HandlebarsWindow>>) =>
  class extends HandlebarsWindow {
    override async render(options?: RenderOptions): Promise<this> {
      await (await open()).render({ ...options, force: true });
      return this;
    }
  };
