import { same } from '../kernel/same';
import type { Adapter } from './adapter';
import { modelOf } from './stored/model';

type Reader = Pick<Adapter, 'baseOf' | 'itemOf' | 'marks'>;
type Field = foundry.data.fields.DataField.Any;

/**
 * How a ruleset's rules read its documents, sets as lists: as they are prepared, so that active effects count.
 * @param keys the ledger's stat keys, as the actor's model has them
 * @param types subtypes of items that are gear of the ruleset; of any other its rules see nothing
 * @param marks fields of items that steps write. These are read as they are stored: what an effect made of one would be written down for
 * good with the next step
 */
export function storedReader(keys: readonly string[], types: readonly string[], marks: readonly string[] = []): Reader {
  return {
    marks,
    baseOf: (actor) => preparedOf(actor, keys),
    itemOf(item) {
      if (!types.includes(item.type)) return null;
      const { schema, _source } = modelOf(item);
      const read = Object.keys(schema.fields).filter((key) => key !== 'description' && !marks.includes(key));
      const kept = marks.filter((key) => key in schema.fields).map((key) => [key, _source[key]]);
      const known = { ...preparedOf(item, read), ...Object.fromEntries(kept) };
      return { ...known, id: item.id ?? '', name: item.name, type: item.type };
    },
  };
}

/** What the fields hold now. What is not as it is stored was made by somebody's effect or module, and has to be fit to be stored. */
function preparedOf(document: { readonly system: unknown }, keys: readonly string[]): Record<string, unknown> {
  const model = modelOf(document);
  const { fields } = model.schema;
  return Object.fromEntries(
    keys.flatMap((key) => {
      const field = fields[key];
      return field ? [[key, fitting(field, model[key], model._source[key])]] : [];
    }),
  );
}

function fitting(field: Field, prepared: unknown, stored: unknown): unknown {
  if (field instanceof foundry.data.fields.SchemaField) {
    const inner = field.fields as Record<string, Field>;
    const [now, was] = [prepared, stored] as Readonly<Record<string, unknown>>[];
    return Object.fromEntries(Object.entries(inner).map(([key, each]) => [key, fitting(each, now?.[key], was?.[key])]));
  }
  const value = plainOf(field, prepared);
  if (same(value, stored)) return value;
  // API: DataField#clean brings a number between its bounds; DataField#validate answers with what is wrong, or throws.
  try {
    const cleaned = field.clean(value as never);
    return field.validate(cleaned as never) === undefined ? cleaned : stored;
  } catch {
    return stored;
  }
}

/** API: DataField#toObject; a set becomes a list. */
function plainOf(field: Field, value: unknown): unknown {
  try {
    return field.toObject(value as never);
  } catch {
    return undefined;
  }
}
