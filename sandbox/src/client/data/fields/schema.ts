import type { Data } from '../../../shared/data';
import { isEmpty, isPlainObject } from '../../../shared/types-of';
import type { DataModel } from '../../abstract/data-model';
import { DataField, type FieldFunction, type FieldOptions, type FieldPlace, type FieldTask } from './base';
import { DataModelValidationFailure } from './failure';

/** T14: common/data/fields.d.mts SchemaField */
export class SchemaField extends DataField {
  static override recursive = true;
  static override get _defaults() {
    return { ...super._defaults, required: true, nullable: false };
  }

  fields: Record<string, DataField>;
  unknownKeys: string[] = [];

  constructor(fields: Record<string, DataField>, options: FieldOptions = {}, place: FieldPlace = {}) {
    super(options, place);
    this.fields = {};
    for (const [name, field] of Object.entries(fields)) {
      if (!(field instanceof DataField))
        throw new Error(`The "${name}" field is not an instance of the DataField class.`);
      if (field.parent !== undefined)
        throw new Error(`The "${field.fieldPath}" field already belongs to some other parent`);
      field.name = name;
      field.parent = this;
      this.fields[name] = field;
    }
  }

  get(name: string) {
    return this.fields[name];
  }

  has(name: string) {
    return name in this.fields;
  }

  keys() {
    return Object.keys(this.fields);
  }

  values() {
    return Object.values(this.fields);
  }

  entries() {
    return Object.entries(this.fields);
  }

  *[Symbol.iterator]() {
    yield* Object.values(this.fields);
  }

  forEach(fn: (field: DataField) => void) {
    for (const field of this) fn(field);
  }

  /** Returns the field at a dotted path or list of names, through `element` fields and models. */
  getField(path: string | string[]): DataField | undefined {
    const parts = typeof path === 'string' ? path.split('.') : [...path];
    return this._getField(parts);
  }

  override _getField(parts: string[]): DataField | undefined {
    if (parts.length === 0) return this;
    const field = this.fields[parts[0]!];
    return fieldBelow(field, parts.slice(1));
  }

  override getInitialValue(data?: Data): unknown {
    if (this.initial !== undefined) return super.getInitialValue(data);
    if (!this.required) return undefined;
    return this.nullable ? null : this.clean({});
  }

  override apply(fn: string | FieldFunction, data: Data = {}, options: FieldTask = {}): unknown {
    const results: Data = {};
    for (const [key, field] of this.entries()) {
      if (options.partial && !(key in data)) continue;
      const result = field.apply(fn, data[key], options);
      if (!options.filter || !isEmpty(result)) results[key] = result;
    }
    return results;
  }

  override _cast(value: unknown) {
    return isPlainObject(value) || (typeof value === 'object' && value !== null && !Array.isArray(value)) ? value : {};
  }

  /** Removes unknown keys and adds initial values for missing ones (not with `partial`). */
  override _cleanType(data: Data, options: FieldTask = {}) {
    const inner = { ...options, source: options.source ?? data };
    for (const key of Object.keys(data)) {
      const field = this.fields[key];
      if (!field?.persisted) delete data[key];
    }
    for (const [name, field] of this.entries()) {
      if (!field.persisted || (options.partial && !(name in data))) continue;
      const value = field.clean(data[name], inner);
      if (value === undefined) delete data[name];
      else data[name] = value;
    }
    return data;
  }

  override _validateType(data: Data, options: FieldTask = {}): DataModelValidationFailure | undefined {
    if (typeof data !== 'object' || Array.isArray(data)) throw new Error('must be an object');
    const failure = new DataModelValidationFailure({ unresolved: false });
    const inner = { ...options, source: options.source ?? data };
    for (const [name, field] of this.entries()) {
      if (!field.persisted || (options.partial && !(name in data))) continue;
      const broken = field._validateIn(data, name, inner);
      if (!broken) continue;
      failure.fields[name] = broken;
      if (broken.unresolved) failure.unresolved = true;
    }
    return failure.isEmpty() ? undefined : failure;
  }

  override initialize(value: Data | null | undefined, model?: DataModel, options: FieldTask = {}): unknown {
    if (!value) return value;
    const data: Data = {};
    for (const [name, field] of this.entries()) {
      const stored = field.persisted ? value[name] : field.getInitialValue(value);
      const initialized = field.initialize(stored, model, options);
      if (isGetter(initialized)) {
        const get = initialized;
        Object.defineProperty(data, name, { get, set: () => undefined, configurable: true, enumerable: true });
      } else data[name] = initialized;
    }
    return data;
  }

  override toObject(value: Data | null | undefined): unknown {
    if (value === undefined || value === null) return value;
    const data: Data = {};
    for (const [name, field] of this.entries()) data[name] = field.toObject(value[name]);
    return data;
  }

  override migrateSource(sourceData: Data, fieldData: unknown) {
    if (!isPlainObject(fieldData)) return;
    for (const [name, field] of this.entries()) {
      if (name in fieldData && fieldData[name]) field.migrateSource(sourceData, fieldData[name]);
    }
  }

  override _update(source: Data, key: string, value: unknown, difference: Data, options: FieldTask) {
    const present = source[key];
    if (!isPlainObject(value) || !isPlainObject(present) || options.recursive === false)
      return super._update(source, key, value, difference, options);
    const inner: Data = {};
    this._updateFields(present, value, inner, options);
    if (!isEmpty(inner)) difference[key] = inner;
  }

  /** Updates the fields of an existing object; a model's root starts here. */
  _updateFields(source: Data, changes: Data, difference: Data, options: FieldTask) {
    for (const [key, value] of Object.entries(changes)) {
      const field = this.fields[key];
      if (value === undefined) continue;
      if (field?.persisted) field._update(source, key, value, difference, options);
    }
  }
}

/** True for a getter function, which is called at each read. */
export const isGetter = (value: unknown): value is (() => unknown) & { isGetter: true } =>
  typeof value === 'function' && 'isGetter' in value && value.isGetter === true;

export function fieldBelow(field: DataField | undefined, rest: string[]): DataField | undefined {
  return field && rest.length > 0 ? field._getField(rest) : field;
}
