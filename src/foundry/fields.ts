import { pack, unpackedOf } from './platform/packed';

const { fields } = foundry.data;

/** A whole number that is always there. */
export const counter = (initial = 0, { min, max }: { min?: number; max?: number } = {}) =>
  new fields.NumberField({
    required: true,
    nullable: false,
    integer: true,
    initial,
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  });

interface Bounds {
  readonly min?: number;
  readonly max?: number;
  readonly integer?: boolean;
}

type OptionalOptions = { required: true; nullable: true; initial: null };

/**
 * A number that may be empty. To nothing an active effect can add nothing: without this an effect of "+2" on an empty speed would make
 * it 2, and one that doubles it would make it 0. What the rules take an empty one for is filled in before: `Adapter.whenEmpty`.
 * T14: common/data/fields.d.mts, the methods a field has for each type of change.
 */
export class OptionalNumberField extends fields.NumberField<OptionalOptions> {}

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

/** A number that may be left empty, and then is what the rules derive. */
export const optionalNumber = (bounds: Bounds = {}) =>
  new OptionalNumberField({ required: true, nullable: true, initial: null, ...bounds } as OptionalOptions);

/** A measured amount that is always there. */
export const amount = (initial = 0, min?: number) =>
  new fields.NumberField({ required: true, nullable: false, initial, ...(min !== undefined && { min }) });

/** A pool whose maximum the rules derive; an empty value means full. */
export const pool = () =>
  new fields.SchemaField({
    value: new fields.NumberField({ required: true, nullable: true, integer: true, initial: null, min: 0 }),
  });

/** One of a closed list of ids; labels come from the language file. */
export const oneOf = <T extends string>(choices: readonly T[], initial: T) =>
  new fields.StringField({ required: true, blank: false, choices: [...choices], initial });

export const flag = (initial = false) => new fields.BooleanField({ required: true, initial });

/** Free text of a person, shown as text. @param pattern what it has to look like, where it is read by rules */
export const line = (initial = '', { pattern }: { pattern?: RegExp } = {}) =>
  new fields.StringField({
    required: true,
    blank: !pattern || pattern.test(''),
    initial,
    ...(pattern && { validate: (value: unknown) => pattern.test(String(value)) }),
  });

/** A set of words a person lists. @param pattern what each has to look like, where they are read by rules */
export const words = ({ pattern }: { pattern?: RegExp } = {}) =>
  new fields.SetField(
    new fields.StringField({
      required: true,
      blank: false,
      ...(pattern && { validate: (value: unknown) => pattern.test(String(value)) }),
    }),
    { required: true },
  );

/** Formatted text of a person; listed in the manifest's `htmlFields`, so the server sanitizes it. */
export const prose = () => new fields.HTMLField({ required: true, blank: true, initial: '' });

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
