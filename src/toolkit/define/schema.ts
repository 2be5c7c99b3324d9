import type { Reason } from '../../kernel/ask';
import type { Json } from '../../kernel/json';
import { lookup } from '../../kernel/lookup';

/**
 * Declarations of fields on sheets, in state and in command options. Type, initial value, reader and errors follow
 * from them here; data model and inputs in `src/foundry/adapters/models.ts`.
 */

/** The values a field accepts, as plain data. */
export type FieldKind =
  | { readonly kind: 'number'; readonly whole: boolean; readonly min: number; readonly max: number }
  | { readonly kind: 'flag' }
  | { readonly kind: 'choice'; readonly ids: readonly string[] }
  | {
      readonly kind: 'text';
      readonly blank: boolean;
      /** In letters, like every `most` of a text. It is checked before `fits`. */
      readonly most: number;
      readonly fits?: (text: string) => boolean;
      readonly like?: string;
    }
  | {
      readonly kind: 'list';
      readonly of: Field;
      readonly sizes?: readonly number[];
      readonly distinct: boolean;
      /** In entries. */
      readonly most: number;
    }
  /** Missing members have their initial value. */
  | { readonly kind: 'group'; readonly fields: Fields }
  /** Data of another shape, never on a sheet. @param values all values, if they can be listed */
  | {
      readonly kind: 'data';
      readonly fits: (value: unknown) => boolean;
      readonly like: string;
      readonly values?: readonly Json[];
    }
  /** Values by id, at most `most`; `ids` null allows any id. */
  | { readonly kind: 'record'; readonly ids: readonly string[] | null; readonly of: Field; readonly most: number };

export interface Field<T = unknown> {
  readonly is: FieldKind;
  readonly initial: T;
  /** The unit of a number; its text is `Unit.<unit>`. */
  readonly unit?: string;
  /** Whether null is allowed, for an empty input. */
  readonly nullable?: boolean;
  /** Path below `stats` of the value that replaces an empty one. */
  readonly from?: string;
  /** Short name of a nested field, in formulas and scenario files. */
  readonly short?: string;
  /** For a record: its ids may also be given beside it, as separate fields. */
  readonly flat?: boolean;
  /** Written by steps, so it is read as stored, without active effects. */
  readonly written?: boolean;
  /** On no sheet: only rules and scenario files set it. */
  readonly unlisted?: boolean;
}

/** Formatted text that no rule reads. */
export interface ProseField {
  readonly is: { readonly kind: 'prose'; readonly most: number };
}

export type Fields = Readonly<Record<string, Field | ProseField>>;

/** Values by field name, without prose. */
export type ValuesOf<F extends Fields> = {
  readonly [K in keyof F as F[K] extends ProseField ? never : K]: F[K] extends Field<infer T> ? T : never;
};

type Traits = Pick<Field, 'short'>;
interface Bounds extends Pick<Field, 'unit'> {
  readonly min?: number;
  readonly max?: number;
}

/** Default bound of whole numbers. */
const DEFAULT_MAX = 999;

/**
 * Default limits in letters and entries. Users can store anything, and every window reads it: one long text could freeze them all.
 */
export const MOST_LETTERS = 1000;
const MOST_ENTRIES = 1000;
/** Of a set, which is typed into one line. */
const MOST_TYPED = 100;
const MOST_PROSE = 200_000;

const wholeKind = ({ min = -DEFAULT_MAX, max = DEFAULT_MAX }: Bounds): FieldKind => ({
  kind: 'number',
  whole: true,
  min,
  max,
});
const measuredKind = ({ min = 0, max = Number.POSITIVE_INFINITY }: Bounds): FieldKind => ({
  kind: 'number',
  whole: false,
  min,
  max,
});

/** Returns a whole number field, by default from -999 to 999. */
export const int = (initial: number, { short, unit, ...bounds }: Bounds & Traits = {}): Field<number> => ({
  is: wholeKind(bounds),
  initial,
  ...(unit && { unit }),
  ...(short !== undefined && { short }),
});

/** Returns a measured number field: metres, seconds, kilograms. Default minimum 0. */
export const amount = (initial: number, { unit, ...bounds }: Bounds = {}): Field<number> => ({
  is: measuredKind(bounds),
  initial,
  ...(unit && { unit }),
});

/** Numbers that may be empty; the rules interpret that. */
export const optional = {
  int: (bounds: Bounds = {}, initial: number | null = null): Field<number | null> => ({
    ...int(0, bounds),
    initial,
    nullable: true,
  }),
  amount: (bounds: Bounds = {}): Field<number | null> => nullable<number>(amount(0, bounds)),
};

/** Numbers that are derived if empty. @param from path of the derived value below `stats` */
export const derived = {
  int: (from: string, { short, ...bounds }: Bounds & Traits = {}): Field<number | null> => ({
    ...optional.int(bounds),
    from,
    ...(short !== undefined && { short }),
  }),
  amount: (from: string, bounds: Bounds = {}): Field<number | null> => ({ ...optional.amount(bounds), from }),
};

export const flag = (initial = false): Field<boolean> => ({ is: { kind: 'flag' }, initial });

/** Returns a field for one of these ids. */
export const choice = <const T extends string>(ids: readonly T[], initial: NoInfer<T>): Field<T> => ({
  is: { kind: 'choice', ids },
  initial,
});

/** Returns a line of free text. @param fits checks its format @param like describes the format in log messages */
export const line = (
  initial = '',
  { fits, like }: { readonly fits?: (text: string) => boolean; readonly like?: string } = {},
): Field<string> => ({
  is: {
    kind: 'text',
    blank: !fits || fits(''),
    most: MOST_LETTERS,
    ...(fits && { fits }),
    ...(like !== undefined && { like }),
  },
  initial,
});

const DICE = /^[1-9]\d?d[1-9]\d{0,2}$/;

export const dice = (initial: string): Field<string> =>
  line(initial, { fits: (text) => DICE.test(text), like: 'dice such as 2d6' });

/** Returns a dice field that may be empty. */
export const diceOrNone = (initial = ''): Field<string> =>
  line(initial, { fits: (text) => text === '' || DICE.test(text), like: 'dice such as 2d6' });

interface ListTraits {
  /** Allowed lengths; default any. */
  readonly sizes?: readonly number[];
}

/** Returns an ordered list, initially empty. */
export const list = <T>(of: Field<T>, { sizes }: ListTraits = {}): Field<readonly T[]> => ({
  is: { kind: 'list', of, distinct: false, most: sizes ? Math.max(...sizes) : MOST_ENTRIES, ...(sizes && { sizes }) },
  initial: [],
});

/** Returns a list of distinct values, initially empty. */
export const set = <T>(of: Field<T>): Field<readonly T[]> => ({
  is: { kind: 'list', of, distinct: true, most: MOST_TYPED },
  initial: [],
});

/** Returns a set of texts. @param fits checks each of them */
export const texts = (fits: (text: string) => boolean = (text) => text !== '', like = 'a word') =>
  set(line('', { fits, like }));

/** Returns a set of ids from a closed list. */
export const someOf = <const T extends string>(ids: readonly T[]): Field<readonly T[]> =>
  set<T>({ is: { kind: 'choice', ids }, initial: ids[0] as T });

export const group = <F extends Fields>(fields: F): Field<ValuesOf<F>> => ({
  is: { kind: 'group', fields },
  initial: initialOf(fields),
});

/** Returns an object with required and optional fields and no others. @param like describes it in log messages */
export function shape<F extends Fields, O extends Fields>(
  fields: F,
  optionalFields: O,
  like: string,
): Field<ValuesOf<F> & Partial<ValuesOf<O>>> {
  const all = group({ ...fields, ...optionalFields });
  const fits = (value: unknown): boolean => {
    if (whyUnfit(all, value ?? null)) return false;
    const input = value as Readonly<Record<string, unknown>>;
    return fieldsOf(fields).every(([name]) => lookup(input, name) !== undefined);
  };
  return { is: { kind: 'data', fits, like }, initial: initialOf(fields) as ValuesOf<F> & Partial<ValuesOf<O>> };
}

/** Returns values by id. @param ids null for any id @param flat whether ids may also be given beside it */
export const record = <K extends string, T>(
  ids: readonly K[] | null,
  of: Field<T>,
  { flat }: Pick<Field, 'flat'> = {},
): Field<{ readonly [id in K]?: T }> => ({
  is: { kind: 'record', ids, of, most: ids?.length ?? MOST_ENTRIES },
  initial: {},
  ...(flat && { flat }),
});

/** Returns the field with null allowed and as initial value. */
export const nullable = <T>(field: Field<T>): Field<T | null> => ({ ...field, initial: null, nullable: true });

/** Returns plain data of another shape. @param like describes it in log messages */
export const data = <T extends Json>(fits: (value: unknown) => value is T, like: string, initial: T): Field<T> => ({
  is: { kind: 'data', fits, like },
  initial,
});

/** Returns a field that accepts what any of these fields does. */
export const either = <const T extends readonly [Field, ...Field[]]>(
  ...fields: T
): Field<T[number] extends Field<infer V> ? V : never> => ({
  is: {
    kind: 'data',
    fits: (value) => fields.some((field) => whyUnfit(field, value) === null),
    like: fields.map(({ is }) => expectedBy(is)).join(', or '),
  },
  initial: fields[0].initial as never,
});

export const oneOf = <const T extends readonly [Json, ...Json[]]>(...values: T): Field<T[number]> => ({
  is: {
    kind: 'data',
    fits: (value) => values.some((each) => each === value),
    like: `one of ${values.join(', ')}`,
    values,
  },
  initial: values[0],
});

export const prose = (): ProseField => ({ is: { kind: 'prose', most: MOST_PROSE } });

export const written = <T>(field: Field<T>): Field<T> => ({ ...field, written: true });

export const unlisted = <T>(field: Field<T>): Field<T> => ({ ...field, unlisted: true });

/** Returns the unit of a field, or of the entries of a list. */
export const unitOf = ({ is, unit }: Field): string | undefined =>
  unit ?? (is.kind === 'list' ? is.of.unit : undefined);

export const each = <const K extends string, F>(ids: readonly K[], make: (id: K) => F): Readonly<Record<K, F>> =>
  Object.fromEntries(ids.map((id) => [id, make(id)])) as Record<K, F>;

/** Returns the fields that rules read, by name. */
export function fieldsOf(fields: Fields): readonly (readonly [string, Field])[] {
  let cached = namedFields.get(fields);
  if (!cached) {
    cached = Object.entries(fields).flatMap(([name, field]) => (isProse(field) ? [] : [[name, field] as const]));
    namedFields.set(fields, cached);
  }
  return cached;
}

/** Memoized: fields are read with every look at a fighter. */
const namedFields = new WeakMap<Fields, readonly (readonly [string, Field])[]>();

export const isProse = (field: Field | ProseField): field is ProseField => field.is.kind === 'prose';

export const initialOf = <F extends Fields>(fields: F): ValuesOf<F> =>
  Object.fromEntries(fieldsOf(fields).map(([name, { initial }]) => [name, initial])) as ValuesOf<F>;

/**
 * A value that its field rejects. `reason` is a text below `CADENCE.Notice.unfit`; the message is for logs and
 * scenario files.
 */
export class InvalidValueError extends RangeError {
  /** @param field path, such as `abilities.str.score` or `items.<id>.damage` */
  constructor(
    readonly field: string,
    readonly value: unknown,
    readonly reason: Reason,
    expected: string,
  ) {
    super(`${field}: ${shown(value)} is not ${expected}`);
  }
}

const LONGEST_SHOWN = 200;

/** Returns a value for a log message. It may be nested so deeply that it cannot be written as JSON. */
function shown(value: unknown): string {
  try {
    return cut(JSON.stringify(typeof value === 'string' ? cut(value) : value) ?? 'nothing');
  } catch {
    return 'this value';
  }
}

const cut = (text: string): string => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text);

/** Returns a valid value. Throws {@link InvalidValueError}. @param at the field's path for the error */
export function read<T>(field: Field<T>, value: unknown, at: string): T {
  return readValue(field, value, at) as T;
}

/**
 * Returns values of declared fields, with initial values for missing ones. Throws {@link InvalidValueError}, also for
 * undeclared names.
 */
export function readFields<F extends Fields>(fields: F, values: unknown, at = ''): ValuesOf<F> {
  const input = toRecord(values, at);
  for (const name of Object.keys(input))
    if (!Object.hasOwn(fields, name)) throw unknownField(pathOf(at, name), lookup(input, name));
  const found: Record<string, unknown> = {};
  for (const [name, field] of fieldsOf(fields)) found[name] = readValue(field, lookup(input, name), pathOf(at, name));
  return found as ValuesOf<F>;
}

/** Returns why a field rejects a value, or null. */
export function whyUnfit(field: Field, value: unknown): Reason | null {
  const found = tryRead(field, value);
  return found instanceof InvalidValueError ? found.reason : null;
}

/**
 * Returns the nearest value within a field's limits: the nearest number, the beginning of a text, list or record. An entry that is too
 * long is dropped. Null if the value is within the limits, or of another type.
 */
export function limitToField({ is }: Field | ProseField, value: unknown): unknown {
  switch (is.kind) {
    case 'number': {
      if (typeof value !== 'number' || Number.isNaN(value)) return null;
      const found = Math.min(Math.max(value, is.min), is.max);
      return found === value ? null : found;
    }
    case 'text':
    case 'prose':
      return typeof value === 'string' && value.length > is.most ? value.slice(0, is.most) : null;
    case 'list': {
      const kept = Array.isArray(value) && value.slice(0, is.most).filter((each) => isShort(is.of, each));
      return !kept || kept.length === (value as []).length ? null : kept;
    }
    case 'record': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
      const entries = Object.entries(value);
      const short = entries.filter(([id, each]) => id.length <= MOST_LETTERS && isShort(is.of, each));
      // An unknown id within the limit is invalid, not too much.
      const known = short.length > is.most && is.ids ? short.filter(([id]) => is.ids?.includes(id)) : short;
      const kept = known.slice(0, is.most);
      return kept.length === entries.length ? null : Object.fromEntries(kept);
    }
    default:
      return null;
  }
}

/** A number out of range makes its list or record invalid, as when it is typed. */
const isShort = (of: Field, value: unknown): boolean => of.is.kind === 'number' || limitToField(of, value) === null;

/** Returns the value, or the error without the field's path. */
function tryRead(field: Field, value: unknown): unknown {
  try {
    return readValue(field, value, '');
  } catch (error) {
    if (error instanceof InvalidValueError) return error;
    throw error;
  }
}

function readValue(field: Field, value: unknown, at: string): unknown {
  if (value === undefined) return field.initial;
  if (value === null && field.nullable) return null;
  const { is } = field;
  switch (is.kind) {
    case 'number':
      if (is.whole ? Number.isInteger(value) : Number.isFinite(value))
        if (Number(value) >= is.min && Number(value) <= is.max) return value;
      throw invalidValue(field, value, at);
    case 'flag':
      if (typeof value === 'boolean') return value;
      throw invalidValue(field, value, at);
    case 'choice':
      if (is.ids.some((id) => id === value)) return value;
      throw invalidValue(field, value, at);
    case 'data':
      if (is.fits(value)) return value;
      throw invalidValue(field, value, at);
    case 'text':
      if (typeof value === 'string' && value.length <= is.most && (!is.fits || is.fits(value))) return value;
      throw invalidValue(field, value, at);
    case 'list': {
      if (!Array.isArray(value) || value.length > is.most || (is.sizes && !is.sizes.includes(value.length)))
        throw invalidValue(field, value, at);
      const list = value.map((entry) => {
        const found = tryRead(is.of, entry ?? null);
        // Users type the list as a whole, so the error names the list.
        if (found instanceof InvalidValueError) throw invalidValue(field, value, at);
        return found;
      });
      return is.distinct ? [...new Set(list)] : list;
    }
    case 'group':
      return readFields(is.fields, value, at);
    case 'record': {
      const entries = Object.entries(toRecord(value, at));
      if (entries.length > is.most || entries.some(([id]) => id.length > MOST_LETTERS))
        throw invalidValue(field, value, at);
      return Object.fromEntries(
        entries.map(([id, entry]) => {
          if (is.ids && !is.ids.includes(id))
            throw new InvalidValueError(at, id, textReason(id), `one of ${is.ids.join(', ')}`);
          return [id, readValue(is.of, entry ?? null, `${at}.${id}`)];
        }),
      );
    }
  }
}

const pathOf = (at: string, name: string): string => (at ? `${at}.${name}` : name);

function toRecord(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (value === undefined) return {};
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new InvalidValueError(at, value, textReason(value), 'a set of named values');
}

const unknownField = (at: string, value: unknown): InvalidValueError =>
  new InvalidValueError(at, value, textReason(value), 'known to the rules');

const invalidValue = (field: Field, value: unknown, at: string): InvalidValueError =>
  new InvalidValueError(at, value, reasonOf(field, value), expectedBy(field.is));

/** Returns the reason for an invalid value. For a number it describes what the field accepts. */
export function reasonOf({ is }: Field, value: unknown): Reason {
  if (value === '' || value === null) return { id: 'blank' };
  if (is.kind === 'text' && typeof value === 'string' && value.length > is.most)
    return { id: 'letters', data: { most: is.most } };
  if (is.kind === 'list' && Array.isArray(value)) {
    if (value.length > is.most && !is.sizes) return { id: 'entries', data: { most: is.most } };
    const long = value.find((each) => typeof each === 'string' && each.length > MOST_LETTERS);
    if (long !== undefined) return { id: 'letters', data: { most: MOST_LETTERS } };
  }
  if (is.kind === 'number') {
    const kind = is.whole ? 'whole' : 'number';
    const { min, max } = is;
    if (Number.isFinite(max)) return { id: `${kind}Between`, data: { min, max } };
    return Number.isFinite(min) ? { id: `${kind}Least`, data: { min } } : { id: kind };
  }
  return textReason(value);
}

const textReason = (value: unknown): Reason => ({
  id: 'text',
  data: { typed: shownAsTyped(value) },
});

/** Lists are typed with commas. What is nested deeper was not typed. */
function shownAsTyped(value: unknown): string {
  const parts = [value].flat().slice(0, LONGEST_SHOWN);
  return cut(parts.map((each) => (typeof each === 'object' && each ? shown(each) : cut(String(each)))).join(', '));
}

function expectedBy(is: FieldKind): string {
  switch (is.kind) {
    case 'number':
      if (is.whole) return `a whole number from ${is.min} to ${is.max}`;
      return Number.isFinite(is.max) ? `a number from ${is.min} to ${is.max}` : `a number, at least ${is.min}`;
    case 'flag':
      return 'true or false';
    case 'choice':
      return `one of ${is.ids.join(', ')}`;
    case 'data':
    case 'text':
      return is.like ?? 'a text';
    case 'list':
      return `a list${is.sizes ? ` of ${is.sizes.join(' or ')}` : ''}, each ${expectedBy(is.of.is)}`;
    case 'group':
    case 'record':
      return 'a set of named values';
  }
}
