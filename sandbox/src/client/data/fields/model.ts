import { DataFieldOperator } from '../../../shared/operators';
import { isEmpty, isPlainObject } from '../../../shared/types-of';
import { DataField } from './base';
import { DocumentIdField } from './primitive';
import { SchemaField } from './schema';

/** A field that holds a whole data model. T14: common/data/fields.d.mts EmbeddedDataField */
export class EmbeddedDataField extends SchemaField {
  model: any;

  constructor(model: any, options: any = {}, context: any = {}) {
    super(model.defineSchema(), options, context);
    this.model = model;
  }

  override clean(value: any, options: any = {}) {
    return super.clean(typeof value?.toObject === 'function' ? value.toObject() : value, options);
  }

  override initialize(value: any, parent?: any, options: any = {}) {
    return value ? this.model.adopt(value, { ...options, parent }) : value;
  }

  override toObject(value: any) {
    return value?.toObject ? value.toObject(false) : value;
  }

  override migrateSource(_sourceData: any, fieldData: any) {
    if (fieldData) this.model.migrateDataSafe(fieldData);
  }

  override _validateType(value: any, options: any = {}) {
    const failure = super._validateType(value, options);
    if (!options.partial && !failure?.unresolved) this.model.validateJoint(value);
    return failure;
  }
}

/** An object whose `type` decides its schema. T14: common/data/fields.d.mts TypedSchemaField */
export class TypedSchemaField extends DataField {
  static override recursive = true;
  static override get _defaults() {
    return { ...super._defaults, required: true };
  }

  types: Record<string, any>;

  constructor(types: Record<string, any>, options: any = {}, context: any = {}) {
    super(options, context);
    this.types = {};
    for (const [type, given] of Object.entries(types)) {
      let field = given;
      if (typeof given === 'function' && given.defineSchema) field = new EmbeddedDataField(given);
      else if (isPlainObject(given)) field = new SchemaField(given as Record<string, DataField>);
      field.name = this.name ?? '';
      field.parent = this;
      this.types[type] = field;
    }
  }

  override getInitialValue(data?: any) {
    if (this.initial !== undefined) return super.getInitialValue(data);
    return this.nullable ? null : undefined;
  }

  private fieldFor(value: any) {
    return this.types[value?.type];
  }

  override _cleanType(value: any, options: any = {}) {
    return this.fieldFor(value)?.clean(value, options) ?? value;
  }

  override _validateType(value: any, options: any = {}): any {
    const field = this.fieldFor(value);
    if (!field) throw new Error(`${value?.type} is not a valid type`);
    return field.validate(value, options);
  }

  override initialize(value: any, model?: any, options: any = {}) {
    return this.fieldFor(value)?.initialize(value, model, options) ?? value;
  }

  override toObject(value: any) {
    return this.fieldFor(value)?.toObject(value) ?? value;
  }

  override migrateSource(sourceData: any, fieldData: any) {
    this.fieldFor(fieldData)?.migrateSource(sourceData, fieldData);
  }

  override _update(source: any, key: string, value: any, difference: any, options: any) {
    const present = source[key];
    const sameType = !value?.type || value.type === present?.type;
    const field = sameType ? this.fieldFor(present) : undefined;
    if (!field || value instanceof DataFieldOperator || !isPlainObject(value)) {
      return super._update(source, key, value, difference, options);
    }
    const inner = {};
    field._updateFields(present, value, inner, options);
    if (!isEmpty(inner)) difference[key] = inner;
  }
}

/** The id of another document, that document in the model. T14: common/data/fields.d.mts ForeignDocumentField */
export class ForeignDocumentField extends DocumentIdField {
  static override get _defaults() {
    return { ...super._defaults, nullable: true, readonly: false, idOnly: false };
  }

  declare idOnly: boolean;
  model: any;

  constructor(model: any, options: any = {}, context: any = {}) {
    super(options, context);
    this.model = model;
  }

  override _cast(value: any) {
    if (typeof value === 'string') return value;
    return value?._id ?? null;
  }

  override initialize(value: any, model?: any) {
    if (this.idOnly) return value;
    if (model?.pack) return null;
    const find = () => (value ? (this.model.collectionFor?.(model)?.get(value) ?? null) : null);
    return Object.assign(find, { isGetter: true });
  }

  override toObject(value: any) {
    return value?._id ?? value;
  }
}
