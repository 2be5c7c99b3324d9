import { deepClone, expandObject } from '../../../shared/objects';
import { DataFieldOperator, ForcedDeletion, ForcedReplacement } from '../../../shared/operators';
import { isEmpty, isPlainObject } from '../../../shared/types-of';
import { CONFIG } from '../../config';
import { ArrayField } from './array';
import { DataField } from './base';
import { ObjectField } from './object';
import { fieldBelow } from './schema';

/** The configured class of a document, or the one the field was made with. */
export const implementationOf = (model: any): any => CONFIG[model.documentName]?.documentClass ?? model;

/** Documents inside a document. T14: common/data/fields.d.mts EmbeddedCollectionField; for core documents only. */
export class EmbeddedCollectionField extends ArrayField {
  static override hierarchical = true;
  model: any;

  constructor(model: any, options: any = {}, context: any = {}) {
    super(model, options, context);
    this.model = model;
  }

  static override _validateElementType(element: any) {
    return element;
  }

  override _getField(parts: string[]): any {
    return parts.length === 0 ? this : fieldBelow(implementationOf(this.model).schema, parts);
  }

  /** The documents clean and validate themselves when they are made, so that one bad one does not spoil the rest. */
  override _cleanType(value: any) {
    return value.map((entry: any) => (typeof entry?.toObject === 'function' ? entry.toObject() : expandObject(entry)));
  }

  override _validateType(value: any): any {
    if (!Array.isArray(value)) throw new Error('must be an Array');
  }

  override initialize(_value: any, model: any, options: any = {}) {
    const collection = model.collections[this.name!];
    collection.initialize(options);
    return collection;
  }

  override toObject(value: any) {
    return Array.from(value ?? [], (document: any) => document.toObject(false));
  }

  override migrateSource(_sourceData: any, fieldData: any) {
    if (Array.isArray(fieldData))
      for (const entry of fieldData) if (isPlainObject(entry)) this.model.migrateDataSafe(entry);
  }

  override _update() {
    throw new Error('Embedded documents are updated through their parent document');
  }

  /** Changes that came inside an update of the parent: entries with a known id are updated, others are added. */
  _updateDocuments(parent: any, changes: any, difference: any, options: any) {
    const collection = parent.collections[this.name!];
    const entries = changes instanceof ForcedReplacement ? changes.value : changes;
    if (!Array.isArray(entries)) return;
    const diffs: any[] = [];
    for (const entry of entries) {
      const present = entry._id ? collection.get(entry._id) : undefined;
      if (present) {
        const diff = present.updateSource(entry, options);
        if (!isEmpty(diff)) diffs.push({ ...diff, _id: present.id });
      } else {
        const created = collection.createDocument(deepClone(entry), options);
        if (!options.dryRun) collection.set(created.id, created);
        diffs.push(created.toObject());
      }
    }
    if (changes instanceof ForcedReplacement || options.recursive === false) {
      const kept = new Set(entries.map((entry: any) => entry._id));
      if (!options.dryRun)
        for (const document of collection.contents) if (!kept.has(document.id)) collection.delete(document.id);
    }
    if (diffs.length > 0) difference[this.name!] = diffs;
  }
}

/** One document inside a document (a token's delta). T14: common/data/fields.d.mts EmbeddedDocumentField */
export class EmbeddedDocumentField extends DataField {
  static override hierarchical = true;
  static override get _defaults() {
    return { ...super._defaults, nullable: true, required: true };
  }

  model: any;

  constructor(model: any, options: any = {}, context: any = {}) {
    super(options, context);
    this.model = model;
  }

  override getInitialValue(data?: any) {
    return this.initial === undefined ? (this.nullable ? null : {}) : super.getInitialValue(data);
  }

  override _cast(value: any) {
    return typeof value?.toObject === 'function' ? value.toObject() : value;
  }

  /** Kept from one initialisation to the next, as long as the stored object is the same. */
  override initialize(value: any, model: any, options: any = {}) {
    if (!value) return value;
    const present = model[this.name!];
    if (present && present._source === value) {
      present._initialize(options);
      return present;
    }
    return new (implementationOf(this.model))(value, { ...options, parent: model });
  }

  override toObject(value: any) {
    return value?.toObject ? value.toObject(false) : value;
  }

  override migrateSource(_sourceData: any, fieldData: any) {
    if (isPlainObject(fieldData)) this.model.migrateDataSafe(fieldData);
  }

  override _update() {
    throw new Error('An embedded document is updated through its parent document');
  }

  _updateDocuments(parent: any, change: any, difference: any, options: any) {
    const present = parent[this.name!];
    const name = this.name!;
    if (change instanceof ForcedDeletion || change === null) {
      if (!options.dryRun) parent._source[name] = null;
      difference[name] = change;
    } else if (present?.updateSource && isPlainObject(change)) {
      const diff = present.updateSource(change, options);
      if (!isEmpty(diff)) difference[name] = diff;
    } else {
      const whole = change instanceof DataFieldOperator ? (change as any).value : change;
      if (!options.dryRun) parent._source[name] = deepClone(whole);
      difference[name] = change;
    }
  }
}

/** `system`: the model depends on the document's type. T14: common/data/fields.d.mts TypeDataField */
export class TypeDataField extends ObjectField {
  static override recursive = true;
  document: any;

  constructor(document: any, options: any = {}, context: any = {}) {
    super(options, context);
    this.document = document;
  }

  get documentName(): string {
    return this.document.documentName;
  }

  /** A TypeDataModel class, or null for a type without one. */
  getModelForType(type: string): any {
    const models = CONFIG[this.documentName]?.dataModels ?? {};
    return Object.hasOwn(models, type) ? models[type] : null;
  }

  private modelFor(source: any) {
    return this.getModelForType(source?.type ?? 'base');
  }

  override getInitialValue(data?: any) {
    return this.modelFor(data)?.cleanData({}) ?? {};
  }

  override _cleanType(value: any, options: any = {}) {
    const cls = this.modelFor(options.source);
    return cls ? cls.cleanData(value, { ...options, source: value }) : value;
  }

  override _validateType(value: any, options: any = {}) {
    super._validateType(value);
    const cls = this.modelFor(options.source);
    if (!cls) return undefined;
    const failure = cls.schema.validate(value, { ...options, source: value });
    if (!failure?.unresolved) cls.validateJoint(value);
    return failure;
  }

  override initialize(value: any, model?: any, options: any = {}) {
    const cls = this.modelFor(model?._source);
    return cls ? cls.adopt(value, { ...options, parent: model }) : deepClone(value);
  }

  override toObject(value: any) {
    return value?.toObject ? value.toObject(false) : deepClone(value);
  }

  override migrateSource(sourceData: any, fieldData: any) {
    if (isPlainObject(fieldData)) this.modelFor(sourceData)?.migrateDataSafe(fieldData);
  }

  override _update(source: any, key: string, value: any, difference: any, options: any) {
    const cls = this.modelFor(source);
    const mergeable = isPlainObject(value) && isPlainObject(source[key]) && options.recursive !== false;
    const inner = { ...options, root: source };
    if (!cls || !mergeable) return super._update(source, key, value, difference, inner);
    const changed = {};
    cls.schema._updateFields(source[key], value, changed, { ...options, root: source[key] });
    if (!isEmpty(changed)) difference[key] = changed;
  }
}
