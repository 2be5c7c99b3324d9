import type { Fighter } from '../../encounter/state';
import { deepEqual } from '../../kernel/deep-equal';
import { lookup } from '../../kernel/lookup';
import { iconPath } from '../../toolkit/define/icon-path';
import type { RulesetManifest } from '../../toolkit/define/manifest';
import { type Field, type Fields, fieldsOf } from '../../toolkit/define/schema';
import { leavesOf, type SheetSchema } from '../../toolkit/define/sheet-schema';
import { shortName } from '../platform/text';
import { modelOf } from '../stored/model';
import type { Adapter, UnloadedAdapter } from './adapter';
import { healthOf } from './health';
import { modelsOf } from './models';

export function adapterOfManifest({ schema, ...known }: RulesetManifest): UnloadedAdapter {
  const { pools, bars, actor, artwork = {}, reference, damage, filters, roles, changes } = schema;
  const leaves = leavesOf(actor);
  return {
    ...known,
    id: schema.id,
    pools,
    health: healthOf(schema),
    models: modelsOf(schema),
    ...(bars && { bars: bars.flatMap((pool) => lookup(pools, pool)?.path.replace(/\.value$/, '') ?? []) }),
    ...(reference && { reference }),
    ...(damage && { damage }),
    ...(filters && { filters }),
    ...(roles && { roles }),
    ...(changes && { changes }),
    whenEmpty: Object.fromEntries(
      leaves.flatMap(([path, { from }]) => (from === undefined ? [] : [[path, derivedAt(from)]])),
    ),
    shortNames: Object.fromEntries(leaves.flatMap(([path, { short }]) => (short === undefined ? [] : [[short, path]]))),
    artwork: Object.fromEntries(Object.entries(artwork).map(([type, picture]) => [type, iconPath(picture)])),
    ...readerOf(schema),
  };
}

const derivedAt =
  (path: string) =>
  ({ stats }: Fighter): number =>
    Number(foundry.utils.getProperty(stats as object, path));

type Reader = Pick<Adapter, 'baseOf' | 'itemOf' | 'writtenItemFields'>;
type DataField = foundry.data.fields.DataField.Any;

/**
 * Reads documents for the rules, with active effects, and sets as lists. Fields that steps write are read from the source:
 * otherwise the next step would store what an effect made of them.
 */
function readerOf({ actor, items }: SheetSchema): Reader {
  const base = namesOf(actor, ({ unlisted }) => !unlisted);
  const kinds = new Map(
    Object.entries(items).map(([type, fields]) => [
      type,
      {
        written: namesOf(fields, ({ written }) => Boolean(written)),
        prepared: namesOf(fields, ({ written, unlisted }) => !written && !unlisted),
      },
    ]),
  );
  return {
    writtenItemFields: [...new Set([...kinds.values()].flatMap(({ written }) => written))],
    baseOf: (document) => preparedOf(document, base),
    itemOf(item) {
      const kind = kinds.get(item.type);
      if (!kind) return null;
      const { _source } = modelOf(item);
      const known = { ...preparedOf(item, kind.prepared), ...pick(_source, kind.written) };
      return { ...known, id: item.id ?? '', name: shortName(item.name), type: item.type };
    },
  };
}

const namesOf = (fields: Fields, is: (field: Field) => boolean): string[] =>
  fieldsOf(fields).flatMap(([name, field]) => (is(field) ? [name] : []));

const pick = (from: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, lookup(from, key)]));

/** The prepared values of the fields. Effects and modules may produce invalid values, which are cleaned or replaced by the source's. */
function preparedOf(document: { readonly system: unknown }, keys: readonly string[]): Record<string, unknown> {
  const model = modelOf(document);
  const { fields } = model.schema;
  return Object.fromEntries(
    keys.flatMap((key) => {
      const field = lookup(fields, key);
      return field ? [[key, validValue(field, lookup(model, key), lookup(model._source, key))]] : [];
    }),
  );
}

function validValue(field: DataField, prepared: unknown, stored: unknown): unknown {
  if (field instanceof foundry.data.fields.SchemaField) {
    const inner: Record<string, DataField> = field.fields;
    const [now, before] = [prepared, stored] as Readonly<Record<string, unknown>>[];
    return Object.fromEntries(
      Object.entries(inner).map(([key, each]) => [key, validValue(each, lookup(now, key), lookup(before, key))]),
    );
  }
  const value = plainOf(field, prepared);
  if (deepEqual(value, stored)) return value;
  // API: DataField#clean brings a number between its bounds; DataField#validate returns what is wrong, or throws.
  try {
    const cleaned = field.clean(value as never);
    return field.validate(cleaned as never) === undefined ? cleaned : stored;
  } catch {
    return stored;
  }
}

/** API: DataField#toObject; a set becomes a list. */
function plainOf(field: DataField, value: unknown): unknown {
  try {
    return field.toObject(value as never);
  } catch {
    return undefined;
  }
}
