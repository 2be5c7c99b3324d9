import {
  type Field,
  type Fields,
  isProse,
  limitToField,
  MOST_LETTERS,
  type ProseField,
} from '../../toolkit/define/schema';
import { leavesOf, POINTS, proseOf, type SheetSchema } from '../../toolkit/define/sheet-schema';
import { migrateInPlace, type StoredChange } from '../../toolkit/define/stored-change';
import { declareField } from '../platform/field-label';
import { branchOf } from '../platform/text';
import { validateBy } from '../stored/schemas';
import { type Health, healthOf, remainingHealth } from './health';

const { fields } = foundry.data;

type DataField = foundry.data.fields.DataField.Any;
type DataSchema = foundry.data.fields.DataSchema;

export type Models = Readonly<Record<'Actor' | 'Item', Readonly<Record<string, unknown>>>>;

/** Returns the data models of a ruleset's schema. Their labels are below `Actor` and `Item` of its language branch. */
export function modelsOf(schema: SheetSchema): Models {
  const { id, pools, actor, items, changes = [] } = schema;
  const changesOf = (type: string) => changes.filter(({ types }) => types.includes(type));
  const paths = Object.values(pools).flatMap(({ document, path }) => (document === 'actor' ? [path] : []));
  const points = paths.map((path): Limited => [path, POINTS]);
  const Actor = modelOf(id, `${branchOf(id)}.Actor`, [...points, ...limitedIn(actor)], changesOf(id), () => ({
    ...poolFields(paths),
    ...dataFields(actor),
  }));
  const health = healthOf(schema);
  if (health && !('attributes' in actor)) defineHealth(Actor.prototype, health);
  const Item = Object.entries(items).map(([type, declared]) => [
    type,
    modelOf(type, `${branchOf(id)}.Item`, limitedIn(declared), changesOf(type), () => dataFields(declared)),
  ]);
  return { Actor: { [id]: Actor }, Item: Object.fromEntries(Item) };
}

interface Points {
  readonly value?: number | null;
  readonly max?: number;
}

/**
 * Defines `attributes.hp`, where many modules look for hit points. It is derived and read-only: in no schema, source or update.
 * healthEstimate, providers/templates/Generic.js
 */
function defineHealth(prototype: object, health: Health): void {
  Object.defineProperty(prototype, 'attributes', {
    configurable: true,
    get() {
      const { value, max }: Points = foundry.utils.getProperty(this as object, health.path) ?? {};
      // Without its rules an actor has no maximum.
      if (typeof value !== 'number' || typeof max !== 'number') return Object.freeze({});
      return Object.freeze({ hp: Object.freeze(remainingHealth(health, { value, max })) });
    },
  });
}

type Limited = readonly [path: string, field: Field | ProseField];

const limitedIn = (fields: Fields): readonly Limited[] => [...leavesOf(fields), ...proseOf(fields)];

function modelOf(
  type: string,
  prefix: string,
  limited: readonly Limited[],
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
      // Before Foundry validates them. A value that it rejects would be lost as a whole.
      for (const { path, now } of beyondLimits(limited, migrated)) foundry.utils.setProperty(migrated, path, now);
      return super.migrateData(migrated);
    }
  }
  models.set(type, { limited, schema: () => Model.schema });
  return Model;
}

interface Schema {
  getField(path: string): DataField | undefined;
}

/** By subtype of actors and items, filled when the models are made. */
const models = new Map<string, { readonly limited: readonly Limited[]; schema(): Schema }>();

const beyondLimits = (limited: readonly Limited[], system: object) =>
  limited.flatMap(([path, field]) => {
    const was: unknown = foundry.utils.getProperty(system, path);
    const now = limitToField(field, was);
    return now === null ? [] : [{ path, was, now }];
  });

/**
 * Returns the stored values beyond their limits with their fields; empty for other packages' types.
 * @param system the source data
 */
export function valuesBeyondLimits(type: string, system: unknown) {
  const known = models.get(type);
  if (!known || typeof system !== 'object' || system === null) return [];
  return beyondLimits(known.limited, system).flatMap(({ path, ...rest }) => {
    const field = known.schema().getField(path);
    return field ? [{ path, field, ...rest }] : [];
  });
}

type OptionalOptions = { required: true; nullable: true; initial: null };

/**
 * A number that may be empty. Relative changes leave an empty one empty: otherwise "+2" on an empty speed would make 2, and doubling 0.
 * Its default is filled in before; see `Adapter.whenEmpty`.
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
      if (isProse(field)) return [[name, htmlField(field)]];
      return field.unlisted ? [] : [[name, dataFieldOf(field)]];
    }),
  );
}

/** Listed in the manifest's `htmlFields`, so the server sanitizes it. */
const htmlField = (declared: ProseField) =>
  new fields.HTMLField({ required: true, blank: true, initial: '', ...validateBy(isWithin(declared)) } as never);

/** Foundry's texts, lists and records have no limit of their own, so every field made here gets one. */
const isWithin =
  (declared: Field | ProseField) =>
  (value: unknown): boolean =>
    limitToField(declared, value instanceof Set ? [...value] : value) === null;

function dataFieldOf(declared: Field): DataField {
  const field = createField(declared);
  declareField(field, declared);
  return field;
}

function createField(declared: Field): DataField {
  const { is, initial, nullable = false } = declared;
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
        ...validateBy((text: unknown) => isWithin(declared)(text) && (!fits || fits(String(text)))),
      });
    }
    case 'list': {
      const { of, distinct, sizes, most } = is;
      const fits = (list: Iterable<unknown>): boolean => {
        const { length } = [...list];
        return length <= most && (!sizes || sizes.includes(length));
      };
      // A function, because Foundry would share one initial value among all documents. API: DataField#getInitialValue
      const createInitial = () => structuredClone(initial);
      const options = {
        ...always,
        initial: createInitial,
        ...validateBy(fits),
        max: most,
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
        validateKey: (key: string) => key.length <= MOST_LETTERS && (!is.ids || is.ids.includes(key)),
        ...validateBy((record: object) => Object.keys(record).length <= is.most),
      } as never);
  }
}

/** The step of a whole number also reaches its input. API: DataField NumberField, options `min`, `max` and `step`. */
const boundsOf = ({ whole, min, max }: { readonly whole: boolean; readonly min: number; readonly max: number }) => ({
  ...(Number.isFinite(min) && { min }),
  ...(Number.isFinite(max) && { max }),
  ...(whole && { step: 1 }),
});

/** Fields of pools by the paths of their values. Maxima are derived; an empty value is the pool's initial one. */
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
