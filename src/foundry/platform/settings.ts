import type { SettingDefinition } from '../../encounter/ruleset';
import { defined } from '../../kernel/defined';
import { notify } from './notice';
import { text } from './text';

export const SYSTEM_ID = 'cadence';

export const SETTING_HOOK = 'cadence.setting';
export type SettingValue = SettingDefinition['initial'];
type Registration = SettingDefinition & {
  readonly scope: 'world' | 'client';
  readonly branch: string;
  /** The menu that shows it: one of `TOPICS`, or a ruleset's id. */
  readonly topic: string;
  readonly requiresReload?: boolean;
  readonly labelOf?: (choice: string) => string;
};

/** The menus of settings; each ruleset has its own menu besides, by its id. */
export const TOPICS = [
  { id: 'table', icon: 'fa-solid fa-gavel' },
  { id: 'dice', icon: 'fa-solid fa-dice-d20' },
  { id: 'map', icon: 'fa-solid fa-route' },
  { id: 'look', icon: 'fa-solid fa-palette' },
] as const;

const labelIn = ({ branch, labelOf }: Registration) => labelOf ?? ((choice: string) => `${branch}.choices.${choice}`);

/** By key, filled at `init`. */
const registered = new Map<string, Registration>();

export function registerSetting(key: string, registration: Registration): void {
  const { scope, branch } = registration;
  registered.set(key, registration);
  game.settings.register(SYSTEM_ID, key, {
    name: `${branch}.label`,
    hint: `${branch}.hint`,
    scope,
    // Foundry's list would be too long, so each setting is in a menu of its topic (apps/settings-menu.ts).
    config: false,
    requiresReload: registration.requiresReload ?? false,
    onChange: notifySettingChange,
    ...inputOf(registration),
  });
}

export const notifySettingChange = (): void => void Hooks.callAll(SETTING_HOOK);

/** API: SettingConfig. */
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
  notifyInvalid(key, registration, value);
  return registration.initial as V;
}

export type Setting = Registration & { readonly key: string };

export const settingChoiceLabel = (setting: Setting, choice: string): string => text(labelIn(setting)(choice));

export function settingsOf(topic: string): Setting[] {
  const settings = [...registered].map(([key, registration]) => ({ ...registration, key }));
  return settings.filter((setting) => setting.topic === topic);
}

export const saveSetting = (key: string, value: SettingValue): Promise<unknown> =>
  game.settings.set(SYSTEM_ID, key, value);

/** Returns why a value is invalid, or an empty text. */
export function invalidValueText(setting: Setting, value: unknown): string {
  const step = 'min' in setting ? (Number(value) - setting.min) / setting.step : 0;
  if (isOffered(setting, value) && Number.isInteger(Math.round(step * 1e6) / 1e6)) return '';
  if (!('min' in setting)) return text('CADENCE.App.Settings.notOffered');
  const { min, max, step: by } = setting;
  return text('CADENCE.App.Settings.notBetween', { min, max, step: by });
}

/** A stored choice may be gone because its package is disabled, or wrong because a macro wrote it. */
function isOffered(definition: SettingDefinition, value: unknown): boolean {
  if ('choices' in definition) return typeof value === 'string' && definition.choices.includes(value);
  if (!('min' in definition)) return typeof value === 'boolean';
  const { min, max } = definition;
  return typeof value === 'number' && value >= min && value <= max;
}

/** So that each invalid value is reported once. */
const reported = new Set<string>();

function notifyInvalid(key: string, registration: Registration, value: unknown): void {
  const { scope, branch, initial } = registration;
  const displayed = shownValue(value);
  if (!ui.notifications || reported.has(`${key} ${displayed}`) || (scope === 'world' && !game.user.isGM)) return;
  reported.add(`${key} ${displayed}`);
  const fallback = 'choices' in registration ? text(labelIn(registration)(String(initial))) : String(initial);
  const facts = { name: text(`${branch}.label`), value: displayed, initial: fallback };
  notify('warn', text('CADENCE.Notice.setting', facts));
}

/** The stored value may be any JSON, and `String` throws for some. */
const shownValue = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value).slice(0, 100) : String(value);
