import type { Data } from '../../../shared/data';
import { DataFieldOperator } from '../../../shared/operators';
import type { DataModel } from '../../abstract/data-model';
import type { InputConfig } from '../../applications/fields';
import { DataField, type FieldOptions, type FieldPlace, type FieldTask, type Verdict } from './base';
import { DataModelValidationFailure } from './failure';
import { choiceOptions, inputs } from './form';
import { fieldBelow } from './schema';

/** Updates replace the list as a whole. T14: common/data/fields.d.mts ArrayField */
export class ArrayField extends DataField {
  static override recursive = true;
  static override get _defaults(): Data {
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

  constructor(element: DataField, options: FieldOptions = {}, place: FieldPlace = {}) {
    super(options, place);
    this.element = (this.constructor as typeof ArrayField)._validateElementType(element);
    if (this.element instanceof DataField) {
      this.element.parent = this;
      this.element.name = 'element';
    }
  }

  static _validateElementType(element: unknown): DataField {
    if (!(element instanceof DataField)) throw new Error(`${this.name} must have a DataField as its contained element`);
    return element;
  }

  override _getField(parts: string[]): DataField | undefined {
    if (parts.length === 0) return this;
    return fieldBelow(this.element, parts[0] === 'element' || /^\d+$/.test(parts[0]!) ? parts.slice(1) : parts);
  }

  override getInitialValue(data?: Data) {
    if (this.initial !== undefined) return super.getInitialValue(data);
    if (!this.required) return undefined;
    return this.nullable ? null : [];
  }

  override _cast(value: unknown): unknown {
    if (Array.isArray(value)) return value;
    if (value && typeof value === 'object') {
      if (Symbol.iterator in value) return [...(value as Iterable<unknown>)];
      return Object.keys(value).every((key) => /^\d+$/.test(key)) ? Object.values(value) : [value];
    }
    return [value];
  }

  override _cleanType(value: unknown[], options: FieldTask = {}): unknown[] {
    return value.map((entry) => this.element.clean(entry, { ...options, partial: false }));
  }

  override _validateType(value: unknown, options: FieldTask = {}): Verdict {
    if (!Array.isArray(value)) throw new Error('must be an Array');
    if (value.length < this.min || (!this.empty && value.length === 0))
      throw new Error(`cannot have fewer than ${this.min || 1} elements`);
    if (value.length > this.max) throw new Error(`cannot have more than ${this.max} elements`);
    const failure = new DataModelValidationFailure({ unresolved: false });
    for (let index = 0; index < value.length; index++) {
      const broken = this.element._validateIn(value, index, options);
      if (!broken) continue;
      failure.elements.push({ id: index, failure: broken });
      if (broken.unresolved) failure.unresolved = true;
    }
    return failure.isEmpty() ? undefined : failure;
  }

  override initialize(value: unknown, model?: DataModel, options: FieldTask = {}): unknown {
    return Array.isArray(value) ? value.map((entry) => this.element.initialize(entry, model, options)) : value;
  }

  override toObject(value: unknown): unknown {
    if (!value) return value;
    return Array.from(value as Iterable<unknown>, (entry) => this.element.toObject(entry));
  }

  override migrateSource(sourceData: Data, fieldData: unknown) {
    if (!Array.isArray(fieldData)) return;
    for (const value of fieldData) this.element.migrateSource(sourceData, value);
  }
}

/** Stored as a list without duplicates, a Set in the model. */
export class SetField extends ArrayField {
  override _cleanType(value: unknown[], options: FieldTask = {}) {
    return [...new Set(super._cleanType(value, options))].filter((entry) => !(entry instanceof DataFieldOperator));
  }

  override initialize(value: unknown, model?: DataModel, options: FieldTask = {}) {
    return value ? new Set(super.initialize(value, model, options) as unknown[]) : value;
  }

  override _toInput(config: InputConfig) {
    const choices = config.choices ?? this.element.options.choices;
    if (!choices && !config.options) return super._toInput(config);
    const { choices: _, ...rest } = config;
    return inputs().createMultiSelectInput({ ...rest, options: config.options ?? choiceOptions(choices) });
  }
}
