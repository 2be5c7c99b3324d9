import { clampToField, type Field, type Fields, isProse } from '../../toolkit/define/schema';
import { leavesOf, POINTS, type SheetSchema } from '../../toolkit/define/sheet-schema';
import { migrateInPlace, type StoredChange } from '../../toolkit/define/stored-change';
import { declareField } from '../platform/field-label';
import { branchOf } from '../platform/text';

const { fields } = foundry.data;

type DataField = foundry.data.fields.DataField.Any;
type DataSchema = foundry.data.fields.DataSchema;

/** Data models by document name and subtype; the actor's subtype is the ruleset's id. */
export type Models = Readonly<Record<'Actor' | 'Item', Readonly<Record<string, unknown>>>>;

/** The data models of what a ruleset declares. Their labels stand below `Actor` and `Item` of its branch in the language file. */
export function modelsOf({ id, pools, actor, items, changes = [] }: SheetSchema): Models {
  const changesOf = (type: string) => changes.filter(({ types }) => types.includes(type));
  const kept = Object.values(pools).flatMap(({ document, path }) => (document === 'actor' ? [path] : []));
  const points = kept.map((path): Leaf => [path, POINTS]);
  const Actor = modelOf(id, `${branchOf(id)}.Actor`, [...points, ...leavesOf(actor)], changesOf(id), () => ({
    ...poolFields(kept),
    ...dataFields(actor),
  }));
  const Item = Object.entries(items).map(([type, declared]) => [
    type,
    modelOf(type, `${branchOf(id)}.Item`, leavesOf(declared), changesOf(type), () => dataFields(declared)),
  ]);
  return { Actor: { [id]: Actor }, Item: Object.fromEntries(Item) };
}

type Leaf = readonly [path: string, field: Field];

function modelOf(
  type: string,
  prefix: string,
  leaves: readonly Leaf[],
  changes: readonly StoredChange[],
  schema: () => DataSchema,
) {
  class Model extends foundry.abstract.TypeDataModel<DataSchema, foundry.abstract.Document.Any> {
    static override LOCALIZATION_PREFIXES = [prefix];
    static override defineSchema() {
      return schema();
    }
    static override migrateData(source: Record<string, unknown>) {
      const migrated = migrateInPlace(source, changes);
      // A number beyond its bounds counts as the nearest within, whatever Foundry would make of it.
      for (const { path, now } of beyond(leaves, migrated)) foundry.utils.setProperty(migrated, path, now);
      return super.migrateData(migrated);
    }
  }
  numbers.set(type, { leaves, schema: () => Model.schema });
  return Model;
}

interface Schema {
  getField(path: string): DataField | undefined;
}

const numbers = new Map<string, { readonly leaves: readonly Leaf[]; schema(): Schema }>();

/** Stored numbers beyond what the rules take, with what they count as. */
const beyond = (leaves: readonly Leaf[], system: object) =>
  leaves.flatMap(([path, field]) => {
    const was = foundry.utils.getProperty(system, path);
    const now = clampToField(field, was);
    return now === null ? [] : [{ path, was: Number(was), now }];
  });

/** The same of a subtype, with the fields they stand in; of what no ruleset declares nothing. @param system as it is stored */
export function numbersOutOfRange(type: string, system: unknown) {
  const known = numbers.get(type);
  if (!known || typeof system !== 'object' || system === null) return [];
  return beyond(known.leaves, system).flatMap(({ path, ...rest }) => {
    const field = known.schema().getField(path);
    return field ? [{ path, field, ...rest }] : [];
  });
}

type OptionalOptions = { required: true; nullable: true; initial: null };

/**
 * A number that may be empty. To nothing an active effect can add nothing: without this an effect of "+2" on an empty speed would make
 * it 2, and one that doubles it would make it 0. What the rules take an empty one for is filled in before: `Adapter.whenEmpty`.
 * T14: common/data/fields.d.mts, the methods a field has for each type of change.
 */
class OptionalNumberField extends fields.NumberField<OptionalOptions> {}

const RELATIVE = ['Add', 'Subtract', 'Multiply', 'Upgrade', 'Downgrade'].map((type) => `_applyChange${type}`);
for (const method of RELATIVE) {
  const inherited = (
    fields.NumberField.prototype as unknown as Record<string, ((...args: unknown[]) => unknown) | undefined>
  )[method];
  Object.defineProperty(OptionalNumberField.prototype, method, {
    value(this: unknown, value: unknown, ...rest: unknown[]): unknown {
      return value === null || !inherited ? value : inherited.call(this, value, ...rest);
    },
  });
}

function dataFields(declared: Fields): DataSchema {
  return Object.fromEntries(
    Object.entries(declared).flatMap(([name, field]): [string, DataField][] => {
      if (isProse(field)) return [[name, formatted()]];
      return field.unlisted ? [] : [[name, dataFieldOf(field)]];
    }),
  );
}

/** Listed in the manifest's `htmlFields`, so the server sanitizes it. */
const formatted = () => new fields.HTMLField({ required: true, blank: true, initial: '' });

function dataFieldOf(declared: Field): DataField {
  const field = made(declared);
  declareField(field, declared);
  return field;
}

function made({ is, initial, nullable = false }: Field): DataField {
  const always = { required: true, initial } as object;
  switch (is.kind) {
    case 'number': {
      const options = { ...always, nullable, integer: is.whole, ...boundsOf(is) } as never;
      return nullable ? new OptionalNumberField(options) : new fields.NumberField(options);
    }
    case 'flag':
      return new fields.BooleanField(always);
    case 'choice':
      return new fields.StringField({
        ...always,
        blank: is.ids.includes(''),
        choices: is.ids.filter((id) => id !== ''),
      });
    case 'text': {
      const { blank, fits } = is;
      return new fields.StringField({
        ...always,
        blank,
        ...(fits && { validate: (text: unknown) => fits(String(text)) }),
      });
    }
    case 'list': {
      const { of, distinct, sizes } = is;
      const fits = (list: Iterable<unknown>): boolean => !sizes || sizes.includes([...list].length);
      // Made anew each time: of what is no function Foundry hands out the one value. API: DataField#getInitialValue
      const begins = () => structuredClone(initial);
      const options = {
        ...always,
        initial: begins,
        validate: fits,
        ...(sizes && { max: Math.max(...sizes) }),
      } as never;
      return distinct ? new fields.SetField(dataFieldOf(of), options) : new fields.ArrayField(dataFieldOf(of), options);
    }
    case 'group':
      return new fields.SchemaField(dataFields(is.fields));
    case 'data':
      throw new Error(`${is.like}: plain data stands on no sheet`);
    case 'record':
      return new fields.TypedObjectField(dataFieldOf(is.of), {
        required: true,
        initial: () => structuredClone(initial),
        validateKey: (key: string) => !is.ids || is.ids.includes(key),
      } as never);
  }
}

/** Of a whole number its step too, which its input then has. API: DataField NumberField, options `min`, `max` and `step`. */
const boundsOf = ({ whole, min, max }: { readonly whole: boolean; readonly min: number; readonly max: number }) => ({
  ...(Number.isFinite(min) && { min }),
  ...(Number.isFinite(max) && { max }),
  ...(whole && { step: 1 }),
});

/** Pools by the paths of their values below `system`. Their maxima the rules derive; an empty value is what they begin with. */
function poolFields(paths: readonly string[]): DataSchema {
  const heads = [...new Set(paths.map((path) => path.replace(/\..*/, '')))];
  return Object.fromEntries(
    heads.map((head): [string, DataField] => {
      const inner = paths.filter((path) => path.startsWith(`${head}.`)).map((path) => path.slice(head.length + 1));
      if (inner.length === 1 && inner[0] === 'value') return [head, new fields.SchemaField({ value: points() })];
      return [head, new fields.SchemaField(poolFields(inner))];
    }),
  );
}

function points(): DataField {
  const { is } = POINTS;
  const bounds = is.kind === 'number' ? boundsOf(is) : {};
  const field = new fields.NumberField({ required: true, nullable: true, initial: null, integer: true, ...bounds });
  declareField(field, { ...POINTS, initial: null, nullable: true });
  return field;
}
