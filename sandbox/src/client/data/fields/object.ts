import type { Data } from '../../../shared/data';
import { deepClone, withoutOperators } from '../../../shared/objects';
import { DataFieldOperator, ForcedReplacement } from '../../../shared/operators';
import { isEmpty, isPlainObject, objectsEqual } from '../../../shared/types-of';
import { variant } from '../../../variants';
import type { DataModel } from '../../abstract/data-model';
import { DataField, type FieldOptions, type FieldPlace, type FieldTask, type Verdict } from './base';
import { DataModelValidationError, DataModelValidationFailure } from './failure';
import { isModel } from './live';
import { DocumentIdField, NumberField, StringField } from './primitive';
import { fieldBelow, SchemaField } from './schema';

/** A plain object; updates merge its undescribed content. */
export class ObjectField extends DataField {
  static override get _defaults() {
    return { ...super._defaults, required: true, nullable: false };
  }

  override getInitialValue(data?: Data) {
    if (this.initial !== undefined) return super.getInitialValue(data);
    if (!this.required) return undefined;
    return this.nullable ? null : {};
  }

  override _cast(value: unknown) {
    if (isModel(value)) return value.toObject();
    return isPlainObject(value) ? value : {};
  }

  override initialize(value: unknown, _model?: DataModel, _options?: FieldTask): unknown {
    return deepClone(value);
  }

  override toObject(value: unknown) {
    return deepClone(value);
  }

  override _validateType(value: unknown): Verdict {
    if (typeof value !== 'object' || Array.isArray(value)) throw new Error('must be an object');
  }

  override _update(source: Data, key: string, value: unknown, difference: Data, options: FieldTask) {
    const present = source[key];
    const isMerged = isPlainObject(value) && isPlainObject(present) && options.recursive !== false;
    if (!isMerged) return super._update(source, key, plain(value), difference, options);
    if (variant('objects') === 'validated-as-sent') this.refuseInvalid(value);
    const inner = {};
    mergeInto(present, value, inner, options);
    if (!isEmpty(inner)) difference[key] = inner;
  }

  /** Validates the change alone, as sent. */
  private refuseInvalid(change: unknown) {
    const failure = this.validate(change);
    if (failure) throw new DataModelValidationError(`${this.fieldPath}: ${failure.message ?? this.validationError}`);
  }
}

const plain = (value: unknown): unknown => (value instanceof DataFieldOperator ? value : withoutOperators(value));

/** Merges untyped data, applies operators, and records the changes. */
export function mergeInto(source: Data, changes: Data, difference: Data, options: FieldTask) {
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    if (value instanceof ForcedReplacement) {
      if (options.diff !== false && objectsEqual(source[key], value.value)) continue;
      source[key] = deepClone(value.value);
      difference[key] = value;
      continue;
    }
    if (value instanceof DataFieldOperator) {
      if (!(key in source)) continue;
      delete source[key];
      difference[key] = value;
      continue;
    }
    const present = source[key];
    if (isPlainObject(value) && isPlainObject(present)) {
      const inner = {};
      mergeInto(present, value, inner, options);
      if (!isEmpty(inner)) difference[key] = inner;
    } else {
      const whole = withoutOperators(deepClone(value));
      if (options.diff !== false && key in source && objectsEqual(source[key], whole)) continue;
      source[key] = whole;
      difference[key] = deepClone(whole);
    }
  }
}

/** A record with one field for all values. T14: common/data/fields.d.mts TypedObjectField */
export class TypedObjectField extends ObjectField {
  static override recursive = true;
  element: DataField;
  declare validateKey: ((key: string) => boolean) | undefined;

  constructor(element: DataField, options: FieldOptions = {}, place: FieldPlace = {}) {
    super(options, place);
    if (!(element instanceof DataField)) throw new Error('A TypedObjectField must be given a DataField as its element');
    this.element = element;
    element.parent = this;
    element.name = 'element';
    this.validateKey = options.validateKey as typeof this.validateKey;
  }

  override _getField(parts: string[]): DataField | undefined {
    if (parts.length === 0) return this;
    return fieldBelow(this.element, parts.slice(1));
  }

  override _cleanType(data: Data, options: FieldTask = {}) {
    for (const [key, value] of Object.entries(data)) {
      if (this.validateKey?.(key) === false) {
        delete data[key];
        continue;
      }
      data[key] = this.element.clean(value, options);
      if (data[key] === undefined) delete data[key];
    }
    return data;
  }

  override _validateType(value: Data, options: FieldTask = {}): Verdict {
    super._validateType(value);
    const failure = new DataModelValidationFailure({ unresolved: false });
    for (const key of Object.keys(value)) {
      const broken = this.element._validateIn(value, key, options);
      if (!broken) continue;
      // An element whose fallback is invalid as well makes the whole record fall back (C13: TypedObjectField#_validateType).
      if (options.fallback && !broken.unresolved && value[key] === undefined) {
        delete value[key];
        broken.dropped = true;
      }
      failure.fields[key] = broken;
      if (broken.unresolved) failure.unresolved = true;
    }
    return failure.isEmpty() ? undefined : failure;
  }

  override initialize(value: unknown, model?: DataModel, options: FieldTask = {}) {
    if (!value) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [key, this.element.initialize(entry, model, options)]),
    );
  }

  override toObject(value: unknown) {
    if (!value) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, this.element.toObject(entry)]));
  }

  override migrateSource(sourceData: Data, fieldData: unknown) {
    if (!isPlainObject(fieldData)) return;
    for (const value of Object.values(fieldData)) this.element.migrateSource(sourceData, value);
  }

  override _update(source: Data, key: string, value: unknown, difference: Data, options: FieldTask) {
    const present = source[key];
    const isMerged = isPlainObject(value) && isPlainObject(present) && options.recursive !== false;
    if (!isMerged) return DataField.prototype._update.call(this, source, key, plain(value), difference, options);
    const inner: Data = {};
    for (const [name, change] of Object.entries(value)) {
      if (change === undefined || this.validateKey?.(name) === false) continue;
      this.updateEntry(present, name, change, inner, options);
    }
    if (!isEmpty(inner)) difference[key] = inner;
  }

  private updateEntry(record: Data, name: string, change: unknown, inner: Data, options: FieldTask) {
    if (change instanceof DataFieldOperator && !(change instanceof ForcedReplacement)) {
      if (!(name in record)) return;
      delete record[name];
      inner[name] = change;
    } else this.element._update(record, name, change, inner, options);
  }
}

export class DocumentFlagsField extends ObjectField {}

export class DocumentOwnershipField extends ObjectField {
  static override get _defaults() {
    return {
      ...super._defaults,
      initial: { default: 0 },
      validationError: 'is not a mapping of user IDs and document permission levels',
    };
  }

  override _validateType(value: Data): Verdict {
    for (const [key, level] of Object.entries(value)) {
      if (level instanceof DataFieldOperator) continue;
      if (key !== 'default' && !/^[a-zA-Z0-9]{16}$/.test(key)) return false;
      if (typeof level !== 'number' || !Number.isInteger(level) || level < -1 || level > 3) return false;
    }
    return undefined;
  }
}

/** T14: common/data/fields.d.mts DocumentStatsField: only the server writes it. */
export class DocumentStatsField extends SchemaField {
  static fields = [
    'coreVersion',
    'systemId',
    'systemVersion',
    'createdTime',
    'modifiedTime',
    'lastModifiedBy',
    'compendiumSource',
    'duplicateSource',
    'exportSource',
  ];

  constructor(options: FieldOptions = {}, place: FieldPlace = {}) {
    const text = () => new StringField({ required: true, blank: false, nullable: true, initial: null });
    super(
      {
        coreVersion: text(),
        systemId: text(),
        systemVersion: text(),
        createdTime: new NumberField(),
        modifiedTime: new NumberField(),
        lastModifiedBy: new DocumentIdField({ readonly: false }),
        compendiumSource: text(),
        duplicateSource: text(),
        exportSource: new ObjectField({ nullable: true, initial: null }),
      },
      options,
      place,
    );
  }
}
