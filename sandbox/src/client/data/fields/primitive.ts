import type { Data } from '../../../shared/data';
import { isValidId, parseUuid } from '../../../shared/uuid';
import type { DataModel } from '../../abstract/data-model';
import type { InputConfig } from '../../applications/fields';
import { HTMLProseMirrorElement } from '../../applications/prose-mirror';
import { type Choices, DataField, type FieldOptions, type FieldPlace, type FieldTask, type Verdict } from './base';
import { choiceOptions, inputs } from './form';

const choiceIds = (choices: Choices): readonly unknown[] => {
  const given = typeof choices === 'function' ? choices() : choices;
  return Array.isArray(given) ? given : Object.keys(given ?? {});
};

export class AnyField extends DataField {
  override _cast(value: unknown) {
    return value;
  }
}

export class BooleanField extends DataField {
  static override get _defaults() {
    return { ...super._defaults, required: true, nullable: false, initial: false };
  }

  override _cast(value: unknown) {
    if (typeof value === 'string') return value === 'true';
    if (typeof value === 'object') return false;
    return Boolean(value);
  }

  override _validateType(value: unknown) {
    if (typeof value !== 'boolean') throw new Error('must be a boolean');
  }

  override _toInput(config: InputConfig) {
    return inputs().createCheckboxInput(config);
  }
}

/** T14: common/data/fields.d.mts NumberField: by default not required, and nullable. */
export class NumberField extends DataField {
  static override get _defaults(): Data {
    return {
      ...super._defaults,
      initial: null,
      nullable: true,
      min: undefined,
      max: undefined,
      step: undefined,
      base: undefined,
      integer: false,
      positive: false,
      choices: undefined,
    };
  }

  declare min: number | undefined;
  declare max: number | undefined;
  declare step: number | undefined;
  declare base: number | undefined;
  declare integer: boolean;
  declare positive: boolean;
  declare choices: Choices | undefined;

  constructor(options: FieldOptions = {}, place: FieldPlace = {}) {
    super(options, place);
    if (options.integer && options.step === undefined) this.step = 1;
    if (!this.nullable && options.initial === undefined)
      this.initial = (this.constructor as typeof NumberField)._defaults['initial'] ?? undefined;
  }

  override _cast(value: unknown) {
    if (typeof value === 'string' && value.trim() === '') return this.nullable ? null : Number.NaN;
    return Number(value);
  }

  override _cleanType(value: unknown) {
    if (typeof value !== 'number' || Number.isNaN(value)) return value;
    let number = value;
    if (this.integer) number = Math.round(number);
    if (this.min !== undefined) number = Math.max(number, this.min);
    if (this.max !== undefined) number = Math.min(number, this.max);
    return number;
  }

  override _validateType(value: unknown) {
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error('must be a number');
    if (this.positive && value <= 0) throw new Error('must be a positive number');
    if (this.min !== undefined && value < this.min) throw new Error(`must be at least ${this.min}`);
    if (this.max !== undefined && value > this.max) throw new Error(`must be at most ${this.max}`);
    if (this.integer && !Number.isInteger(value)) throw new Error('must be an integer');
    if (this.choices && !choiceIds(this.choices).map(Number).includes(value))
      throw new Error(`${value} is not a valid choice`);
  }

  override _toInput(config: InputConfig) {
    config.min ??= this.min;
    config.max ??= this.max;
    config.step ??= this.step ?? 'any';
    const choices = config.choices ?? this.choices;
    if (!choices && !config.options) return inputs().createNumberInput(config);
    const { choices: _, ...rest } = config;
    return inputs().createSelectInput({
      dataset: { dtype: 'Number' },
      ...rest,
      options: config.options ?? choiceOptions(choices),
    });
  }
}

export class AngleField extends NumberField {
  static override get _defaults() {
    return {
      ...super._defaults,
      required: true,
      nullable: false,
      initial: 0,
      base: 0,
      min: 0,
      max: 360,
      normalize: true,
    };
  }

  override _cleanType(value: number) {
    return ((value % 360) + 360) % 360;
  }
}

export class AlphaField extends NumberField {
  static override get _defaults() {
    return { ...super._defaults, required: true, nullable: false, initial: 1, min: 0, max: 1 };
  }
}

export class HueField extends NumberField {
  static override get _defaults() {
    return { ...super._defaults, required: true, nullable: false, initial: 0, min: 0, max: 1 };
  }
}

export class IntegerSortField extends NumberField {
  static override get _defaults() {
    return { ...super._defaults, required: true, nullable: false, integer: true, initial: 0 };
  }
}

/** T14: common/data/fields.d.mts StringField: by default, `choices` forbid the blank string. */
export class StringField extends DataField {
  static override get _defaults(): Data {
    return {
      ...super._defaults,
      blank: true,
      trim: true,
      choices: undefined,
      textSearch: false,
      initial(this: StringField) {
        if (!this.required) return undefined;
        if (this.blank) return '';
        return this.nullable ? null : undefined;
      },
    };
  }

  declare blank: boolean;
  declare trim: boolean;
  declare choices: Choices | undefined;

  constructor(options: FieldOptions = {}, place: FieldPlace = {}) {
    super(options, place);
    if (options.choices && options.blank === undefined) this.blank = false;
  }

  override getInitialValue(data?: Data) {
    return typeof this.initial === 'function' ? this.initial.call(this, data ?? {}) : this.initial;
  }

  override clean(value: unknown, options: FieldTask = {}) {
    if (value === '' && !this.blank && this.nullable) return null;
    return super.clean(value, options);
  }

  override _cast(value: unknown): unknown {
    return String(value);
  }

  override _cleanType(value: unknown, _options?: FieldTask) {
    if (typeof value !== 'string') return value;
    const text = this.trim ? value.trim() : value;
    return text === '' && !this.blank && !this.required ? undefined : text;
  }

  override _validateSpecial(value: unknown) {
    if (value === '') {
      if (this.blank) return true;
      throw new Error('may not be a blank string');
    }
    return super._validateSpecial(value);
  }

  override _validateType(value: unknown): Verdict {
    if (typeof value !== 'string') throw new Error('must be a string');
    if (this.choices && !choiceIds(this.choices).includes(value)) throw new Error(`${value} is not a valid choice`);
  }

  override _toInput(config: InputConfig) {
    const choices = config.choices ?? this.choices;
    if (!choices && !config.options) return super._toInput(config);
    const { choices: _, ...rest } = config;
    const blank = rest.blank ?? (this.blank || !this.required ? '' : undefined);
    const value = rest.value ?? '';
    return inputs().createSelectInput({ ...rest, value, blank, options: config.options ?? choiceOptions(choices) });
  }
}

export class HTMLField extends StringField {
  static override get _defaults() {
    return { ...super._defaults, required: true, blank: true };
  }

  override _toInput(config: InputConfig) {
    return HTMLProseMirrorElement.create(config as Parameters<typeof HTMLProseMirrorElement.create>[0]);
  }
}

export class JavaScriptField extends StringField {}

export class ColorField extends StringField {
  static override get _defaults() {
    return { ...super._defaults, nullable: true, initial: null, blank: false };
  }

  override _cleanType(value: unknown) {
    const text = super._cleanType(value);
    return typeof text === 'string' ? text.toLowerCase() : text;
  }

  override _validateType(value: string) {
    if (!/^#[0-9a-f]{6}$/i.test(value)) throw new Error('must be a valid hex color');
  }
}

export class FilePathField extends StringField {
  static override get _defaults() {
    return {
      ...super._defaults,
      categories: [],
      base64: false,
      wildcard: false,
      nullable: true,
      blank: false,
      initial: null,
    };
  }

  override _validateType(value: unknown) {
    if (typeof value !== 'string') throw new Error('must be a file path');
    if (/^\s*javascript:/i.test(value)) throw new Error('does not have a valid file extension');
  }
}

/** JSON in storage, the parsed value in the model. */
export class JSONField extends StringField {
  static override get _defaults() {
    return { ...super._defaults, blank: false, initial: undefined };
  }

  override _cast(value: unknown) {
    return typeof value === 'string' ? value : JSON.stringify(value);
  }

  override _cleanType(value: unknown, _options?: FieldTask) {
    return value;
  }

  override _validateType(value: unknown) {
    if (typeof value !== 'string') throw new Error('must be a serialized JSON string');
    JSON.parse(value);
  }

  override initialize(value: unknown, _model?: DataModel, _options?: FieldTask) {
    return value === undefined || value === null ? value : JSON.parse(String(value));
  }

  override toObject(value: unknown) {
    return value === undefined || (value === null && this.nullable) ? value : JSON.stringify(value);
  }
}

export class DocumentIdField extends StringField {
  static override get _defaults() {
    return { ...super._defaults, required: true, blank: false, nullable: true, readonly: true, initial: null };
  }

  override _cast(value: unknown): unknown {
    return value && typeof value === 'object' && '_id' in value ? value._id : String(value);
  }

  override _validateType(value: unknown) {
    if (!isValidId(value)) throw new Error('must be a valid 16-character alphanumeric ID');
  }
}

/**
 * The initial value is that of a StringField: null, or "" for `blank: true`. SR5 has `{ blank: true, nullable: false }` and
 * makes models of it while it loads.
 */
export class DocumentUUIDField extends StringField {
  static override get _defaults() {
    return {
      ...super._defaults,
      required: true,
      blank: false,
      nullable: true,
      type: undefined,
      embedded: undefined,
      relative: false,
    };
  }

  declare type: string | undefined;
  declare embedded: boolean | undefined;
  declare relative: boolean;

  override _validateType(value: string) {
    const parsed = parseUuid(value, this.relative ? { relative: 'Actor.0000000000000000' } : {});
    if (!parsed) throw new Error(`"${value}" is not a valid UUID`);
    if (this.type && parsed.type !== this.type) throw new Error(`"${value}" must be a UUID of a ${this.type}`);
  }
}
