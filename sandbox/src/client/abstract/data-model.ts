import type { Data } from '../../shared/data';
import { messageOf } from '../../shared/errors';
import { deepClone, expandObject } from '../../shared/objects';
import { normalizeOperators } from '../../shared/operators';
import { isEmpty } from '../../shared/types-of';
import type { DataField, FieldTask } from '../data/fields/base';
import { DataModelValidationError, DataModelValidationFailure } from '../data/fields/failure';
import { type HierarchicalField, isHierarchical } from '../data/fields/hierarchical';
import { isGetter, SchemaField } from '../data/fields/schema';
import type { Document } from './document';

export interface ModelContext {
  parent?: Document | null;
  pack?: string | null;
  parentCollection?: string | null;
  strict?: boolean;
  fallback?: boolean;
  partial?: boolean;
  /** Shares its source with the document that holds it, and is not cleaned or validated again. */
  adopted?: boolean;
  [option: string]: unknown;
}

export type ModelClass<M extends DataModel> = new (data?: object, context?: ModelContext) => M;

interface ValidationRequest {
  changes?: object | undefined;
  clean?: boolean;
  fallback?: boolean;
  strict?: boolean;
  fields?: boolean;
  joint?: boolean;
}

const SCHEMAS = new WeakMap<object, SchemaField>();

/**
 * Data with a schema. Order of construction: migrateData, clean, configure, validate, initialize.
 * T14: common/abstract/data.d.mts; foundry-api.md section 7.
 */
export class DataModel {
  static LOCALIZATION_PREFIXES: string[] = [];

  declare parent: Document | null;
  declare _source: Data;
  declare validationFailures: {
    fields: DataModelValidationFailure | null;
    joint: DataModelValidationFailure | null;
  };

  constructor(data: object = {}, { parent = null, strict = true, ...options }: ModelContext = {}) {
    Object.defineProperty(this, 'parent', { value: parent, writable: false, enumerable: false, configurable: true });
    const source = options.adopted ? data : this._initializeSource(data, { strict, ...options });
    Object.defineProperty(this, '_source', { value: source, writable: true, enumerable: false, configurable: true });
    Object.defineProperty(this, 'validationFailures', { value: { fields: null, joint: null }, enumerable: false });
    this._configure(options);
    if (!options.adopted) this.validate({ strict, fallback: options.fallback ?? !strict, fields: true, joint: true });
    this._initialize({ strict, ...options });
  }

  static defineSchema(): Record<string, DataField> {
    throw new Error(`The ${this.name} subclass of DataModel must define its Document schema`);
  }

  static get schema(): SchemaField {
    let schema = SCHEMAS.get(this);
    if (!schema) {
      schema = new SchemaField(this.defineSchema());
      schema.name = '';
      SCHEMAS.set(this, schema);
    }
    return schema;
  }

  get schema(): SchemaField {
    return (this.constructor as typeof DataModel).schema;
  }

  /** True if the stored data has an error that could not be repaired. */
  get invalid(): boolean {
    return Boolean(this.validationFailures.fields?.unresolved || this.validationFailures.joint);
  }

  static *_initializationOrder(this: typeof DataModel): Generator<[string, DataField]> {
    yield* this.schema.entries();
  }

  static cleanData(source: Data = {}, options: FieldTask = {}): Data {
    return this._cleanData(source, options);
  }

  /** v14: hook for subclasses to derive what the schema alone cannot. */
  static _cleanData(source: Data, options: FieldTask = {}, _state: object = {}): Data {
    return this.schema.clean(source, options) as Data;
  }

  static migrateData(source: Data): Data {
    this.schema.migrateSource(source, source);
    return source;
  }

  static migrateDataSafe(source: Data): Data {
    try {
      this.migrateData(source);
    } catch (error) {
      if (error instanceof Error) error.message = `Failed data migration for ${this.name}: ${error.message}`;
      console.warn(error);
    }
    return source;
  }

  static shimData(data: Data, _options?: object): Data {
    return data;
  }

  static validateJoint(_data: Data): void {}

  static fromSource<M extends DataModel>(
    this: ModelClass<M>,
    source: object,
    { strict = false, ...context }: ModelContext = {},
  ): M {
    return new this(source, { ...context, strict });
  }

  /** Wraps data that a document has already migrated, cleaned and validated. Both share the object. */
  static adopt<M extends DataModel>(this: ModelClass<M>, source: Data, context: ModelContext = {}): M {
    return new this(source, { ...context, adopted: true });
  }

  static fromJSON<M extends DataModel>(this: ModelClass<M> & Pick<typeof DataModel, 'fromSource'>, json: string): M {
    return this.fromSource(JSON.parse(json));
  }

  _configure(_options: ModelContext = {}) {}

  _initializeSource(data: object | null | undefined, options: ModelContext = {}): Data {
    const cls = this.constructor as typeof DataModel;
    const source = data instanceof DataModel ? data.toObject() : (data ?? {});
    if (typeof source !== 'object') throw new Error(`${cls.name} data must be an object`);
    return cls.shimData(cls.cleanData(cls.migrateDataSafe(source as Data), { partial: options.partial }));
  }

  _initialize(options: ModelContext = {}) {
    for (const [name, field] of (this.constructor as typeof DataModel)._initializationOrder()) {
      const stored = field.persisted ? this._source[name] : field.getInitialValue(this._source);
      const value = field.initialize(stored, this, options);
      if (isGetter(value)) {
        Object.defineProperty(this, name, {
          get: value,
          set: () => undefined,
          configurable: true,
          enumerable: true,
        });
      } else if (field.readonly || isHierarchical(field)) {
        Object.defineProperty(this, name, { value, writable: false, configurable: true, enumerable: true });
      } else Object.assign(this, { [name]: value });
    }
  }

  reset() {
    this._initialize();
  }

  clone(data: object = {}, context: ModelContext = {}): this | Promise<this> {
    const merged = { parent: this.parent, strict: false, ...context };
    const copy = new (this.constructor as ModelClass<this>)(this.toObject(), merged);
    if (!isEmpty(data)) copy.updateSource(data);
    return copy;
  }

  /** Validates `changes` if given, else the whole source. Throws if `strict`, otherwise returns the verdict. */
  validate({
    changes,
    clean = false,
    fallback = false,
    strict = true,
    fields = true,
    joint,
  }: ValidationRequest = {}): boolean {
    const cls = this.constructor as typeof DataModel;
    const partial = changes !== undefined;
    let source = (changes ?? this._source) as Data;
    // Cleans in place: a sheet's submitted data are clean after `validate({ changes, clean: true })` (Splittermond, C13).
    if (clean) source = cls.cleanData(source, { partial, source: this._source });
    let failure: DataModelValidationFailure | undefined;
    if (fields) failure = cls.schema.validate(source, { partial, fallback, source: this._source });
    this.validationFailures.fields = failure ?? null;
    if (failure) {
      if (failure.unresolved && strict) throw named(this, failure);
      this._logValidation(failure);
    }
    if (joint ?? !partial) {
      try {
        cls.validateJoint(source);
      } catch (error) {
        this.validationFailures.joint = new DataModelValidationFailure({ message: messageOf(error) });
        if (strict) throw error;
        console.error(error);
      }
    }
    return !this.invalid;
  }

  _logValidation(failure: DataModelValidationFailure) {
    console.warn(`${describe(this)} validation errors:\n${failure.toString()}`);
  }

  /**
   * Applies changes to the source and returns the real differences; with `dryRun`, only returns them. Applies nothing
   * if any part is invalid.
   */
  updateSource(changes: object = {}, options: FieldTask = {}): Data {
    const cls = this.constructor as typeof DataModel;
    const wanted = this._prepareChanges(changes);
    const working: Data = { ...this._source };
    for (const key of Object.keys(wanted)) {
      const field = cls.schema.fields[key];
      if (field && !isHierarchical(field)) working[key] = deepClone(this._source[key]);
    }
    const difference: Data = {};
    const context = { ...options, root: working };
    const hierarchical: [HierarchicalField, unknown][] = [];
    for (const [key, value] of typeFirst(wanted)) {
      const field = cls.schema.fields[key];
      if (!field?.persisted || value === undefined) continue;
      if (isHierarchical(field)) hierarchical.push([field, value]);
      else field._update(working, key, value, difference, context);
    }
    this._validateUpdate(working, difference);
    // Validate everything before the first write.
    for (const [field, value] of hierarchical)
      field._updateDocuments(this as never, value, {}, { ...options, dryRun: true });
    for (const [field, value] of hierarchical) field._updateDocuments(this as never, value, difference, options);
    if (options.dryRun || isEmpty(difference)) return difference;
    for (const key of Object.keys(difference)) {
      if (!isHierarchical(cls.schema.fields[key])) this._source[key] = working[key];
    }
    this._initialize();
    return difference;
  }

  _prepareChanges(changes: object): Data {
    const plain: Data = changes instanceof DataModel ? changes.toObject() : { ...changes };
    const wanted = normalizeOperators(expandObject(plain));
    return (this.constructor as typeof DataModel).migrateDataSafe(wanted);
  }

  _validateUpdate(working: Data, difference: Data) {
    const cls = this.constructor as typeof DataModel;
    const failure = new DataModelValidationFailure();
    for (const key of Object.keys(difference)) {
      const broken = cls.schema.fields[key]!.validate(working[key], { source: working });
      if (broken?.unresolved) failure.fields[key] = broken;
    }
    if (!isEmpty(failure.fields)) throw named(this, failure);
    if (!isEmpty(difference)) cls.validateJoint(working);
  }

  toObject(source = true): this['_source'] {
    return source ? deepClone(this._source) : (this.schema.toObject(valuesOf(this)) as this['_source']);
  }

  toJSON(): this['_source'] {
    return this.toObject(true);
  }
}

/** Returns the live values of a model by field name. */
export const valuesOf = (model: DataModel): Data => model as object as Data;

function describe(model: DataModel): string {
  const cls = model.constructor as typeof DataModel & { documentName?: string };
  const id = model._source?.['_id'];
  return `${cls.documentName ?? cls.name}${id ? ` [${id}]` : ''}`;
}

function named(model: DataModel, failure: DataModelValidationFailure) {
  const error = new DataModelValidationError(failure);
  error.message = `${describe(model)} validation errors:\n${failure
    .lines()
    .map((line) => `  ${line}`)
    .join('\n')}`;
  return error;
}

/** Moves `type` to the front, because it decides how `system` is read. */
function typeFirst(changes: Data): [string, unknown][] {
  return Object.entries(changes).sort(([a], [b]) => Number(b === 'type') - Number(a === 'type'));
}
