import { DataFieldOperator } from '../../../shared/operators';
import { DataField } from './base';
import { DataModelValidationFailure } from './failure';
import { choiceOptions, inputs } from './form';
import { fieldBelow } from './schema';

/** A list whose entries are all of one field; updates replace it as a whole. T14: common/data/fields.d.mts ArrayField */
export class ArrayField extends DataField {
  static override recursive = true;
  static override get _defaults(): Record<string, any> {
    return {
      ...super._defaults,
      required: true,
      nullable: false,
      empty: true,
      exact: undefined,
      min: 0,
      max: Infinity,
    };
  }

  declare empty: boolean;
  declare min: number;
  declare max: number;
  element: DataField;

  constructor(element: DataField, options: any = {}, context: any = {}) {
    super(options, context);
    this.element = (this.constructor as typeof ArrayField)._validateElementType(element);
    if (this.element instanceof DataField) {
      this.element.parent = this;
      this.element.name = 'element';
    }
  }

  static _validateElementType(element: any): any {
    if (!(element instanceof DataField)) throw new Error(`${this.name} must have a DataField as its contained element`);
    return element;
  }

  _getField(parts: string[]): any {
    if (parts.length === 0) return this;
    return fieldBelow(this.element, parts[0] === 'element' || /^\d+$/.test(parts[0]!) ? parts.slice(1) : parts);
  }

  override getInitialValue(data?: any) {
    if (this.initial !== undefined) return super.getInitialValue(data);
    if (!this.required) return undefined;
    return this.nullable ? null : [];
  }

  override _cast(value: any) {
    if (Array.isArray(value)) return value;
    if (value instanceof Set || (value?.[Symbol.iterator] && typeof value !== 'string')) return [...value];
    if (value && typeof value === 'object') {
      return Object.keys(value).every((key) => /^\d+$/.test(key)) ? Object.values(value) : [value];
    }
    return [value];
  }

  override _cleanType(value: any, options: any = {}) {
    return value.map((entry: any) => this.element.clean(entry, { ...options, partial: false }));
  }

  override _validateType(value: any, options: any = {}): any {
    if (!Array.isArray(value)) throw new Error('must be an Array');
    if (value.length < this.min || (!this.empty && value.length === 0))
      throw new Error(`cannot have fewer than ${this.min || 1} elements`);
    if (value.length > this.max) throw new Error(`cannot have more than ${this.max} elements`);
    const failure = new DataModelValidationFailure({ unresolved: false });
    for (let index = 0; index < value.length; index++) {
      const broken = this.element._validateIn(value, index as any, options);
      if (!broken) continue;
      failure.elements.push({ id: index, failure: broken });
      if (broken.unresolved) failure.unresolved = true;
    }
    return failure.isEmpty() ? undefined : failure;
  }

  override initialize(value: any, model?: any, options: any = {}): any {
    return value?.map((entry: any) => this.element.initialize(entry, model, options)) ?? value;
  }

  override toObject(value: any): any {
    if (!value) return value;
    return Array.from(value, (entry) => this.element.toObject(entry));
  }

  override migrateSource(sourceData: any, fieldData: any) {
    if (!Array.isArray(fieldData)) return;
    for (const value of fieldData) this.element.migrateSource(sourceData, value);
  }
}

/** Stored as a list without repetitions, a Set in the model. */
export class SetField extends ArrayField {
  override _cleanType(value: any, options: any = {}) {
    return [...new Set(super._cleanType(value, options))].filter((entry) => !(entry instanceof DataFieldOperator));
  }

  override initialize(value: any, model?: any, options: any = {}) {
    return value ? new Set(super.initialize(value, model, options)) : value;
  }

  override _toInput(config: any) {
    const choices = config.choices ?? (this.element as any).choices;
    if (!choices && !config.options) return super._toInput(config);
    const { choices: _, ...rest } = config;
    return inputs().createMultiSelectInput({ ...rest, options: config.options ?? choiceOptions(choices) });
  }
}
