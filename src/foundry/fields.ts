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
  override initialize(text: string): never {
    return unpackedOf(text) as never;
  }

  override toObject(value: never): never {
    return pack(value) as never;
  }
}

/** JSON that is stored as a short text. In memory it is what was packed; an update brings what `pack` makes of it. */
export const packed = (fits: (value: unknown) => boolean, { required = true } = {}) =>
  // A text that is none is no initial value either: what cannot be read is left out.
  new PackedField({ required, blank: false, initial: '', validate: (text) => fits(unpackedOf(String(text))) });
