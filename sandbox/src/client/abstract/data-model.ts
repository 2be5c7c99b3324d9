import { deepClone, expandObject } from '../../shared/objects';
import { normalizeOperators } from '../../shared/operators';
import { isEmpty } from '../../shared/types-of';
import { DataModelValidationError, DataModelValidationFailure } from '../data/fields/failure';
import { SchemaField } from '../data/fields/schema';

const SCHEMAS = new WeakMap<object, SchemaField>();

/**
 * Data with a schema. Order of construction: migrateData, clean, configure, validate, initialize.
 * T14: common/abstract/data.d.mts; foundry-api.md section 7.
 */
export class DataModel {
  static LOCALIZATION_PREFIXES: string[] = [];

  declare parent: any;
  declare _source: any;
  [key: string]: any;

  constructor(data: any = {}, { parent = null, strict = true, ...options }: any = {}) {
    Object.defineProperty(this, 'parent', { value: parent, writable: false, enumerable: false, configurable: true });
    const source = options.adopted ? data : this._initializeSource(data, { strict, ...options });
    Object.defineProperty(this, '_source', { value: source, writable: true, enumerable: false, configurable: true });
    Object.defineProperty(this, 'validationFailures', { value: { fields: null, joint: null }, enumerable: false });
    this._configure(options);
    if (!options.adopted) this.validate({ strict, fallback: options.fallback ?? !strict, fields: true, joint: true });
    this._initialize({ strict, ...options });
  }

  static defineSchema(): Record<string, any> {
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

  /** Is something wrong with the stored data that could not be mended? */
  get invalid(): boolean {
    return Boolean(this['validationFailures'].fields?.unresolved || this['validationFailures'].joint);
  }

  static *_initializationOrder(this: typeof DataModel): Generator<[string, any]> {
    yield* this.schema.entries();
  }

  static cleanData(source: any = {}, options: any = {}): any {
    return this._cleanData(source, options);
  }

  /** v14: where a subclass imputes what the schema alone cannot. */
  static _cleanData(source: any, options: any = {}, _state: any = {}): any {
    return this.schema.clean(source, options);
  }

  static migrateData(source: any): any {
    this.schema.migrateSource(source, source);
    return source;
  }

  static migrateDataSafe(source: any): any {
    try {
      this.migrateData(source);
    } catch (error: any) {
      error.message = `Failed data migration for ${this.name}: ${error.message}`;
      console.warn(error);
    }
    return source;
  }

  static shimData(data: any, _options?: any): any {
    return data;
  }

  static validateJoint(_data: any): void {}

  static fromSource(source: any, { strict = false, ...context }: any = {}): any {
    return new this(source, { ...context, strict });
  }

  /** A model around data that its document has already migrated, cleaned and validated; the two share it. */
  static adopt(source: any, context: any = {}): any {
    return new this(source, { ...context, adopted: true });
  }

  static fromJSON(json: string): any {
    return this.fromSource(JSON.parse(json));
  }

  _configure(_options: any = {}) {}

  _initializeSource(data: any, options: any = {}): any {
    const cls = this.constructor as typeof DataModel;
    let source = data instanceof DataModel ? data.toObject() : (data ?? {});
    if (source === null || typeof source !== 'object') throw new Error(`${cls.name} data must be an object`);
    source = cls.migrateDataSafe(source);
    source = cls.cleanData(source, { partial: options.partial });
    return cls.shimData(source);
  }

  _initialize(options: any = {}) {
    for (const [name, field] of (this.constructor as typeof DataModel)._initializationOrder()) {
      const stored = field.persisted ? this._source[name] : field.getInitialValue(this._source);
      const value = field.initialize(stored, this, options);
      if (typeof value === 'function' && value.isGetter) {
        Object.defineProperty(this, name, {
          get: value,
          set: () => undefined,
          configurable: true,
          enumerable: true,
        });
      } else if (field.readonly || field.constructor.hierarchical) {
        Object.defineProperty(this, name, { value, writable: false, configurable: true, enumerable: true });
      } else this[name] = value;
    }
  }

  reset() {
    this._initialize();
  }

  clone(data: any = {}, context: any = {}): any {
    const merged = { parent: this.parent, strict: false, ...context };
    const copy = new (this.constructor as any)(this.toObject(), merged);
    if (!isEmpty(data)) copy.updateSource(data);
    return copy;
  }

  /** With `changes`, judges these; without, the whole source. Throws when `strict`, else answers. */
  validate({ changes, clean = false, fallback = false, strict = true, fields = true, joint }: any = {}): boolean {
    const cls = this.constructor as typeof DataModel;
    const partial = changes !== undefined;
    let source = changes ?? this._source;
    if (clean) source = cls.cleanData(deepClone(source), { partial });
    let failure: DataModelValidationFailure | undefined;
    if (fields) failure = cls.schema.validate(source, { partial, fallback, source: this._source });
    this['validationFailures'].fields = failure ?? null;
    if (failure) {
      if (failure.unresolved && strict) throw named(this, failure);
      this._logValidation(failure);
    }
    if (joint ?? !partial) {
      try {
        cls.validateJoint(source);
      } catch (error: any) {
        this['validationFailures'].joint = new DataModelValidationFailure({ message: error.message });
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
   * Takes changes over into the source and answers what really changed; `dryRun` only answers.
   * Nothing is taken over when any of it is invalid.
   */
  updateSource(changes: any = {}, options: any = {}): any {
    const cls = this.constructor as typeof DataModel;
    const wanted = this._prepareChanges(changes);
    const working: any = { ...this._source };
    for (const key of Object.keys(wanted)) {
      const field = cls.schema.fields[key];
      if (field && !(field.constructor as any).hierarchical) working[key] = deepClone(this._source[key]);
    }
    const difference: any = {};
    const context = { ...options, root: working };
    const hierarchical: [any, any][] = [];
    for (const [key, value] of typeFirst(wanted)) {
      const field: any = cls.schema.fields[key];
      if (!field?.persisted || value === undefined) continue;
      if (field.constructor.hierarchical) hierarchical.push([field, value]);
      else field._update(working, key, value, difference, context);
    }
    this._validateUpdate(working, difference);
    // Nothing is written before everything has been judged.
    for (const [field, value] of hierarchical) field._updateDocuments(this, value, {}, { ...options, dryRun: true });
    for (const [field, value] of hierarchical) field._updateDocuments(this, value, difference, options);
    if (options.dryRun || isEmpty(difference)) return difference;
    for (const key of Object.keys(difference)) {
      if (!(cls.schema.fields[key]!.constructor as any).hierarchical) this._source[key] = working[key];
    }
    this._initialize();
    return difference;
  }

  _prepareChanges(changes: any): any {
    const plain = changes instanceof DataModel ? changes.toObject() : changes;
    const wanted = normalizeOperators(expandObject(plain));
    return (this.constructor as typeof DataModel).migrateDataSafe(wanted);
  }

  _validateUpdate(working: any, difference: any) {
    const cls = this.constructor as typeof DataModel;
    const failure = new DataModelValidationFailure();
    for (const key of Object.keys(difference)) {
      const field: any = cls.schema.fields[key];
      const broken = field.validate(working[key], { source: working });
      if (broken?.unresolved) failure.fields[key] = broken;
    }
    if (!isEmpty(failure.fields)) throw named(this, failure);
    if (!isEmpty(difference)) cls.validateJoint(working);
  }

  toObject(source = true): any {
    return source ? deepClone(this._source) : this.schema.toObject(this);
  }

  toJSON(): any {
    return this.toObject(true);
  }
}

const describe = (model: any) =>
  `${model.constructor.documentName ?? model.constructor.name}${model._source?._id ? ` [${model._source._id}]` : ''}`;

function named(model: DataModel, failure: DataModelValidationFailure) {
  const error = new DataModelValidationError(failure);
  error.message = `${describe(model)} validation errors:\n${failure
    .lines()
    .map((line) => `  ${line}`)
    .join('\n')}`;
  return error;
}

/** The type decides how `system` is read, so it has to be there first. */
function typeFirst(changes: any): [string, any][] {
  return Object.entries(changes).sort(([a], [b]) => Number(b === 'type') - Number(a === 'type'));
}
