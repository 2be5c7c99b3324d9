import type { Data } from '../../../shared/data';
import { isEmpty, isPlainObject } from '../../../shared/types-of';
import type { DataModel } from '../../abstract/data-model';
import type { Document } from '../../abstract/document';
import { DataField, type FieldOptions, type FieldPlace, type FieldTask, type Verdict } from './base';
import { isModel } from './live';
import { DocumentIdField } from './primitive';
import { SchemaField } from './schema';

const typeIn = (value: unknown): unknown => (value as { type?: unknown } | null | undefined)?.type;
const idIn = (value: unknown): unknown => (value as { _id?: unknown } | null | undefined)?._id;

/** A field with a data model. T14: common/data/fields.d.mts EmbeddedDataField */
export class EmbeddedDataField extends SchemaField {
  model: typeof DataModel;

  constructor(model: typeof DataModel, options: FieldOptions = {}, place: FieldPlace = {}) {
    super(model.defineSchema(), options, place);
    this.model = model;
  }

  override clean(value: unknown, options: FieldTask = {}) {
    return super.clean(isModel(value) ? value.toObject() : value, options);
  }

  override initialize(value: Data | null | undefined, parent?: DataModel, options: FieldTask = {}): unknown {
    return value ? this.model.adopt(value, { ...options, parent: parent as Document }) : value;
  }

  override toObject(value: unknown) {
    return isModel(value) ? value.toObject(false) : value;
  }

  override migrateSource(_sourceData: Data, fieldData: unknown) {
    if (fieldData) this.model.migrateDataSafe(fieldData as Data);
  }

  override _validateType(value: Data, options: FieldTask = {}) {
    const failure = super._validateType(value, options);
    if (!options.partial && !failure?.unresolved) this.model.validateJoint(value);
    return failure;
  }
}

type TypedEntry = DataField | typeof DataModel | Record<string, DataField>;

function fieldOf(given: TypedEntry): DataField {
  if (typeof given === 'function') return new EmbeddedDataField(given);
  return given instanceof DataField ? given : new SchemaField(given);
}

/** An object whose `type` decides its schema. T14: common/data/fields.d.mts TypedSchemaField */
export class TypedSchemaField extends DataField {
  static override recursive = true;
  static override get _defaults() {
    return { ...super._defaults, required: true };
  }

  types: Record<string, DataField>;

  constructor(types: Record<string, TypedEntry>, options: FieldOptions = {}, place: FieldPlace = {}) {
    super(options, place);
    this.types = {};
    for (const [type, given] of Object.entries(types)) {
      const field = fieldOf(given);
      field.name = this.name ?? '';
      field.parent = this;
      this.types[type] = field;
    }
  }

  override getInitialValue(data?: Data) {
    if (this.initial !== undefined) return super.getInitialValue(data);
    return this.nullable ? null : undefined;
  }

  private fieldFor(value: unknown): DataField | undefined {
    return this.types[String(typeIn(value))];
  }

  override _cleanType(value: unknown, options: FieldTask = {}) {
    return this.fieldFor(value)?.clean(value, options) ?? value;
  }

  override _validateType(value: unknown, options: FieldTask = {}): Verdict {
    const field = this.fieldFor(value);
    if (!field) throw new Error(`${typeIn(value)} is not a valid type`);
    return field.validate(value, options);
  }

  override initialize(value: unknown, model?: DataModel, options: FieldTask = {}) {
    return this.fieldFor(value)?.initialize(value, model, options) ?? value;
  }

  override toObject(value: unknown) {
    return this.fieldFor(value)?.toObject(value) ?? value;
  }

  override migrateSource(sourceData: Data, fieldData: unknown) {
    this.fieldFor(fieldData)?.migrateSource(sourceData, fieldData);
  }

  override _update(source: Data, key: string, value: unknown, difference: Data, options: FieldTask) {
    const present = source[key];
    const sameType = !typeIn(value) || typeIn(value) === typeIn(present);
    const field = sameType ? this.fieldFor(present) : undefined;
    if (!(field instanceof SchemaField) || !isPlainObject(value) || !isPlainObject(present)) {
      return super._update(source, key, value, difference, options);
    }
    const inner = {};
    field._updateFields(present, value, inner, options);
    if (!isEmpty(inner)) difference[key] = inner;
  }
}

/**
 * Another document's id in the source, that document in the model. T14: common/data/fields.d.mts ForeignDocumentField
 */
export class ForeignDocumentField extends DocumentIdField {
  static override get _defaults() {
    return { ...super._defaults, nullable: true, readonly: false, idOnly: false };
  }

  declare idOnly: boolean;
  model: typeof Document;

  constructor(model: typeof Document, options: FieldOptions = {}, place: FieldPlace = {}) {
    super(options, place);
    this.model = model;
  }

  override _cast(value: unknown) {
    if (typeof value === 'string') return value;
    return idIn(value) ?? null;
  }

  override initialize(value: string | null | undefined, model?: Document): unknown {
    if (this.idOnly) return value;
    if (model?.pack) return null;
    const find = () => (value ? (this.model.collectionFor?.(model!)?.get(value) ?? null) : null);
    return Object.assign(find, { isGetter: true });
  }

  override toObject(value: unknown) {
    return idIn(value) ?? value;
  }
}
