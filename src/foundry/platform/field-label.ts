import type { Reason } from '../../kernel/ask';
import type { Field as Declared } from '../../toolkit/define/schema';
import { text } from './text';

export type ModelField = foundry.data.fields.DataField.Any;

const declarations = new WeakMap<ModelField, Declared>();

/** Remembers what a field of a model was declared as. */
export const declareField = (field: ModelField, declared: Declared): void => void declarations.set(field, declared);

/** What a field of a model was declared as; of fields that are none of a ruleset's there is nothing. */
export const declarationOf = (field: ModelField): Declared | undefined => declarations.get(field);

interface Described {
  readonly system: unknown;
}

/** What a sheet calls a number, by its path such as `system.speed`, with the heading it stands below; null for what is none of ours. */
export function localizeField({ system }: Described, key: string): string | null {
  if (!key.startsWith('system.')) return null;
  const { schema } = system as { schema?: { getField(path: string): ModelField | undefined } };
  const path = key.slice('system.'.length);
  const field = schema?.getField(path);
  return field ? labelOf(field) : null;
}

/** As the sheet calls it, with the heading where it stands below one: there are several scores. */
export function labelOf({ label, parent }: ModelField): string {
  const labels = [parent?.label, label].flatMap((each) => each || []);
  return labels.map((each) => game.i18n.localize(each)).join(' · ');
}

/** Why a field does not take a value, as a sentence: the same whether it was typed or is stored. */
export function invalidValueText(
  { id, data }: Reason,
  { name, hint }: { readonly name: string; readonly hint?: string },
): string {
  const why = text(`CADENCE.Notice.unfit.${id}`, { name, ...data });
  // What looks otherwise than it should may be told by its hint how it should look.
  return id === 'text' && hint ? `${why} ${game.i18n.localize(hint)}` : why;
}
