import { deepClone } from '../../../shared/objects';
import { DataFieldOperator, ForcedReplacement } from '../../../shared/operators';
import { isPlainObject, objectsEqual } from '../../../shared/types-of';
import { applyChangeToField, changed } from './change';
import { DataModelValidationError, DataModelValidationFailure } from './failure';
import { fieldInput, formGroup } from './form';

const DEFAULTS = new WeakMap<object, [string, any][]>();

/** A class says its defaults once, however many fields there are of it. */
function defaultsOf(cls: typeof DataField): [string, any][] {
  if (!DEFAULTS.has(cls)) DEFAULTS.set(cls, Object.entries(cls._defaults));
  return DEFAULTS.get(cls)!;
}

/** One field of a data model's schema. T14: common/data/fields.d.mts DataField; foundry-api.md section 7. */
export class DataField {
  static recursive = false;
  static hierarchical = false;
  static get _defaults(): Record<string, any> {
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

  name: string | undefined;
  parent: any;
  options: any;
  required!: boolean;
  nullable!: boolean;
  initial: any;
  readonly!: boolean;
  gmOnly!: boolean;
  /** v14 (I#13460): `false` for a value that is made anew at each preparation and never stored. */
  persisted!: boolean;
  label!: string;
  hint!: string;
  placeholder!: string;
  validationError!: string;
  declare validator: ((value: unknown, options?: any) => any) | undefined;

  constructor(options: any = {}, { name, parent }: { name?: string; parent?: any } = {}) {
    this.name = name;
    this.parent = parent;
    this.options = options;
    for (const [key, value] of defaultsOf(this.constructor as typeof DataField)) {
      const given = options[key];
      if (key !== 'validate') (this as any)[key] = given === undefined ? value : given;
    }
    this.validator = options.validate;
  }

  get fieldPath(): string {
    return [this.parent?.fieldPath, this.name].filter(Boolean).join('.');
  }

  /** Calls a method of each field below, gathering what they answer. */
  apply(fn: string | ((...args: any[]) => any), value: any, options: any = {}): any {
    return typeof fn === 'string' ? (this as any)[fn](value, options) : fn.call(this, value, options);
  }

  getInitialValue(data?: any): any {
    return typeof this.initial === 'function' ? this.initial(data ?? {}) : deepClone(this.initial);
  }

  /** Casts and tidies a value; `undefined` (and a forbidden `null`) becomes the initial value. */
  clean(value: any, options: any = {}): any {
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

  _cast(value: any): any {
    return value;
  }

  _cleanType(value: any, _options: any = {}): any {
    return value;
  }

  /** `undefined` when all is well, a failure otherwise; with `fallback` a bad value is replaced by the initial one. */
  validate(value: any, options: any = {}): DataModelValidationFailure | undefined {
    if (value instanceof DataFieldOperator) return undefined;
    try {
      const special = this._validateSpecial(value);
      if (special === true) return undefined;
      const answer = this._validateType(value, options);
      if (answer instanceof DataModelValidationFailure) return answer;
      if (answer === false) throw new DataModelValidationError(this.validationError);
      const custom = this.validator?.call(this, value, options);
      if (custom instanceof DataModelValidationFailure) return custom;
      if (custom === false) throw new DataModelValidationError(this.validationError);
      return undefined;
    } catch (error: any) {
      const failure = new DataModelValidationFailure({ message: error.message, invalidValue: value });
      return failure;
    }
  }

  /** Validates and repairs in one go: what can fall back does, on the given container. */
  _validateIn(container: any, key: string, options: any): DataModelValidationFailure | undefined {
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

  _validateSpecial(value: any): boolean | undefined {
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

  _validateType(_value: any, _options: any = {}): any {}

  initialize(value: any, _model?: any, _options: any = {}): any {
    return value;
  }

  toObject(value: any): any {
    return value;
  }

  migrateSource(_sourceData: any, _fieldData: any) {}

  /**
   * Writes a change into `source`, notes in `difference` what really changed.
   * T14: common/data/fields.d.mts `_updateDiff`/`_updateCommit`, here in one walk over a copy.
   */
  _update(source: any, key: string, value: any, difference: any, options: any): void {
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

  protected replace(source: any, key: string, operator: ForcedReplacement, difference: any, options: any) {
    const cleaned = this.clean(operator.value, { partial: false, source: options.root });
    if (options.diff !== false && objectsEqual(source[key], cleaned)) return;
    source[key] = cleaned;
    difference[key] = isPlainObject(cleaned) ? ForcedReplacement.create(cleaned) : cleaned;
  }

  /** A declared field cannot be missing: deleting it brings its initial value back. */
  protected remove(source: any, key: string, operator: DataFieldOperator, difference: any) {
    const initial = this.getInitialValue(source);
    if (objectsEqual(source[key], initial)) return;
    source[key] = initial;
    difference[key] = operator;
  }

  /** A prepared value after one ActiveEffect change. T14: common/data/fields.d.mts applyChange */
  applyChange(value: any, model: any, change: any, _options?: any): any {
    return applyChangeToField(this, value, model, change);
  }

  _applyChangeAdd(value: any, delta: any, _model: any, _change: any): any {
    return changed('add', value, delta);
  }

  _applyChangeSubtract(value: any, delta: any, _model: any, _change: any): any {
    return changed('subtract', value, delta);
  }

  _applyChangeMultiply(value: any, delta: any, _model: any, _change: any): any {
    return changed('multiply', value, delta);
  }

  _applyChangeOverride(_value: any, delta: any, _model: any, _change: any): any {
    return delta;
  }

  _applyChangeUpgrade(value: any, delta: any, _model: any, _change: any): any {
    return changed('upgrade', value, delta);
  }

  _applyChangeDowngrade(value: any, delta: any, _model: any, _change: any): any {
    return changed('downgrade', value, delta);
  }

  /** An input element for this field. T14: common/data/fields.d.mts toInput */
  toInput(config: any = {}): any {
    return this._toInput(fieldInput(this, config));
  }

  _toInput(config: any): any {
    return config.input
      ? config.input(this, config)
      : (globalThis as any).foundry.applications.fields.createTextInput(config);
  }

  toFormGroup(groupConfig: any = {}, inputConfig: any = {}): any {
    return formGroup(this, groupConfig, inputConfig);
  }
}
