import type { ApplicationV2 } from '../../api/application';
import type { Part } from '../../api/handlebars-application';
import { HandlebarsApplicationMixin } from '../../api/handlebars-application';
import type { GivenOptions, RenderContext, RenderOptions } from '../../api/options';
import { AbstractSidebarTab } from '../sidebar-tab';

/** T13: client/applications/sidebar/tabs/settings.d.mts */
export class Settings extends HandlebarsApplicationMixin(AbstractSidebarTab) {
  static override DEFAULT_OPTIONS: GivenOptions = {
    classes: ['flexcol'],
    window: { title: 'SIDEBAR.TabSettings', icon: 'fa-solid fa-gears' },
    actions: { openApp: Settings.onOpenApp, logOut: Settings.onLogOut },
  };
  static override tabName = 'settings';
  static override PARTS: Record<string, Part> = {
    settings: { template: 'templates/sidebar/tabs/settings.hbs', scrollable: [''] },
  };

  static onOpenApp(_event: Event, target: HTMLElement): void {
    const { SettingsConfig } = foundry.applications.settings;
    const { ControlsConfig, ModuleManagement } = foundry.applications.sidebar.apps;
    const apps: Record<string, new () => ApplicationV2> = {
      configure: SettingsConfig,
      controls: ControlsConfig,
      modules: ModuleManagement,
    };
    const cls = apps[target.dataset.app!];
    if (cls) void new cls().render({ force: true });
  }

  static onLogOut(): void {
    window.location.href = '/join';
  }

  override async _prepareContext(options: RenderOptions): Promise<RenderContext> {
    const context = await super._prepareContext(options);
    const { system, world, release } = game;
    return Object.assign(context, {
      system,
      world,
      version: release?.version,
      isGM: game.user.isGM,
      modules: game.modules.filter(({ active }) => active).length,
    });
  }
}
