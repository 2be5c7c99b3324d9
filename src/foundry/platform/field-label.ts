import type { Reason } from '../../kernel/ask';
import type { Field as Declared } from '../../toolkit/define/schema';
import { fieldAt, type Schema } from './field-path';
import { text } from './text';

export type ModelField = foundry.data.fields.DataField.Any;

/** By field of a model: Foundry makes fields from ours, which know how to describe a wrong value. */
const declarations = new WeakMap<ModelField, Declared>();

export const declareField = (field: ModelField, declared: Declared): void => void declarations.set(field, declared);

export const declarationOf = (field: ModelField): Declared | undefined => declarations.get(field);

interface Described {
  readonly system: unknown;
}

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
