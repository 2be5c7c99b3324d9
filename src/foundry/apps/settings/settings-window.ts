import { defined } from '../../../kernel/defined';
import { lookup } from '../../../kernel/lookup';
import {
  invalidValueText,
  readSetting,
  type Setting,
  type SettingValue,
  SYSTEM_ID,
  saveSetting,
  settingChoiceLabel,
  settingsOf,
} from '../../platform/settings';
import { text } from '../../platform/text';
import { isInput } from '../../views/pages';
import { templatePart } from '../ui/templates';
import { type Context, HandlebarsWindow, type RenderOptions } from '../ui/window-bases';

/** The value of an input; an unreadable number is null. API: FormDataExtended */
type Entered = string | number | boolean | null;

/** Returns whether this user may edit a setting, as Foundry's own window decides it: T14 client/applications/settings/config.d.mts */
const canEditSetting = ({ scope }: Pick<Setting, 'scope'>): boolean =>
  scope !== 'world' || game.user.can('SETTINGS_MODIFY');

/** Returns a setting's value, or its initial value if the stored one is invalid. */
const settingValue = (key: string): SettingValue => readSetting<SettingValue>(key);

export class SettingsMenu extends HandlebarsWindow {
  readonly #topic: string;
  readonly #heading: string;

  constructor({ topic, heading }: { readonly topic: string; readonly heading: string }) {
    super({ id: `${SYSTEM_ID}-settings-${topic.replaceAll('.', '-')}` });
    this.#topic = topic;
    this.#heading = heading;
  }

  static override DEFAULT_OPTIONS: object = {
    tag: 'form',
    classes: ['cadence', 'cadence-settings'],
    position: { width: 580, height: 'auto' },
    window: { icon: 'fa-solid fa-gears', resizable: true, contentClasses: ['standard-form'] },
    form: { handler: SettingsMenu.onSubmit },
    actions: { resetDefaults: SettingsMenu.onReset },
  };

  static override PARTS = {
    settings: templatePart('settings/settings-window', ['']),
    footer: { template: 'templates/generic/form-footer.hbs' },
  };

  get #settings(): Setting[] {
    return settingsOf(this.#topic).filter(canEditSetting);
  }

  override get title(): string {
    const heading = text(this.#heading);
    return text('CADENCE.App.Settings.title', { topic: heading });
  }

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    const buttons = [
      {
        type: 'button',
        action: 'resetDefaults',
        icon: 'fa-solid fa-arrow-rotate-left',
        label: 'CADENCE.App.Settings.reset',
      },
      { type: 'submit', icon: 'fa-solid fa-floppy-disk', label: 'CADENCE.App.Settings.save' },
    ];
    return Object.assign(context, { settings: this.#settings.map(fieldOf), buttons });
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    // The window shows its own messages instead of the browser's.
    this.element.setAttribute('novalidate', '');
  }

  #input(key: string): HTMLInputElement | HTMLSelectElement {
    const selector = `[name="${CSS.escape(key)}"]`;
    return defined(this.element.querySelector<HTMLInputElement | HTMLSelectElement>(selector), selector);
  }

  #validate(entered: Readonly<Record<string, Entered>>): boolean {
    const wrong = this.#settings.filter((setting) => {
      const why = invalidValueText(setting, lookup(entered, setting.key));
      const input = this.#input(setting.key);
      if (why) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
      const message = this.element.querySelector(`[data-error-of="${CSS.escape(setting.key)}"]`);
      if (message) message.textContent = why;
      return why !== '';
    });
    const [first] = wrong;
    if (first) this.#input(first.key).focus();
    return wrong.length === 0;
  }

  static async onSubmit(this: SettingsMenu, _event: Event, _form: Element, data: { object: Record<string, Entered> }) {
    if (!this.#validate(data.object)) return;
    const changed = this.#settings.filter((setting) => lookup(data.object, setting.key) !== settingValue(setting.key));
    for (const setting of changed) await saveSetting(setting.key, lookup(data.object, setting.key) as never);
    await this.close();
    const reload = changed.filter(({ requiresReload }) => requiresReload);
    if (reload.length === 0) return;
    const world = reload.some(({ scope }) => scope === 'world');
    // The installed types declare no argument yet. API: SettingsConfig.reloadConfirm({ world })
    const config = foundry.applications.settings.SettingsConfig as unknown as {
      reloadConfirm(options: { world: boolean }): Promise<void>;
    };
    await config.reloadConfirm({ world });
  }

  static onReset(this: SettingsMenu): void {
    for (const { key, initial } of this.#settings) {
      const input = this.#input(key);
      if (isInput(input) && typeof initial === 'boolean') input.checked = initial;
      else input.value = String(initial);
    }
    this.#validate(Object.fromEntries(this.#settings.map(({ key, initial }) => [key, initial])));
  }
}

function fieldOf(setting: Setting) {
  const { key, branch, initial, scope, requiresReload } = setting;
  const value = settingValue(key);
  const labels = { label: text(`${branch}.label`), hint: text(`${branch}.hint`) };
  const shared = { key, ...labels, requiresReload, id: `${SYSTEM_ID}-setting-${key}`, isOwn: scope === 'client' };
  if ('choices' in setting) {
    const choices = setting.choices.map((choice) => ({
      value: choice,
      label: settingChoiceLabel(setting, choice),
      chosen: choice === value,
    }));
    return { ...shared, choices, initial: settingChoiceLabel(setting, String(initial)) };
  }
  if ('min' in setting) {
    const { min, max, step } = setting;
    return { ...shared, number: { min, max, step, value }, initial: String(initial) };
  }
  const stateKey = initial ? 'CADENCE.App.Settings.on' : 'CADENCE.App.Settings.off';
  return { ...shared, isToggle: true, checked: value, initial: text(stateKey) };
}
