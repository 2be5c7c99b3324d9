import type { Model } from '../../stored/model';
import { type FormGroupOptions, formGroupOf } from './fields';

/** Returns the inputs of some fields by their paths below `system`, as HTML in that order. Fields with equal labels use their parent's label. */
export function inputsOf(
  model: Model,
  paths: readonly string[],
  options: Omit<FormGroupOptions, 'prefix' | 'prepared'>,
): readonly string[] {
  const [prefix = ''] = (model.constructor as { LOCALIZATION_PREFIXES?: string[] }).LOCALIZATION_PREFIXES ?? [];
  const found = paths.flatMap((path) => {
    const field = model.schema.getField(path);
    return field ? [{ path, field }] : [];
  });
  return found.flatMap(({ path, field }) => {
    const isOneOfMany = found.some((other) => other.field !== field && other.field.label === field.label);
    const label = (isOneOfMany && field.parent?.label) || field.label;
    return formGroupOf(field, path, { ...options, prefix, prepared: model }, label) ?? [];
  });
}
