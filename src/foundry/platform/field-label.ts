import type { Reason } from '../../kernel/ask';
import type { Field as Declared } from '../../toolkit/define/schema';
import { text } from './text';

export type ModelField = foundry.data.fields.DataField.Any;

const declarations = new WeakMap<ModelField, Declared>();

export const declareField = (field: ModelField, declared: Declared): void => void declarations.set(field, declared);

export const declarationOf = (field: ModelField): Declared | undefined => declarations.get(field);

interface Described {
  readonly system: unknown;
}

interface Schema<Field> {
  getField(path: string): Field | undefined;
}

/** Names that every object inherits: a path through one leads out of its data. */
export const isInherited = (name: string): boolean => name in Object.prototype;

/**
 * Returns the field at a path that a user may have written. A field that objects inherit, such as `constructor`, is none.
 * C13: common/data/fields.mjs, `SchemaField#_getField` looks the name up in a plain object.
 */
export const fieldAt = <Field>(schema: Schema<Field> | undefined, path: string): Field | undefined =>
  path.length > LONGEST_PATH || path.split('.').some(isInherited) ? undefined : schema?.getField(path);

/** Characters; the schemas of all rulesets have shorter paths. */
const LONGEST_PATH = 200;

/** Returns the sheet's label of a path such as `system.speed`; null for unknown paths. */
export function localizeField({ system }: Described, key: string): string | null {
  if (!key.startsWith('system.')) return null;
  const field = fieldAt((system as { schema?: Schema<ModelField> }).schema, key.slice('system.'.length));
  return field ? labelOf(field) : null;
}

/** Returns the label with its parent's, because several fields are named alike. */
export function labelOf({ label, parent }: ModelField): string {
  const labels = [parent?.label, label].flatMap((each) => each || []);
  return labels.map((each) => game.i18n.localize(each)).join(' · ');
}

export function invalidValueText(
  { id, data }: Reason,
  { name, hint }: { readonly name: string; readonly hint?: string },
): string {
  const why = text(`CADENCE.Notice.unfit.${id}`, { name, ...data });
  return id === 'text' && hint ? `${why} ${game.i18n.localize(hint)}` : why;
}
