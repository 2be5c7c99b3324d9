import type { Data, DocumentData } from '../../../shared/data';
import { deepClone, expandObject } from '../../../shared/objects';
import { DataFieldOperator, ForcedDeletion, ForcedReplacement } from '../../../shared/operators';
import { isEmpty, isPlainObject } from '../../../shared/types-of';
import type { DataModel } from '../../abstract/data-model';
import type { Document } from '../../abstract/document';
import type { TypeDataModel } from '../../abstract/type-data';
import { documentConfig } from '../../config';
import { ArrayField } from './array';
import { DataField, type FieldOptions, type FieldPlace, type FieldTask, type Verdict } from './base';
import { isModel } from './live';
import { ObjectField } from './object';
import { fieldBelow } from './schema';

/** Returns the configured class of a document, or the given one. */
export const implementationOf = (model: typeof Document): typeof Document =>
  documentConfig(model.documentName)?.documentClass ?? model;

/** T14: common/data/fields.d.mts EmbeddedCollectionField; for core documents only. */
export class EmbeddedCollectionField extends ArrayField {
  static override hierarchical = true;
  model: typeof Document;

  constructor(model: typeof Document, options: FieldOptions = {}, place: FieldPlace = {}) {
    // The element is a document class here; `_validateElementType` accepts it.
    super(model as never, options, place);
    this.model = model;
  }

  static override _validateElementType(element: unknown): DataField {
    return element as DataField;
  }

  override _getField(parts: string[]): DataField | undefined {
    return parts.length === 0 ? this : fieldBelow(implementationOf(this.model).schema, parts);
  }

  /** The documents clean and validate themselves when created, so that an invalid one does not affect the rest. */
  override _cleanType(value: unknown[]): unknown[] {
    return value.map((entry) => (isModel(entry) ? entry.toObject() : expandObject(entry)));
  }

  override _validateType(value: unknown): Verdict {
    if (!Array.isArray(value)) throw new Error('must be an Array');
  }

  override initialize(_value: unknown, model: Document, options: FieldTask = {}): unknown {
    const collection = model.collections[this.name!];
    collection?.initialize(options);
    return collection;
  }

  override toObject(value: unknown) {
    return Array.from((value ?? []) as Iterable<Document>, (document) => document.toObject(false));
  }

  override migrateSource(_sourceData: Data, fieldData: unknown) {
    if (Array.isArray(fieldData))
      for (const entry of fieldData) if (isPlainObject(entry)) this.model.migrateDataSafe(entry);
  }

  override _update() {
    throw new Error('Embedded documents are updated through their parent document');
  }

  /** Applies changes inside an update of the parent: entries with a known id are updated, others created. */
  _updateDocuments(parent: Document, changes: unknown, difference: Data, options: FieldTask) {
    const collection = parent.collections[this.name!]!;
    const entries = changes instanceof ForcedReplacement ? changes.value : changes;
    if (!Array.isArray(entries)) return;
    const diffs: Data[] = [];
    for (const entry of entries as DocumentData[]) {
      const present = entry._id ? collection.get(entry._id) : undefined;
      if (present) {
        const diff = present.updateSource(entry, options);
        if (!isEmpty(diff)) diffs.push({ ...diff, _id: present.id });
      } else {
        const created = collection.createDocument(deepClone(entry), options);
        if (!options.dryRun) collection.set(created.id!, created);
        diffs.push(created.toObject());
      }
    }
    if (changes instanceof ForcedReplacement || options.recursive === false) {
      const kept = new Set(entries.map((entry: DocumentData) => entry._id));
      if (!options.dryRun)
        for (const document of collection.contents) if (!kept.has(document.id)) collection.delete(document.id!);
    }
    if (diffs.length > 0) difference[this.name!] = diffs;
  }
}

const documentIn = (model: Document, field: string): Document | undefined =>
  (Reflect.get(model, field) as Document | null | undefined) ?? undefined;

/** A single embedded document (a token's delta). T14: common/data/fields.d.mts EmbeddedDocumentField */
export class EmbeddedDocumentField extends DataField {
  static override hierarchical = true;
  static override get _defaults() {
    return { ...super._defaults, nullable: true, required: true };
  }

  model: typeof Document;

  constructor(model: typeof Document, options: FieldOptions = {}, place: FieldPlace = {}) {
    super(options, place);
    this.model = model;
  }

  override getInitialValue(data?: Data) {
    return this.initial === undefined ? (this.nullable ? null : {}) : super.getInitialValue(data);
  }

  override _cast(value: unknown) {
    return isModel(value) ? value.toObject() : value;
  }

  /** Reuses the document as long as the stored object is the same. */
  override initialize(value: Data | null | undefined, model: Document, options: FieldTask = {}): unknown {
    if (!value) return value;
    const present = documentIn(model, this.name!);
    if (present && present._source === value) {
      present._initialize(options);
      return present;
    }
    return new (implementationOf(this.model))(value, { ...options, parent: model });
  }

  override toObject(value: unknown) {
    return isModel(value) ? value.toObject(false) : value;
  }

  override migrateSource(_sourceData: Data, fieldData: unknown) {
    if (isPlainObject(fieldData)) this.model.migrateDataSafe(fieldData);
  }

  override _update() {
    throw new Error('An embedded document is updated through its parent document');
  }

  _updateDocuments(parent: Document, change: unknown, difference: Data, options: FieldTask) {
    const name = this.name!;
    const present = documentIn(parent, name);
    if (change instanceof ForcedDeletion || change === null) {
      if (!options.dryRun) parent._source[name] = null;
      difference[name] = change;
    } else if (present?.updateSource && isPlainObject(change)) {
      const diff = present.updateSource(change, options);
      if (!isEmpty(diff)) difference[name] = diff;
    } else {
      const whole = change instanceof DataFieldOperator ? (change as Partial<ForcedReplacement>).value : change;
      if (!options.dryRun) parent._source[name] = deepClone(whole);
      difference[name] = change;
    }
  }
}

/** `system`: the document's type decides the model. T14: common/data/fields.d.mts TypeDataField */
export class TypeDataField extends ObjectField {
  static override recursive = true;
  document: typeof Document;

  constructor(document: typeof Document, options: FieldOptions = {}, place: FieldPlace = {}) {
    super(options, place);
    this.document = document;
  }

  get documentName(): string {
    return this.document.documentName;
  }

  /** Returns a TypeDataModel class, or null for a type without one. */
  getModelForType(type: string): typeof TypeDataModel | null {
    const models = documentConfig(this.documentName)?.dataModels ?? {};
    return Object.hasOwn(models, type) ? (models[type] ?? null) : null;
  }

  private modelFor(source: DocumentData | undefined) {
    return this.getModelForType(source?.type ?? 'base');
  }

  override getInitialValue(data?: Data) {
    return this.modelFor(data)?.cleanData({}) ?? {};
  }

  override _cleanType(value: Data, options: FieldTask = {}): unknown {
    const cls = this.modelFor(options.source);
    return cls ? cls.cleanData(value, { ...options, source: value }) : value;
  }

  override _validateType(value: Data, options: FieldTask = {}): Verdict {
    super._validateType(value);
    const cls = this.modelFor(options.source);
    if (!cls) return undefined;
    const failure = cls.schema.validate(value, { ...options, source: value });
    if (!failure?.unresolved) cls.validateJoint(value);
    return failure;
  }

  override initialize(value: Data, model?: DataModel, options: FieldTask = {}): unknown {
    const cls = this.modelFor(model?._source);
    return cls ? cls.adopt(value, { ...options, parent: model as Document }) : deepClone(value);
  }

  override toObject(value: unknown) {
    return isModel(value) ? value.toObject(false) : deepClone(value);
  }

  override migrateSource(sourceData: Data, fieldData: unknown) {
    if (isPlainObject(fieldData)) this.modelFor(sourceData)?.migrateDataSafe(fieldData);
  }

  override _update(source: Data, key: string, value: unknown, difference: Data, options: FieldTask) {
    const cls = this.modelFor(source);
    const present = source[key];
    const inner = { ...options, root: source };
    if (!cls || !isPlainObject(value) || !isPlainObject(present) || options.recursive === false)
      return super._update(source, key, value, difference, inner);
    const changed = {};
    cls.schema._updateFields(present, value, changed, { ...options, root: present });
    if (!isEmpty(changed)) difference[key] = changed;
  }
}
