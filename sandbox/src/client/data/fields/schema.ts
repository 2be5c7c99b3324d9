import { DataFieldOperator } from '../../../shared/operators';
import { isEmpty, isPlainObject } from '../../../shared/types-of';
import { DataField } from './base';
import { DataModelValidationFailure } from './failure';

/** An object of named fields. T14: common/data/fields.d.mts SchemaField */
export class SchemaField extends DataField {
  static override recursive = true;
  static override get _defaults() {
    return { ...super._defaults, required: true, nullable: false };
  }

  fields: Record<string, DataField>;
  unknownKeys: string[] = [];

  constructor(fields: Record<string, DataField>, options: any = {}, context: any = {}) {
    super(options, context);
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

  /** The field at a dotted path (or list of names); an `element` or a model's schema is walked through. */
  getField(path: string | string[]): DataField | undefined {
    const parts = typeof path === 'string' ? path.split('.') : [...path];
    return this._getField(parts);
  }

  _getField(parts: string[]): any {
    if (parts.length === 0) return this;
    const field: any = this.fields[parts[0]!];
    return fieldBelow(field, parts.slice(1));
  }

  override getInitialValue(data?: any): any {
    if (this.initial !== undefined) return super.getInitialValue(data);
    if (!this.required) return undefined;
    return this.nullable ? null : this.clean({});
  }

  override apply(fn: any, data: any = {}, options: any = {}) {
    const results: Record<string, any> = {};
    for (const [key, field] of this.entries()) {
      if (options.partial && !(key in data)) continue;
      const result = field.apply(fn, data[key], options);
      if (!options.filter || !isEmpty(result)) results[key] = result;
    }
    return results;
  }

  override _cast(value: any) {
    return isPlainObject(value) || (typeof value === 'object' && value !== null && !Array.isArray(value)) ? value : {};
  }

  /** Unknown keys are pruned, missing ones get their initial value (not when `partial`). */
  override _cleanType(data: any, options: any = {}) {
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

  override _validateType(data: any, options: any = {}) {
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

  override initialize(value: any, model?: any, options: any = {}) {
    if (!value) return value;
    const data: Record<string, any> = {};
    for (const [name, field] of this.entries()) {
      const stored = field.persisted ? value[name] : field.getInitialValue(value);
      data[name] = settle(field.initialize(stored, model, options));
    }
    return data;
  }

  override toObject(value: any) {
    if (value === undefined || value === null) return value;
    const data: Record<string, any> = {};
    for (const [name, field] of this.entries()) data[name] = field.toObject(value[name]);
    return data;
  }

  override migrateSource(sourceData: any, fieldData: any) {
    if (!isPlainObject(fieldData)) return;
    for (const [name, field] of this.entries()) {
      if (name in fieldData && fieldData[name]) field.migrateSource(sourceData, fieldData[name]);
    }
  }

  override _update(source: any, key: string, value: any, difference: any, options: any) {
    const whole = value instanceof DataFieldOperator || !isPlainObject(value) || options.recursive === false;
    if (whole || !isPlainObject(source[key])) return super._update(source, key, value, difference, options);
    const inner: Record<string, any> = {};
    this._updateFields(source[key], value, inner, options);
    if (!isEmpty(inner)) difference[key] = inner;
  }

  /** The same for the fields of an object that is already at hand; the root of a model starts here. */
  _updateFields(source: any, changes: any, difference: any, options: any) {
    for (const [key, value] of Object.entries<any>(changes)) {
      const field = this.fields[key];
      if (value === undefined) continue;
      if (field?.persisted) field._update(source, key, value, difference, options);
    }
  }
}

/** Getter fields (foreign documents) come as functions; inside nested objects they are resolved once. */
function settle(value: any) {
  return typeof value === 'function' && value.isGetter ? value() : value;
}

export function fieldBelow(field: any, rest: string[]): any {
  if (!field || rest.length === 0) return field;
  return field._getField ? field._getField(rest) : undefined;
}
