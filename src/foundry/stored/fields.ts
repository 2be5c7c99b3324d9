import { MOST_LETTERS } from '../../toolkit/define/schema';
import { pack, unpackCached } from '../platform/packed';
import { isWithin } from './validators';

const { fields } = foundry.data;

export const counter = (initial = 0, { min }: { min?: number } = {}) =>
  new fields.NumberField({
    required: true,
    nullable: false,
    integer: true,
    initial,
    ...(min !== undefined && { min }),
  });

export const flag = (initial = false) => new fields.BooleanField({ required: true, initial });

/** Returns the options of a field that fits accepts. An explicit `true` would end the validation. D: core's type declarations at 14.366, DataField#validate. */
export const validateBy = (fits: (value: any) => boolean) => ({
  // The installed types declare no undefined.
  validate: ((value: unknown) => (fits(value) ? undefined : false)) as (value: unknown) => boolean,
});

/**
 * Limits in letters and entries. Foundry has none, and the owner of a document stores what they like. A value beyond its limit is dropped,
 * like one of another shape.
 */
const MOST_JSON = 1_000_000;
const MOST_ENTRIES = 1000;

/** Returns the options of a text field with a limit. */
const limitedText = (most: number) => validateBy((text: string | null) => (text?.length ?? 0) <= most);

export const line = (initial = '', most = MOST_LETTERS) =>
  new fields.StringField({ required: true, blank: true, initial, ...limitedText(most) });

export const lineOrNull = () =>
  new fields.StringField({ required: true, nullable: true, initial: null, ...limitedText(MOST_LETTERS) });

/** An entry of a list or record has no initial value, and Foundry 14 may refuse to delete one that is required. */
export const entryLine = () => new fields.StringField({ required: false, ...limitedText(MOST_LETTERS) });

/** Returns a field for any JSON, also for operators of updates. */
export const anyJson = (fits: (value: unknown) => boolean = () => true, { required = true } = {}) =>
  new fields.AnyField({ required, ...validateBy((value) => isWithin(value, MOST_JSON) && fits(value)) });

/** Returns a field for values by id. */
export const record = <Element extends foundry.data.fields.DataField.Any>(
  element: Element,
  { most = MOST_ENTRIES, required = true } = {},
) =>
  new fields.TypedObjectField(element, {
    required,
    ...validateBy((entries: object) => Object.keys(entries).length <= most),
  } as never);

export const list = <Element extends foundry.data.fields.DataField.Any>(element: Element) =>
  new fields.ArrayField(element, { required: true, max: MOST_ENTRIES });

/**
 * Returns a field for JSON of our own code.
 * @param fits checks the shape that our code relies on; other values are rejected and reported
 */
export const json = (
  initial: Record<string, unknown> = {},
  fits?: (value: unknown) => boolean,
  { required = true } = {},
) =>
  new fields.ObjectField({
    required,
    // An entry of a record has no initial value: an invalid one would make the whole record fall back (C13: TypedObjectField).
    ...(required && { initial: () => ({ ...initial }) }),
    ...limitedJson(fits),
  });
const limitedJson = (fits: (value: unknown) => boolean = () => true) =>
  validateBy((value) => isWithin(value, MOST_JSON) && fits(value));

export const jsonOrNull = (fits?: (value: unknown) => boolean) =>
  new fields.ObjectField({ required: true, nullable: true, initial: null, ...limitedJson(fits) });

type PackedOptions = { required: boolean; blank: false; initial: undefined; validate: (text: unknown) => boolean };

class PackedField extends fields.StringField<PackedOptions> {
  override initialize(text: string): never {
    return unpackCached(text) as never;
  }

  override toObject(value: never): never {
    return pack(value) as never;
  }
}

/** Returns a field for JSON stored as compressed text. It is unpacked in memory; updates contain the result of `pack`. */
export function packedField(fits: (value: unknown) => boolean, { required = true } = {}) {
  // An unreadable entry of a record is dropped: see `json`.
  const isReadable = (text: unknown) => fits(unpackCached(String(text)));
  return new PackedField({ required, blank: false, initial: undefined, ...validateBy(isReadable) });
}

/** Limits of packed texts in a message, which any player may write. */
const MOST_TEXTS = 500;
const MOST_CHARACTERS = 262_144;

/**
 * Returns a field for packed texts that stay packed on load; validation only counts them. `unpackRecord` unpacks them for trusted
 * documents.
 */
export const packedRecordField = () =>
  new fields.TypedObjectField(
    new fields.StringField({ required: false, blank: false, ...limitedText(MOST_CHARACTERS) }),
    {
      required: true,
      ...validateBy(isWithinLimits),
    } as never,
  );

function isWithinLimits(texts: unknown): boolean {
  const all = Object.values(texts as object);
  const characters = all.reduce((sum: number, text) => sum + (typeof text === 'string' ? text.length : 0), 0);
  return all.length <= MOST_TEXTS && characters <= MOST_CHARACTERS;
}

interface Unpacked {
  readonly values: Readonly<Record<string, unknown>>;
  readonly unreadable: readonly string[];
}

export function unpackRecord(texts: Readonly<Record<string, unknown>>, fits: (value: unknown) => boolean): Unpacked {
  const values: Record<string, unknown> = {};
  const unreadable: string[] = [];
  for (const [key, text] of Object.entries(texts)) {
    const value = attempt(() => unpackCached(String(text)));
    if (value !== undefined && fits(value)) values[key] = value;
    else unreadable.push(key);
  }
  return { values, unreadable };
}

function attempt(make: () => unknown): unknown {
  try {
    return make();
  } catch {
    return undefined;
  }
}
