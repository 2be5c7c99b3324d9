import { DataField } from '../../data/fields/base';
import type { SettingConfig } from '../../settings';
import {
  createCheckboxInput,
  createNumberInput,
  createSelectInput,
  createTextInput,
  type InputConfig,
} from '../fields';

/** Template data of a setting; `input` is HTML. */
export interface ShownSetting {
  id: string;
  label: string | undefined;
  hint?: string | undefined;
  scope?: string;
  requiresReload?: boolean | undefined;
  input: string;
}

function inputFor({ type, choices, range }: SettingConfig, config: InputConfig): HTMLElement {
  if (choices) {
    const options = Object.entries(typeof choices === 'function' ? choices() : choices).map(([value, label]) => ({
      value,
      label: label as string,
    }));
    const dataset = type === Number ? { dtype: 'Number' } : {};
    return createSelectInput({ ...config, options, localize: true, dataset, value: String(config.value) });
  }
  if (type instanceof DataField) return type.toInput(config);
  if (type === Boolean) return createCheckboxInput(config);
  if (type === Number) {
    return createNumberInput(range ? { ...config, ...range, type: 'range' } : config);
  }
  return createTextInput({ ...config, value: String(config.value ?? '') });
}

export function settingInput(setting: SettingConfig): ShownSetting {
  const { namespace, key, name, hint, scope, requiresReload } = setting;
  const id = `setting-${namespace}-${key}`;
  const value = game.settings.get(namespace, key);
  const input = inputFor(setting, { name: `${namespace}.${key}`, id, value, localize: true });
  return { id, label: name, hint, scope, requiresReload, input: input.outerHTML };
}
