import { pack, unpackedOf } from './platform/packed';

const { fields } = foundry.data;

/** A whole number that is always there. */
export const counter = (initial = 0, { min }: { min?: number } = {}) =>
  new fields.NumberField({
    required: true,
    nullable: false,
    integer: true,
    initial,
    ...(min !== undefined && { min }),
  });

export const flag = (initial = false) => new fields.BooleanField({ required: true, initial });

/** A line of text. */
export const line = (initial = '') => new fields.StringField({ required: true, blank: true, initial });

/**
 * JSON that our own code reads.
 * @param fits whether it has the shape that code relies on; what has not is not read, and said
 */
export const json = (
  initial: Record<string, unknown> = {},
  fits?: (value: unknown) => boolean,
  { required = true } = {},
) => new fields.ObjectField({ required, initial: () => ({ ...initial }), ...(fits && { validate: fits }) });
export const jsonOrNull = (fits?: (value: unknown) => boolean) =>
  new fields.ObjectField({ required: true, nullable: true, initial: null, ...(fits && { validate: fits }) });

type PackedOptions = { required: boolean; blank: false; initial: string; validate: (text: unknown) => boolean };

class PackedField extends fields.StringField<PackedOptions> {
  /** What is in memory of a packed text. */
  read: (text: string) => unknown = unpackedOf;

  override initialize(text: string): never {
    return this.read(text) as never;
  }

  override toObject(value: never): never {
    return pack(value) as never;
  }
}

/**
 * JSON that is stored as a short text. In memory it is what was packed; an update brings what `pack` makes of it.
 * @param read makes of what was packed what it is today
 */
export function packed(fits: (value: unknown) => boolean, { required = true, read = (value: unknown) => value } = {}) {
  const unpacked = (text: string): unknown => read(unpackedOf(text));
  // A text that is none is no initial value either: what cannot be read is left out.
  const validate = (text: unknown) => fits(unpacked(String(text)));
  const field = new PackedField({ required, blank: false, initial: '', validate });
  field.read = unpacked;
  return field;
}

/** The same, left as it is in memory too: for what is many and seldom read. */
export const leftPacked = (
  fits: (value: unknown) => boolean,
  { required = true, read = (value: unknown) => value } = {},
) =>
  new fields.StringField({ required, blank: false, validate: (text: unknown) => fits(read(unpackedOf(String(text)))) });
