import type { Data } from '../../../shared/data';
import { messageOf } from '../../../shared/errors';
import { deepClone } from '../../../shared/objects';
import { DataFieldOperator, ForcedReplacement } from '../../../shared/operators';
import { isPlainObject, objectsEqual } from '../../../shared/types-of';
import type { DataModel } from '../../abstract/data-model';
import type { FormGroupConfig, InputConfig } from '../../applications/fields';
import { applyChangeToField, changed, type EffectChange } from './change';
import { DataModelValidationError, DataModelValidationFailure } from './failure';
import { fieldInput, formGroup, inputs } from './form';

const DEFAULTS = new WeakMap<object, [string, unknown][]>();

/** Caches the defaults of a class for all of its fields. */
function defaultsOf(cls: typeof DataField): [string, unknown][] {
  if (!DEFAULTS.has(cls)) DEFAULTS.set(cls, Object.entries(cls._defaults));
  return DEFAULTS.get(cls)!;
}

/** Choices of a field: a list, labels by value, or a function that returns either. */
export type Choices =
  | readonly unknown[]
  | Record<string, unknown>
  | (() => readonly unknown[] | Record<string, unknown>);

/** T14: common/data/_types.d.mts DataFieldOptions; subclasses add their own. */
export interface FieldOptions {
  required?: boolean;
  nullable?: boolean;
  /** A value, or a function of the source data that returns one. */
  initial?: unknown;
  readonly?: boolean;
  gmOnly?: boolean;
  persisted?: boolean;
  label?: string;
  hint?: string;
  placeholder?: string;
  choices?: Choices | undefined;
  validationError?: string;
  /** Receives the cast value. */
  validate?: (this: DataField, value: never, options?: FieldTask) => Verdict;
  [option: string]: unknown;
}

export interface FieldPlace {
  name?: string;
  parent?: FieldParent;
}

interface FieldParent {
  fieldPath: string;
}

/** Options of cleaning, validation, initialization and updates. */
export interface FieldTask {
  /** Missing keys stay missing. */
  partial?: boolean | undefined;
  strict?: boolean;
  fallback?: boolean | undefined;
  /** Source data that contain the value. */
  source?: Data;
  /** The working copy of the whole model during an update. */
  root?: Data;
  diff?: boolean | undefined;
  recursive?: boolean | undefined;
  dryRun?: boolean | undefined;
  [option: string]: unknown;
}

/** `false` and a failure reject the value. */
export type Verdict = boolean | undefined | void | DataModelValidationFailure;

export type FieldFunction = (this: DataField, value: unknown, options: FieldTask) => unknown;

/** T14: common/data/fields.d.mts DataField; foundry-api.md section 7. */
export class DataField {
  static recursive = false;
  static hierarchical = false;
  static get _defaults(): Data {
    return {
      required: false,
      nullable: false,
      initial: undefined,
      readonly: false,
      gmOnly: false,
      persisted: true,
      label: '',
      hint: '',
      placeholder: '',
      validationError: 'is not a valid value',
      validate: undefined,
    };
  }

  declare name: string | undefined;
  declare parent: FieldParent | undefined;
  declare options: FieldOptions;
  declare required: boolean;
  declare nullable: boolean;
  declare initial: unknown;
  declare readonly: boolean;
  declare gmOnly: boolean;
  /** v14 (I#13460): `false` for a value that is recreated at each preparation and never stored. */
  declare persisted: boolean;
  declare label: string;
  declare hint: string;
  declare placeholder: string;
  declare validationError: string;
  declare validator: FieldOptions['validate'];

  constructor(options: FieldOptions = {}, { name, parent }: FieldPlace = {}) {
    this.name = name;
    this.parent = parent;
    this.options = options;
    for (const [key, value] of defaultsOf(this.constructor as typeof DataField)) {
      const given = options[key];
      if (key !== 'validate') (this as unknown as Data)[key] = given === undefined ? value : given;
    }
    this.validator = options.validate;
  }

  get fieldPath(): string {
    return [this.parent?.fieldPath, this.name].filter(Boolean).join('.');
  }

  /** Calls a method of each inner field and collects the results. */
  apply(fn: string | FieldFunction, value: unknown, options: FieldTask = {}): unknown {
    const method = typeof fn === 'string' ? (Reflect.get(this, fn) as FieldFunction) : fn;
    return method.call(this, value, options);
  }

  /** Resolves a path below this field. A field without inner fields only resolves the empty path. */
  _getField(parts: string[]): DataField | undefined {
    return parts.length === 0 ? this : undefined;
  }

  getInitialValue(data?: Data): unknown {
    return typeof this.initial === 'function' ? this.initial(data ?? {}) : deepClone(this.initial);
  }

  /** Casts and normalizes a value; `undefined` (and a forbidden `null`) becomes the initial value. */
  clean(given: unknown, options: FieldTask = {}): unknown {
    let value = given;
    if (value instanceof DataFieldOperator) {
      return value instanceof ForcedReplacement
        ? ForcedReplacement.create(this.clean(value.value, { ...options, partial: false }))
        : value;
    }
    if (value === null) {
      if (this.nullable) return value;
      value = undefined;
    }
    if (value === undefined) return this.getInitialValue(options.source);
    return this._cleanType(this._cast(value), options);
  }

  _cast(value: unknown): unknown {
    return value;
  }

  _cleanType(value: unknown, _options: FieldTask = {}): unknown {
    return value;
  }

  /**
   * Returns `undefined` for a valid value, else a failure. With `fallback`, the initial value replaces an invalid one.
   */
  validate(value: unknown, options: FieldTask = {}): DataModelValidationFailure | undefined {
    if (value instanceof DataFieldOperator) return undefined;
    try {
      // An explicit boolean ends the validation: `true` skips the type. D: DataField#validate at 14.366; C13
      const checks = [
        () => this._validateSpecial(value),
        () => this.validator?.call(this, value as never, options),
        () => this._validateType(value, options),
      ];
      for (const check of checks) {
        const verdict = check();
        if (verdict === true) return undefined;
        if (verdict === false) throw new DataModelValidationError(this.validationError);
        if (verdict instanceof DataModelValidationFailure) return verdict;
      }
      return undefined;
    } catch (error) {
      return new DataModelValidationFailure({ message: messageOf(error), invalidValue: value });
    }
  }

  /** Validates a value in its container and replaces it there if it can fall back. */
  _validateIn<K extends string | number>(
    container: Record<K, unknown>,
    key: K,
    options: FieldTask,
  ): DataModelValidationFailure | undefined {
    const failure = this.validate(container[key], options);
    if (failure && options.fallback && failure.unresolved) {
      const initial = this.getInitialValue(options.source);
      if (this.validate(initial, {}) === undefined) {
        container[key] = initial;
        failure.fallback = initial;
        failure.unresolved = false;
      }
    }
    return failure;
  }

  _validateSpecial(value: unknown): boolean | undefined {
    if (value === undefined) {
      if (this.required) throw new Error('may not be undefined');
      return true;
    }
    if (value === null) {
      if (!this.nullable) throw new Error('may not be null');
      return true;
    }
    return undefined;
  }

  _validateType(_value: unknown, _options: FieldTask = {}): Verdict {}

  initialize(value: unknown, _model?: DataModel, _options: FieldTask = {}): unknown {
    return value;
  }

  toObject(value: unknown): unknown {
    return value;
  }

  migrateSource(_sourceData: Data, _fieldData: unknown) {}

  /**
   * Writes a change into `source` and its real effect into `difference`. T14: common/data/fields.d.mts
   * `_updateDiff`/`_updateCommit`, here in one pass over a copy.
   */
  _update(source: Data, key: string, value: unknown, difference: Data, options: FieldTask): void {
    if (value instanceof DataFieldOperator) {
      if (value instanceof ForcedReplacement) this.replace(source, key, value, difference, options);
      else this.remove(source, key, value, difference);
      return;
    }
    const cleaned = this.clean(value, { partial: false, source: options.root });
    if (options.diff !== false && objectsEqual(source[key], cleaned)) return;
    source[key] = cleaned;
    difference[key] = cleaned;
  }

  protected replace(
    source: Data,
    key: string,
    operator: ForcedReplacement,
    difference: Data,
    options: FieldTask,
  ): void {
    const cleaned = this.clean(operator.value, { partial: false, source: options.root });
    if (options.diff !== false && objectsEqual(source[key], cleaned)) return;
    source[key] = cleaned;
    difference[key] = isPlainObject(cleaned) ? ForcedReplacement.create(cleaned) : cleaned;
  }

  /** A declared field cannot be missing: a deletion restores its initial value. */
  protected remove(source: Data, key: string, operator: DataFieldOperator, difference: Data): void {
    const initial = this.getInitialValue(source);
    if (objectsEqual(source[key], initial)) return;
    source[key] = initial;
    difference[key] = operator;
  }

  /** Returns a prepared value after one ActiveEffect change. T14: common/data/fields.d.mts applyChange */
  applyChange(value: unknown, model: DataModel, change: EffectChange, _options?: object): unknown {
    return applyChangeToField(this, value, model, change);
  }

  _applyChangeAdd(value: unknown, delta: unknown, _model: DataModel, _change: EffectChange): unknown {
    return changed('add', value, delta);
  }

  _applyChangeSubtract(value: unknown, delta: unknown, _model: DataModel, _change: EffectChange): unknown {
    return changed('subtract', value, delta);
  }

  _applyChangeMultiply(value: unknown, delta: unknown, _model: DataModel, _change: EffectChange): unknown {
    return changed('multiply', value, delta);
  }

  _applyChangeOverride(_value: unknown, delta: unknown, _model: DataModel, _change: EffectChange): unknown {
    return delta;
  }

  _applyChangeUpgrade(value: unknown, delta: unknown, _model: DataModel, _change: EffectChange): unknown {
    return changed('upgrade', value, delta);
  }

  _applyChangeDowngrade(value: unknown, delta: unknown, _model: DataModel, _change: EffectChange): unknown {
    return changed('downgrade', value, delta);
  }

  /** T14: common/data/fields.d.mts toInput */
  toInput(config: InputConfig = {}): HTMLElement {
    return this._toInput(fieldInput(this, config));
  }

  _toInput(config: InputConfig): HTMLElement {
    return config.input ? config.input(this, config) : inputs().createTextInput(config);
  }

  toFormGroup(groupConfig: FormGroupConfig = {}, inputConfig: InputConfig = {}): HTMLElement {
    return formGroup(this, groupConfig, inputConfig);
  }
}
