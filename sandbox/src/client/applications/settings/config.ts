import type { Data } from '../../../shared/data';
import type { SettingMenu } from '../../settings';
import { ApplicationV2 } from '../api/application';
import type { Part } from '../api/handlebars-application';
import { HandlebarsApplicationMixin } from '../api/handlebars-application';
import type { GivenOptions, RenderContext, RenderOptions } from '../api/options';
import { applyColorScheme, interfaceConfig } from '../theme';
import type { FormDataExtended } from '../ux/form-data-extended';
import { type ShownSetting, settingInput } from './setting-input';

/** The settings that a user may change, by package. T13: client/applications/settings/config.d.mts */
export class SettingsConfig extends HandlebarsApplicationMixin(ApplicationV2) {
  static override DEFAULT_OPTIONS: GivenOptions = {
    id: 'settings-config',
    tag: 'form',
    classes: ['settings-config'],
    window: { title: 'SETTINGS.Title', icon: 'fa-solid fa-gears', contentClasses: ['standard-form'], resizable: true },
    position: { width: 680, height: 620 },
    form: { handler: SettingsConfig.onSubmit, closeOnSubmit: true },
    actions: { openSubmenu: SettingsConfig.onOpenSubmenu },
  };
  static override PARTS: Record<string, Part> = {
    main: { template: 'templates/settings/config.hbs', scrollable: [''] },
    footer: { template: 'templates/generic/form-footer.hbs' },
  };

  static onOpenSubmenu(_event: Event, target: HTMLElement): void {
    const menu = game.settings.menus.get(target.dataset.key ?? '');
    if (menu && (!menu.restricted || game.user.isGM)) void new menu.type().render({ force: true });
  }

  static async onSubmit(_event: Event, _form: HTMLFormElement, formData: FormDataExtended): Promise<void> {
    let reload = false;
    for (const [id, value] of Object.entries(formData.object)) {
      const [, namespace = '', ...rest] = id.match(/^([^.]+)\.(.+)$/) ?? [];
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

  /** @param world reloads all other clients too. T14: client/applications/settings/config.d.mts */
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

  override async _prepareContext(options: RenderOptions): Promise<RenderContext> {
    const context = await super._prepareContext(options);
    const canConfigure = game.user.can?.('SETTINGS_MODIFY') ?? game.user.isGM;
    const groups = new Map<string, SettingGroup>();
    const group = (namespace: string) => {
      const known = groups.get(namespace);
      if (known) return known;
      const made: SettingGroup = { id: namespace, label: packageTitle(namespace), menus: [], settings: [] };
      groups.set(namespace, made);
      return made;
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
    context['groups'] = [...groups.values()];
    context['buttons'] = [{ type: 'submit', icon: 'fa-solid fa-floppy-disk', label: 'SETTINGS.Save' }];
    return context;
  }
}

interface SettingGroup {
  id: string;
  label: string;
  menus: SettingMenu[];
  settings: ShownSetting[];
}

function packageTitle(namespace: string): string {
  if (namespace === 'core') return game.i18n.localize('PACKAGE.CoreTitle');
  if (namespace === game.system.id) return game.system.title;
  return game.modules?.get(namespace)?.title ?? namespace;
}

function colorSchemeFields(): ShownSetting[] {
  const { createSelectInput } = foundry.applications.fields;
  const { colorScheme } = interfaceConfig();
  const options = ['dark', 'light'].map((value) => ({
    value,
    label: `SETTINGS.UI.FIELDS.colorScheme.choices.${value}`,
  }));
  return (['applications', 'interface'] as const).map((area) => ({
    label: `SETTINGS.UI.FIELDS.colorScheme.${area}.label`,
    hint: `SETTINGS.UI.FIELDS.colorScheme.${area}.hint`,
    id: `setting-uiConfig-${area}`,
    input: createSelectInput({
      name: `core.uiConfig.${area}`,
      id: `setting-uiConfig-${area}`,
      options,
      localize: true,
      value: colorScheme?.[area] || 'dark',
    }).outerHTML,
  }));
}

async function saveColorScheme(data: Data): Promise<void> {
  if (!('core.uiConfig.interface' in data)) return;
  const config = foundry.utils.deepClone(interfaceConfig());
  config.colorScheme = {
    applications: String(data['core.uiConfig.applications']),
    interface: String(data['core.uiConfig.interface']),
  };
  await game.settings.set('core', 'uiConfig', config);
  applyColorScheme();
}
