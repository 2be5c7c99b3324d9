import type { Reason } from '../../kernel/ask';
import type { Json } from '../../kernel/json';

/**
 * The words in which fields are declared, each once: on a sheet, in a mark, in an option of a command. Type, initial value, reader and
 * error follow from a declaration here; data model and input at the table (`src/foundry/adapters/models.ts`).
 */

/** What may stand in a field, as plain data. */
export type FieldKind =
  | { readonly kind: 'number'; readonly whole: boolean; readonly min: number; readonly max: number }
  | { readonly kind: 'flag' }
  | { readonly kind: 'choice'; readonly ids: readonly string[] }
  | {
      readonly kind: 'text';
      readonly blank: boolean;
      /** Whether it reads as what it stands for; `like` is what is said of one that does not, for a log. */
      readonly fits?: (text: string) => boolean;
      readonly like?: string;
    }
  | { readonly kind: 'list'; readonly of: Field; readonly sizes?: readonly number[]; readonly distinct: boolean }
  /** Named fields; what is not named is as it begins. */
  | { readonly kind: 'group'; readonly fields: Fields }
  /** Plain data of any other shape, which stands on no sheet. @param values all there are, where they can be listed */
  | {
      readonly kind: 'data';
      readonly fits: (value: unknown) => boolean;
      readonly like: string;
      readonly values?: readonly Json[];
    }
  /** Values by id; of an id that is not named there is none. */
  | { readonly kind: 'record'; readonly ids: readonly string[] | null; readonly of: Field };

export interface Field<T = unknown> {
  readonly is: FieldKind;
  readonly initial: T;
  /** What a number is measured in; the table's word for it is `Unit.<unit>`. */
  readonly unit?: string;
  /** Whether it may be empty, which is null. */
  readonly nullable?: boolean;
  /** Where the rules keep what they take an empty one for: a path below `stats`. */
  readonly from?: string;
  /** Another name for a field that is nested, in formulas and in scenario files. */
  readonly short?: string;
  /** Of a record: its ids may also be named beside it, as fields of their own. */
  readonly flat?: boolean;
  /** Whether steps write it; such a field is read as it is stored, without what active effects make of it. */
  readonly written?: boolean;
  /** Whether it stands on no sheet: effects of the rules, and scenario files, give it. */
  readonly unlisted?: boolean;
}

/** Formatted text of a person; no rule reads it. */
export interface Prose {
  readonly is: { readonly kind: 'prose' };
}

export type Fields = Readonly<Record<string, Field | Prose>>;

/** The values of declared fields. */
export type ValuesOf<F extends Fields> = {
  readonly [K in keyof F as F[K] extends Prose ? never : K]: F[K] extends Field<infer T> ? T : never;
};

type Traits = Pick<Field, 'short'>;
interface Bounds extends Pick<Field, 'unit'> {
  readonly min?: number;
  readonly max?: number;
}

/** Beyond this no whole number goes where nothing else is said. */
const MOST = 999;

const whole = ({ min = -MOST, max = MOST }: Bounds): FieldKind => ({ kind: 'number', whole: true, min, max });
const measured = ({ min = 0, max = Number.POSITIVE_INFINITY }: Bounds): FieldKind => ({
  kind: 'number',
  whole: false,
  min,
  max,
});

/** A whole number, from -999 to 999 where nothing else is said. */
export const int = (initial: number, { short, unit, ...bounds }: Bounds & Traits = {}): Field<number> => ({
  is: whole(bounds),
  initial,
  ...(unit && { unit }),
  ...(short !== undefined && { short }),
});

/** A measured amount: metres, seconds, kilograms. At least 0 where nothing else is said. */
export const amount = (initial: number, { unit, ...bounds }: Bounds = {}): Field<number> => ({
  is: measured(bounds),
  initial,
  ...(unit && { unit }),
});

/** Numbers that may be left empty; what that means, the rules say where they read them. */
export const optional = {
  int: (bounds: Bounds = {}, initial: number | null = null): Field<number | null> => ({
    ...int(0, bounds),
    initial,
    nullable: true,
  }),
  amount: (bounds: Bounds = {}): Field<number | null> => nullable<number>(amount(0, bounds)),
};

/** Numbers that are derived where they are left empty. @param from the path below `stats` at which the rules keep what they derive */
export const derived = {
  int: (from: string, { short, ...bounds }: Bounds & Traits = {}): Field<number | null> => ({
    ...optional.int(bounds),
    from,
    ...(short !== undefined && { short }),
  }),
  amount: (from: string, bounds: Bounds = {}): Field<number | null> => ({ ...optional.amount(bounds), from }),
};

export const flag = (initial = false): Field<boolean> => ({ is: { kind: 'flag' }, initial });

/** One of a closed list of ids. */
export const choice = <const T extends string>(ids: readonly T[], initial: NoInfer<T>): Field<T> => ({
  is: { kind: 'choice', ids },
  initial,
});

/** A line of free text. @param fits whether it reads as what it stands for @param like such as what, for a log */
export const line = (
  initial = '',
  { fits, like }: { readonly fits?: (text: string) => boolean; readonly like?: string } = {},
): Field<string> => ({
  is: { kind: 'text', blank: !fits || fits(''), ...(fits && { fits }), ...(like !== undefined && { like }) },
  initial,
});

const DICE = /^[1-9]\d?d[1-9]\d{0,2}$/;

/** Dice, written as `2d6`. */
export const dice = (initial: string): Field<string> =>
  line(initial, { fits: (text) => DICE.test(text), like: 'dice such as 2d6' });

/** Dice, or an empty text for none. */
export const diceOrNone = (initial = ''): Field<string> =>
  line(initial, { fits: (text) => text === '' || DICE.test(text), like: 'dice such as 2d6' });

interface ListTraits {
  /** How many there may be; any number where nothing is said. */
  readonly sizes?: readonly number[];
}

/** Several values in their order; nothing at first. */
export const list = <T>(of: Field<T>, { sizes }: ListTraits = {}): Field<readonly T[]> => ({
  is: { kind: 'list', of, distinct: false, ...(sizes && { sizes }) },
  initial: [],
});

/** Several values, each once, in no order; nothing at first. */
export const set = <T>(of: Field<T>): Field<readonly T[]> => ({
  is: { kind: 'list', of, distinct: true },
  initial: [],
});

/** A set of words a person lists. @param fits what each has to read as */
export const texts = (fits: (text: string) => boolean = (text) => text !== '', like = 'a word') =>
  set(line('', { fits, like }));

/** Some of a closed list of ids. */
export const someOf = <const T extends string>(ids: readonly T[]): Field<readonly T[]> =>
  set<T>({ is: { kind: 'choice', ids }, initial: ids[0] as T });

/** Fields below a heading of their own. */
export const group = <F extends Fields>(fields: F): Field<ValuesOf<F>> => ({
  is: { kind: 'group', fields },
  initial: initialOf(fields),
});

/** Named fields of which some must be there, others may be, and none besides. @param like such as what, for a log */
export function shape<F extends Fields, O extends Fields>(
  fields: F,
  besides: O,
  like: string,
): Field<ValuesOf<F> & Partial<ValuesOf<O>>> {
  const all = group({ ...fields, ...besides });
  const fits = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const given: Readonly<Record<string, unknown>> = { ...value };
    const isTold = fieldsOf(fields).every(([name]) => given[name] !== undefined);
    return isTold && whyUnfit(all, given) === null;
  };
  return { is: { kind: 'data', fits, like }, initial: initialOf(fields) as ValuesOf<F> & Partial<ValuesOf<O>> };
}

/** Values by id. @param ids null where any text is one @param flat whether the ids may also be named beside it */
export const record = <K extends string, T>(
  ids: readonly K[] | null,
  of: Field<T>,
  { flat }: Pick<Field, 'flat'> = {},
): Field<{ readonly [id in K]?: T }> => ({ is: { kind: 'record', ids, of }, initial: {}, ...(flat && { flat }) });

/** A field that may be empty, which is null. */
export const nullable = <T>(field: Field<T>): Field<T | null> => ({ ...field, initial: null, nullable: true });

/** Plain data of another shape. @param like such as what, for a log */
export const data = <T extends Json>(fits: (value: unknown) => value is T, like: string, initial: T): Field<T> => ({
  is: { kind: 'data', fits, like },
  initial,
});

/** A value of any of these fields. */
export const either = <const T extends readonly [Field, ...Field[]]>(
  ...fields: T
): Field<T[number] extends Field<infer V> ? V : never> => ({
  is: {
    kind: 'data',
    fits: (value) => fields.some((field) => whyUnfit(field, value) === null),
    like: fields.map(({ is }) => wantedBy(is)).join(', or '),
  },
  initial: fields[0].initial as never,
});

/** One of a closed list of values that are not all ids. */
export const oneOf = <const T extends readonly [Json, ...Json[]]>(...values: T): Field<T[number]> => ({
  is: {
    kind: 'data',
    fits: (value) => values.some((each) => each === value),
    like: `one of ${values.join(', ')}`,
    values,
  },
  initial: values[0],
});

export const prose = (): Prose => ({ is: { kind: 'prose' } });

/** A field that steps write. */
export const written = <T>(field: Field<T>): Field<T> => ({ ...field, written: true });

/** A field that stands on no sheet. */
export const unlisted = <T>(field: Field<T>): Field<T> => ({ ...field, unlisted: true });

/** What a field is measured in; of a list what each of its values is. */
export const unitOf = ({ is, unit }: Field): string | undefined =>
  unit ?? (is.kind === 'list' ? is.of.unit : undefined);

/** The same for each of several ids. */
export const each = <const K extends string, F>(ids: readonly K[], make: (id: K) => F): Readonly<Record<K, F>> =>
  Object.fromEntries(ids.map((id) => [id, make(id)])) as Record<K, F>;

/** The fields that rules read, with their names. */
export function fieldsOf(fields: Fields): readonly (readonly [string, Field])[] {
  let known = namedFields.get(fields);
  if (!known) {
    known = Object.entries(fields).flatMap(([name, field]) => (isProse(field) ? [] : [[name, field] as const]));
    namedFields.set(fields, known);
  }
  return known;
}

/** Fields are declared once and read with every look at a fighter. */
const namedFields = new WeakMap<Fields, readonly (readonly [string, Field])[]>();

export const isProse = (field: Field | Prose): field is Prose => field.is.kind === 'prose';

/** What fields hold where nobody has entered anything. */
export const initialOf = <F extends Fields>(fields: F): ValuesOf<F> =>
  Object.fromEntries(fieldsOf(fields).map(([name, { initial }]) => [name, initial])) as ValuesOf<F>;

/**
 * A value that its field does not take. The reason is a sentence below `CADENCE.Notice.unfit`, the same on the sheet and from the
 * rules; the message is for logs and scenario files.
 */
export class InvalidValueError extends RangeError {
  /** @param field its path, such as `abilities.str.score` or `items.<id>.damage` */
  constructor(
    readonly field: string,
    readonly value: unknown,
    readonly reason: Reason,
    wanted: string,
  ) {
    super(`${field}: ${JSON.stringify(value) ?? 'nothing'} is not ${wanted}`);
  }
}

/** Reads a value for a field. Throws {@link InvalidValueError}. @param at the field's path, for whoever has to mend the value */
export function read<T>(field: Field<T>, value: unknown, at: string): T {
  return checked(field, value, at) as T;
}

/** Reads values for declared fields; what is not said is as it begins. Throws {@link InvalidValueError}, also for a name that nobody declared. */
export function readFields<F extends Fields>(fields: F, values: unknown, at = ''): ValuesOf<F> {
  const given = named(values, at);
  for (const name of Object.keys(given))
    if (!Object.hasOwn(fields, name)) throw unknownName(pathOf(at, name), given[name]);
  const found: Record<string, unknown> = {};
  for (const [name, field] of fieldsOf(fields)) found[name] = checked(field, given[name], pathOf(at, name));
  return found as ValuesOf<F>;
}

/** Why a field does not take a value; null where it does. */
export function whyUnfit(field: Field, value: unknown): Reason | null {
  const found = attempt(field, value, '');
  return found instanceof InvalidValueError ? found.reason : null;
}

/** The nearest number a field takes instead of one beyond its bounds; null where nothing has to be brought between them. */
export function clampToField({ is }: Field, value: unknown): number | null {
  if (is.kind !== 'number' || typeof value !== 'number' || Number.isNaN(value)) return null;
  const found = Math.min(Math.max(value, is.min), is.max);
  return found === value ? null : found;
}

function attempt(field: Field, value: unknown, at: string): unknown {
  try {
    return checked(field, value, at);
  } catch (error) {
    if (error instanceof InvalidValueError) return error;
    throw error;
  }
}

function checked(field: Field, value: unknown, at: string): unknown {
  if (value === undefined) return field.initial;
  if (value === null && field.nullable) return null;
  const { is } = field;
  switch (is.kind) {
    case 'number':
      if (typeof value === 'number' && (is.whole ? Number.isInteger(value) : Number.isFinite(value)))
        if (value >= is.min && value <= is.max) return value;
      throw refused(field, value, at);
    case 'flag':
      if (typeof value === 'boolean') return value;
      throw refused(field, value, at);
    case 'choice':
      if (typeof value === 'string' && is.ids.includes(value)) return value;
      throw refused(field, value, at);
    case 'data':
      if (is.fits(value)) return value;
      throw refused(field, value, at);
    case 'text':
      if (typeof value === 'string' && (!is.fits || is.fits(value))) return value;
      throw refused(field, value, at);
    case 'list': {
      if (!Array.isArray(value) || (is.sizes && !is.sizes.includes(value.length))) throw refused(field, value, at);
      const list = value.map((entry, index) => {
        const found = attempt(is.of, entry ?? null, `${at}.${index + 1}`);
        // Whoever typed it typed the list: that is what does not fit.
        if (found instanceof InvalidValueError) throw refused(field, value, at);
        return found;
      });
      return is.distinct ? [...new Set(list)] : list;
    }
    case 'group':
      return readFields(is.fields, value, at);
    case 'record':
      return Object.fromEntries(
        Object.entries(named(value, at)).map(([id, entry]) => {
          if (is.ids && !is.ids.includes(id))
            throw new InvalidValueError(at, id, typed(id), `one of ${is.ids.join(', ')}`);
          return [id, checked(is.of, entry ?? null, `${at}.${id}`)];
        }),
      );
  }
}

const pathOf = (at: string, name: string): string => (at ? `${at}.${name}` : name);

function named(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (value === undefined) return {};
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new InvalidValueError(at, value, typed(value), 'a set of named values');
}

const unknownName = (at: string, value: unknown): InvalidValueError =>
  new InvalidValueError(at, value, typed(value), 'known to the rules');

const refused = (field: Field, value: unknown, at: string): InvalidValueError =>
  new InvalidValueError(at, value, reasonOf(field, value), wantedBy(field.is));

/** Why a value is none of a field's; of a number that nobody can read, undefined, what the field takes. */
export function reasonOf({ is }: Field, value: unknown): Reason {
  if (value === '' || value === null) return { id: 'blank' };
  if (is.kind === 'number') {
    const kind = is.whole ? 'whole' : 'number';
    const { min, max } = is;
    if (Number.isFinite(max)) return { id: `${kind}Between`, data: { min, max } };
    return Number.isFinite(min) ? { id: `${kind}Least`, data: { min } } : { id: kind };
  }
  return typed(value);
}

const typed = (value: unknown): Reason => ({
  id: 'text',
  data: { typed: [value].flat().map(String).join(', ') },
});

function wantedBy(is: FieldKind): string {
  switch (is.kind) {
    case 'number':
      if (is.whole) return `a whole number from ${is.min} to ${is.max}`;
      return Number.isFinite(is.max) ? `a number from ${is.min} to ${is.max}` : `a number, at least ${is.min}`;
    case 'flag':
      return 'true or false';
    case 'choice':
      return `one of ${is.ids.join(', ')}`;
    case 'data':
      return is.like;
    case 'text':
      return is.like ?? 'a text';
    case 'list':
      return `a list${is.sizes ? ` of ${is.sizes.join(' or ')}` : ''}, each ${wantedBy(is.of.is)}`;
    case 'group':
    case 'record':
      return 'a set of named values';
  }
}
