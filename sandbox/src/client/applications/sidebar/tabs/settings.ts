import { HandlebarsApplicationMixin } from '../../api/handlebars-application';
import { AbstractSidebarTab } from '../sidebar-tab';

/** The last tab: what runs here, and the doors to its settings. T13: client/applications/sidebar/tabs/settings.d.mts */
export class Settings extends HandlebarsApplicationMixin(AbstractSidebarTab) {
  static DEFAULT_OPTIONS: any = {
    classes: ['flexcol'],
    window: { title: 'SIDEBAR.TabSettings', icon: 'fa-solid fa-gears' },
    actions: { openApp: Settings.onOpenApp, logOut: Settings.onLogOut },
  };
  static tabName = 'settings';
  static PARTS = { settings: { template: 'templates/sidebar/tabs/settings.hbs', scrollable: [''] } };

  static onOpenApp(_event: Event, target: HTMLElement): void {
    const { SettingsConfig } = foundry.applications.settings;
    const { ControlsConfig, ModuleManagement } = foundry.applications.sidebar.apps;
    const apps: Record<string, any> = {
      configure: SettingsConfig,
      controls: ControlsConfig,
      modules: ModuleManagement,
    };
    void new apps[target.dataset.app!]().render({ force: true });
  }

  static onLogOut(): void {
    if (typeof game.logOut === 'function') game.logOut();
    else window.location.href = '/join';
  }

  async _prepareContext(options: any): Promise<any> {
    const context = await super._prepareContext(options);
    const { system, world, release } = game;
    return Object.assign(context, {
      system,
      world,
      version: release?.version ?? release?.display,
      isGM: game.user.isGM,
      modules: game.modules.filter(({ active }: any) => active).length,
    });
  }
}
