import type { SettingDefinition } from '../../encounter/ruleset';
import { defined } from '../../kernel/defined';
import { notify } from './notice';
import { text } from './text';

export const SYSTEM_ID = 'cadence';

/** Called where a setting of Cadence has changed, for whoever draws by it. */
export const SETTING_HOOK = 'cadence.setting';
export type SettingValue = SettingDefinition['initial'];
type Registration = SettingDefinition & {
  readonly scope: 'world' | 'client';
  readonly branch: string;
  /** The menu that shows it: one of `TOPICS`, or a ruleset's id. */
  readonly topic: string;
  /** Whether it counts only once the page is loaded anew. */
  readonly requiresReload?: boolean;
  readonly labelOf?: (choice: string) => string;
};

/** The menus that settings stand in by what they are about; those of a ruleset have one of their own, called by its id. */
export const TOPICS = [
  { id: 'table', icon: 'fa-solid fa-gavel' },
  { id: 'dice', icon: 'fa-solid fa-dice-d20' },
  { id: 'map', icon: 'fa-solid fa-route' },
  { id: 'look', icon: 'fa-solid fa-palette' },
] as const;

const labelIn = ({ branch, labelOf }: Registration) => labelOf ?? ((choice: string) => `${branch}.choices.${choice}`);

const registered = new Map<string, Registration>();

export function registerSetting(key: string, registration: Registration): void {
  const { scope, branch } = registration;
  registered.set(key, registration);
  game.settings.register(SYSTEM_ID, key, {
    name: `${branch}.label`,
    hint: `${branch}.hint`,
    scope,
    // Sixty in one list nobody reads: each stands in a menu of its topic (apps/settings-menu.ts).
    config: false,
    requiresReload: registration.requiresReload ?? false,
    onChange: notifySettingChange,
    ...inputOf(registration),
  });
}

export const notifySettingChange = (): void => void Hooks.callAll(SETTING_HOOK);

/** How Foundry's window of settings asks for it. API: SettingConfig. */
function inputOf(definition: Registration): object {
  const { initial } = definition;
  if ('min' in definition) {
    const { min, max, step } = definition;
    return { type: Number, range: { min, max, step }, default: initial };
  }
  if (!('choices' in definition)) return { type: Boolean, default: initial };
  const label = labelIn(definition);
  const choices = Object.fromEntries(definition.choices.map((choice) => [choice, label(choice)]));
  return { type: String, choices, default: initial };
}

export function readSetting<V extends SettingValue = string>(key: string): V {
  const value: V = game.settings.get(SYSTEM_ID, key);
  const registration = defined(registered.get(key), `the setting ${key}`);
  if (isOffered(registration, value)) return value;
  tellInstead(key, registration, value);
  return registration.initial as V;
}

export type Setting = Registration & { readonly key: string };

/** What a choice of a setting is called. */
export const settingChoiceLabel = (setting: Setting, choice: string): string => text(labelIn(setting)(choice));

/** The settings of a topic, in the order in which they were registered. */
export function settingsOf(topic: string): Setting[] {
  const settings = [...registered].map(([key, registration]) => ({ ...registration, key }));
  return settings.filter((setting) => setting.topic === topic);
}

/** Whether this user may set it. As Foundry's own window has it: T14 client/applications/settings/config.d.mts */
export const canEditSetting = ({ scope }: Pick<Setting, 'scope'>): boolean =>
  scope !== 'world' || game.user.can('SETTINGS_MODIFY');

/** What a setting comes to: its initial value where what is stored is none. */
export const settingValue = (key: string): SettingValue => readSetting<SettingValue>(key);

export const saveSetting = (key: string, value: SettingValue): Promise<unknown> =>
  game.settings.set(SYSTEM_ID, key, value);

/** Why a value is not taken; an empty text where it is. */
export function whyNotValue(setting: Setting, value: unknown): string {
  const step = 'min' in setting ? (Number(value) - setting.min) / setting.step : 0;
  if (isOffered(setting, value) && Number.isInteger(Math.round(step * 1e6) / 1e6)) return '';
  if (!('min' in setting)) return text('CADENCE.App.Settings.notOffered');
  const { min, max, step: by } = setting;
  return text('CADENCE.App.Settings.notBetween', { min, max, step: by });
}

/** What is stored may be no choice any more: its package is switched off, or a macro wrote it. */
function isOffered(definition: SettingDefinition, value: unknown): boolean {
  if ('choices' in definition) return typeof value === 'string' && definition.choices.includes(value);
  if (!('min' in definition)) return typeof value === 'boolean';
  const { min, max } = definition;
  return typeof value === 'number' && value >= min && value <= max;
}

/** Settings whose value has been said to be none. */
const said = new Set<string>();

/** Says to whoever can mend it that a setting goes by its initial value. */
function tellInstead(key: string, registration: Registration, value: unknown): void {
  const { scope, branch, initial } = registration;
  const shown = shownValue(value);
  if (!ui.notifications || said.has(`${key} ${shown}`) || (scope === 'world' && !game.user.isGM)) return;
  said.add(`${key} ${shown}`);
  const instead = 'choices' in registration ? text(labelIn(registration)(String(initial))) : String(initial);
  const facts = { name: text(`${branch}.label`), value: shown, initial: instead };
  notify('warn', text('CADENCE.Notice.setting', facts));
}

/** What is stored may be any JSON, and `String` throws for some of it. */
const shownValue = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value).slice(0, 100) : String(value);
