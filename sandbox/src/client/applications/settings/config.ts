import { ApplicationV2 } from '../api/application';
import { HandlebarsApplicationMixin } from '../api/handlebars-application';
import { applyColorScheme } from '../theme';
import type { FormDataExtended } from '../ux/form-data-extended';
import { settingInput } from './setting-input';

/** All settings a user may change, by package. T13: client/applications/settings/config.d.mts */
export class SettingsConfig extends HandlebarsApplicationMixin(ApplicationV2) {
  static DEFAULT_OPTIONS: any = {
    id: 'settings-config',
    tag: 'form',
    classes: ['settings-config'],
    window: { title: 'SETTINGS.Title', icon: 'fa-solid fa-gears', contentClasses: ['standard-form'], resizable: true },
    position: { width: 680, height: 620 },
    form: { handler: SettingsConfig.onSubmit, closeOnSubmit: true },
    actions: { openSubmenu: SettingsConfig.onOpenSubmenu },
  };
  static PARTS = {
    main: { template: 'templates/settings/config.hbs', scrollable: [''] },
    footer: { template: 'templates/generic/form-footer.hbs' },
  };

  static onOpenSubmenu(_event: Event, target: HTMLElement): void {
    const menu = game.settings.menus.get(target.dataset.key);
    if (menu && (!menu.restricted || game.user.isGM)) void new menu.type().render({ force: true });
  }

  static async onSubmit(_event: Event, _form: HTMLFormElement, formData: FormDataExtended): Promise<void> {
    let reload = false;
    for (const [id, value] of Object.entries(formData.object)) {
      const [, namespace, ...rest] = id.match(/^([^.]+)\.(.+)$/) ?? [];
      const key = rest.join('.');
      if (id.startsWith('core.uiConfig.')) continue;
      const setting = game.settings.settings.get(id);
      if (!setting || foundry.utils.objectsEqual(game.settings.get(namespace, key), value)) continue;
      await game.settings.set(namespace, key, value);
      reload ||= !!setting.requiresReload;
    }
    await saveColorScheme(formData.object);
    if (reload) await SettingsConfig.reloadConfirm();
  }

  /** @param world whether everybody else loads the world anew too. T14: client/applications/settings/config.d.mts */
  static async reloadConfirm({ world = false }: { world?: boolean } = {}): Promise<void> {
    const sure = await foundry.applications.api.DialogV2.confirm({
      window: { title: 'SETTINGS.ReloadPromptTitle' },
      content: `<p>${game.i18n.localize('SETTINGS.ReloadPromptBody')}</p>`,
      yes: { default: true },
    });
    if (!sure) return;
    if (world && game.user.isGM) game.socket.emit('reload');
    window.location.reload();
  }

  async _prepareContext(options: any): Promise<any> {
    const context = await super._prepareContext(options);
    const canConfigure = game.user.can?.('SETTINGS_MODIFY') ?? game.user.isGM;
    const groups = new Map<string, any>();
    const group = (namespace: string) => {
      if (!groups.has(namespace))
        groups.set(namespace, { id: namespace, label: packageTitle(namespace), menus: [], settings: [] });
      return groups.get(namespace);
    };
    group('core').settings.push(...colorSchemeFields());
    for (const menu of game.settings.menus?.values() ?? []) {
      if (menu.restricted && !canConfigure) continue;
      group(menu.namespace).menus.push(menu);
    }
    for (const setting of game.settings.settings.values()) {
      if (!setting.config || (setting.scope === 'world' && !canConfigure)) continue;
      group(setting.namespace).settings.push(settingInput(setting));
    }
    context.groups = [...groups.values()];
    context.buttons = [{ type: 'submit', icon: 'fa-solid fa-floppy-disk', label: 'SETTINGS.Save' }];
    return context;
  }
}

function packageTitle(namespace: string): string {
  if (namespace === 'core') return game.i18n.localize('PACKAGE.CoreTitle');
  if (namespace === game.system.id) return game.system.title;
  return game.modules?.get(namespace)?.title ?? namespace;
}

function colorSchemeFields(): any[] {
  const { createSelectInput } = foundry.applications.fields;
  const { colorScheme = {} } = game.settings.get('core', 'uiConfig') ?? {};
  const options = ['dark', 'light'].map((value) => ({
    value,
    label: `SETTINGS.UI.FIELDS.colorScheme.choices.${value}`,
  }));
  return ['applications', 'interface'].map((area) => ({
    label: `SETTINGS.UI.FIELDS.colorScheme.${area}.label`,
    hint: `SETTINGS.UI.FIELDS.colorScheme.${area}.hint`,
    id: `setting-uiConfig-${area}`,
    input: createSelectInput({
      name: `core.uiConfig.${area}`,
      id: `setting-uiConfig-${area}`,
      options,
      localize: true,
      value: colorScheme[area] || 'dark',
    }).outerHTML,
  }));
}

async function saveColorScheme(data: Record<string, any>): Promise<void> {
  if (!('core.uiConfig.interface' in data)) return;
  const config = foundry.utils.deepClone(game.settings.get('core', 'uiConfig') ?? {});
  config.colorScheme = { applications: data['core.uiConfig.applications'], interface: data['core.uiConfig.interface'] };
  await game.settings.set('core', 'uiConfig', config);
  applyColorScheme();
}
