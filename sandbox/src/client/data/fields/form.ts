import type { FormGroupConfig, InputConfig } from '../../applications/fields';
import { localize } from '../../i18n';
import type { Choices, DataField } from './base';

/** The namespace foundry.applications.fields, looked up late because fields also exist without a browser. */
export const inputs = () => globalThis.foundry.applications.fields;

/** Completes an input's configuration from its field. T14: common/data/fields.d.mts toInput */
export function fieldInput(field: DataField, config: InputConfig): InputConfig {
  const filled = { ...config };
  filled.name ??= field.fieldPath;
  if (!('value' in filled)) filled.value = field.getInitialValue({});
  filled.required ??= field.required && !field.nullable;
  if (field.placeholder) filled.placeholder ??= localize(field.placeholder);
  filled.localize ??= false;
  return filled;
}

/** Returns label, input and hint in Foundry's `div.form-group`. T14: common/data/fields.d.mts toFormGroup */
export function formGroup(field: DataField, groupConfig: FormGroupConfig, inputConfig: InputConfig): HTMLElement {
  const widget = groupConfig.widget ?? inputConfig.widget;
  if (widget) return widget(field, groupConfig, inputConfig);
  const group = { ...groupConfig };
  group.label ??= field.label || field.fieldPath;
  group.hint ??= field.hint;
  group.localize ??= inputConfig.localize;
  group.input ??= field.toInput(inputConfig);
  return inputs().createFormGroup(group);
}

export function choiceOptions(choices: Choices | undefined): { value: string; label: string }[] {
  const given = typeof choices === 'function' ? choices() : choices;
  if (Array.isArray(given)) return given.map((value) => ({ value: String(value), label: localize(String(value)) }));
  return Object.entries(given ?? {}).map(([value, entry]) => ({
    value,
    label: localize(typeof entry === 'string' ? entry : ((entry as { label?: string } | null)?.label ?? value)),
  }));
}
