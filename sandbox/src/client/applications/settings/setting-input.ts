import { createCheckboxInput, createNumberInput, createSelectInput, createTextInput } from '../fields';

const NUMERIC = new Set(['NumberField', 'AngleField', 'AlphaField']);

function inputFor({ type, choices, range }: any, config: any): HTMLElement {
  if (choices) {
    const options = Object.entries(choices).map(([value, label]) => ({ value, label: label as string }));
    const dataset = type === Number ? { dtype: 'Number' } : {};
    return createSelectInput({ ...config, options, localize: true, dataset, value: String(config.value) });
  }
  if (typeof type?.toInput === 'function') return type.toInput(config);
  if (type === Boolean) return createCheckboxInput(config);
  if (type === Number || NUMERIC.has(type?.constructor?.name)) {
    return createNumberInput(range ? { ...config, ...range, type: 'range' } : config);
  }
  return createTextInput({ ...config, value: String(config.value ?? '') });
}

/** Label, hint and input of one registered setting. */
export function settingInput(setting: any): any {
  const { namespace, key, name, hint, scope, requiresReload } = setting;
  const id = `setting-${namespace}-${key}`;
  const value = game.settings.get(namespace, key);
  const input = inputFor(setting, { name: `${namespace}.${key}`, id, value, localize: true });
  return { id, label: name, hint, scope, requiresReload, input: input.outerHTML };
}
