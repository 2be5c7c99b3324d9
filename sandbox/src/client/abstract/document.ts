import { DOCUMENT_OWNERSHIP_LEVELS } from '../../shared/constants';
import type { Data, DocumentData, Ownership, StoredDocument } from '../../shared/data';
import { deepClone, expandObject, mergeObject } from '../../shared/objects';
import { _del, ForcedReplacement } from '../../shared/operators';
import { canUserModify, type ModifyAction, refusal, userLevel } from '../../shared/permissions';
import { getProperty } from '../../shared/property';
import { buildUuid } from '../../shared/uuid';
import type { WorldCollection } from '../collections/world-collection';
import type { DataField, FieldTask } from '../data/fields/base';
import { implementationOf } from '../data/fields/embedded';
import { isHierarchical } from '../data/fields/hierarchical';
import type { ClientDocument } from '../documents/client-document';
import type { User } from '../documents/user';
import { game } from '../game';
import { localize } from '../i18n';
import { backend } from './backend';
import { DataModel, type ModelClass, type ModelContext } from './data-model';
import { EmbeddedCollection, type LookupOptions } from './embedded-collection';
import type { Operation, OperationOptions } from './operations';
import { permissionContext, subjectOf } from './ownership';
import type { SystemData } from './type-data';

export type OwnershipLevel = keyof typeof DOCUMENT_OWNERSHIP_LEVELS;

/** Static metadata of a document class. T14: common/abstract/document.d.mts */
export interface DocumentMetadata {
  readonly name: string;
  readonly label: string;
  readonly labelPlural: string;
  readonly collection: string;
  readonly coreTypes: readonly string[];
  /** Field name by the name of the embedded document. */
  readonly embedded: Readonly<Record<string, string>>;
  readonly hasTypeData: boolean;
  readonly indexed: boolean;
  readonly isEmbedded?: boolean;
  readonly compendiumIndexedFields: readonly string[];
  readonly permissions: Readonly<Record<'create' | 'update' | 'delete', string>> & { readonly view?: string };
  readonly preserveOnImport: readonly string[];
  readonly schemaVersion: string | undefined;
}

export type DocumentStatics = { [K in Exclude<keyof typeof Document, 'prototype'>]: (typeof Document)[K] };

export type DocumentClass<D extends Document = Document> = DocumentStatics & ModelClass<D>;

interface CloneContext extends ModelContext {
  save?: boolean;
  keepId?: boolean;
  addSource?: boolean;
}

/** T14: common/abstract/document.d.mts */
export class Document extends DataModel {
  static metadata: DocumentMetadata = Object.freeze<DocumentMetadata>({
    name: 'Document',
    label: 'DOCUMENT.Document',
    labelPlural: 'DOCUMENT.Documents',
    collection: 'documents',
    coreTypes: ['base'],
    embedded: {},
    hasTypeData: false,
    indexed: false,
    compendiumIndexedFields: [],
    permissions: { view: 'LIMITED', create: 'ASSISTANT', update: 'ASSISTANT', delete: 'ASSISTANT' },
    preserveOnImport: ['_id', 'sort', 'ownership', 'folder'],
    schemaVersion: undefined,
  });

  declare parent: ClientDocument | null;
  declare _source: DocumentData;
  declare collections: Record<string, EmbeddedCollection>;
  declare parentCollection: string | null;
  declare pack: string | null;
  declare _id: string | null;
  // Common fields; the schema of each class decides which exist.
  declare name: string;
  declare img: string | null;
  declare type: string;
  declare system: SystemData;
  declare flags: Data;
  declare sort: number;
  declare ownership: Ownership;

  static get documentName(): string {
    return this.metadata.name;
  }

  static get collectionName(): string {
    return this.metadata.collection;
  }

  static get database(): typeof backend {
    return backend;
  }

  static get implementation(): typeof Document {
    return implementationOf(this);
  }

  static get baseDocument(): typeof Document {
    return this;
  }

  static get hasTypeData(): boolean {
    return Boolean(this.metadata.hasTypeData);
  }

  /** Subtypes: `base`, and those that the manifests of the system and of active modules declare. */
  static get TYPES(): string[] {
    const declared = game['documentTypes']?.[this.documentName] ?? [];
    return [...new Set([...this.metadata.coreTypes, ...declared])];
  }

  static get hierarchy(): Record<string, DataField> {
    return Object.fromEntries(this.schema.entries().filter(([, field]) => isHierarchical(field)));
  }

  /** Returns the world collection in which a foreign key of this class is looked up. */
  static collectionFor(_model: Document): WorldCollection | undefined {
    return game['collections'].get(this.documentName);
  }

  static override *_initializationOrder(this: typeof DataModel): Generator<[string, DataField]> {
    const entries = this.schema.entries();
    // Embedded documents first: as in Foundry, `system` and derived data may read them.
    yield* entries.filter(([, field]) => isHierarchical(field));
    yield* entries.filter(([, field]) => !isHierarchical(field));
  }

  override _configure({ pack = null, parentCollection = null }: ModelContext = {}) {
    const define = (key: string, value: unknown) =>
      Object.defineProperty(this, key, { value, writable: false, enumerable: false, configurable: true });
    define('parentCollection', parentCollection ?? this._parentCollectionName());
    define('pack', pack ?? this.parent?.pack ?? null);
    const collections: Record<string, EmbeddedCollection> = {};
    for (const [name, field] of this.schema.entries()) {
      if (!isHierarchical(field) || !Array.isArray(this._source[name])) continue;
      collections[name] = this._createEmbeddedCollection(name, field.model);
    }
    define('collections', collections);
  }

  _createEmbeddedCollection(name: string, model: typeof Document): EmbeddedCollection {
    return new EmbeddedCollection(name, this, this._source[name] as StoredDocument[], model);
  }

  _parentCollectionName(): string | null {
    if (!this.parent) return null;
    const { metadata } = this.parent.constructor as typeof Document;
    return metadata.embedded[this.documentName] ?? null;
  }

  get documentName(): string {
    return (this.constructor as typeof Document).documentName;
  }

  get collectionName(): string {
    return (this.constructor as typeof Document).collectionName;
  }

  get id(): string | null {
    return this._id;
  }

  get isEmbedded(): boolean {
    return Boolean(this.parent) && this.parentCollection !== null;
  }

  get inCompendium(): boolean {
    return Boolean(this.pack);
  }

  get uuid(): string {
    return buildUuid({
      id: this.id!,
      documentName: this.documentName,
      pack: this.parent ? null : this.pack,
      parentUuid: this.parent?.uuid ?? null,
    });
  }

  get typeLabel(): string {
    return `TYPES.${this.documentName}.${this.type}`;
  }

  /** Returns true, or a message that names what the user may not change, as the server would. */
  whyUserCannot(user: User, action: ModifyAction, data: object | null = {}): true | string {
    if (this.inCompendium) return this.testUserPermission(user, 'OWNER') || refusal(user, action, subjectOf(this));
    return canUserModify(user, action, subjectOf(this), expandObject<DocumentData>({ ...data }), permissionContext());
  }

  canUserModify(user: User, action: ModifyAction, data: object = {}): boolean {
    return this.whyUserCannot(user, action, data) === true;
  }

  static canUserCreate(user: User): boolean {
    return (
      canUserModify(user, 'create', { documentName: this.documentName, source: {} }, {}, permissionContext()) === true
    );
  }

  /**
   * Documents in a compendium have the ownership of their pack.
   * T13: client/documents/collections/compendium-collection.d.mts
   */
  getUserLevel(user: User = game['user']): number {
    const pack = this.pack && game['packs']?.get(this.pack);
    if (pack) return pack.getUserLevel(user);
    return userLevel(user, subjectOf(this), permissionContext());
  }

  testUserPermission(
    user: User,
    permission: OwnershipLevel | number,
    { exact = false }: { exact?: boolean } = {},
  ): boolean {
    const wanted = typeof permission === 'string' ? DOCUMENT_OWNERSHIP_LEVELS[permission] : permission;
    const level = this.getUserLevel(user);
    return exact ? level === wanted : level >= wanted;
  }

  override updateSource(changes: object = {}, options: FieldTask = {}): Data {
    const wanted: Data = changes instanceof DataModel ? changes.toObject() : { ...changes };
    this.refuseTypeChange(expandObject(wanted), options);
    return super.updateSource(wanted, options);
  }

  /** v14 (T14 `_updateDiff`): a new type requires a replaced `system` in the same update. */
  private refuseTypeChange(changes: DocumentData, options: FieldTask) {
    if (
      !(this.constructor as typeof Document).hasTypeData ||
      changes.type === undefined ||
      changes.type === this._source.type
    )
      return;
    const replaced = changes.system instanceof ForcedReplacement || '==system' in changes;
    if (!replaced && options.recursive !== false) {
      throw new Error(
        `The type of a ${this.documentName} can only be changed if the system field is replaced (system: _replace(…)) in the same update`,
      );
    }
  }

  override clone(
    data: object = {},
    { save = false, keepId = false, addSource = false, ...context }: CloneContext = {},
  ): this | Promise<this> {
    const source = this.toObject();
    if (!keepId) delete source._id;
    const merged: DocumentData = mergeObject(source, deepClone(data), { applyOperators: true });
    if (addSource) mergeObject(merged, { _stats: { duplicateSource: this.uuid } });
    const options = { parent: this.parent, pack: this.pack, ...context };
    const cls = this.constructor as typeof Document & ModelClass<this>;
    if (save) return cls.create(merged, { ...options, keepId }) as Promise<this>;
    return new cls(merged, { ...options, strict: false }) as this;
  }

  getEmbeddedCollection(embeddedName: string): EmbeddedCollection {
    const name = this.collections[embeddedName]
      ? embeddedName
      : (this.constructor as typeof Document).metadata.embedded[embeddedName];
    const collection = name === undefined ? undefined : this.collections[name];
    if (!collection)
      throw new Error(`${embeddedName} is not a valid embedded Document within the ${this.documentName} Document`);
    return collection;
  }

  getEmbeddedDocument(embeddedName: string, id: string, options: LookupOptions = {}): ClientDocument | undefined {
    return this.getEmbeddedCollection(embeddedName).get(id, options);
  }

  *traverseEmbeddedDocuments(): Generator<[string, ClientDocument]> {
    for (const [name, collection] of Object.entries(this.collections)) {
      for (const document of collection) {
        yield [name, document];
        yield* document.traverseEmbeddedDocuments();
      }
    }
  }

  getFlag(scope: string, key: string): unknown {
    return getProperty(this.flags?.[scope], key);
  }

  async setFlag(scope: string, key: string, value: unknown): Promise<this | undefined> {
    return this.update({ flags: { [scope]: expandObject({ [key]: value }) } });
  }

  async unsetFlag(scope: string, key: string): Promise<this | undefined> {
    return this.update({ flags: { [scope]: expandObject({ [key]: _del }) } });
  }

  static async createDocuments<D extends Document>(
    this: DocumentClass<D>,
    data: object[] = [],
    operation: OperationOptions = {},
  ): Promise<D[]> {
    return (await backend.create(this.implementation, { ...operation, data })) as Document[] as D[];
  }

  static async updateDocuments<D extends Document>(
    this: DocumentClass<D>,
    updates: object[] = [],
    operation: OperationOptions = {},
  ): Promise<D[]> {
    return (await backend.update(this.implementation, { ...operation, updates })) as Document[] as D[];
  }

  static async deleteDocuments<D extends Document>(
    this: DocumentClass<D>,
    ids: string[] = [],
    operation: OperationOptions = {},
  ): Promise<D[]> {
    return (await backend.delete(this.implementation, { ...operation, ids })) as Document[] as D[];
  }

  static create<D extends Document>(this: DocumentClass<D>, data: object[], operation?: OperationOptions): Promise<D[]>;
  static create<D extends Document>(
    this: DocumentClass<D>,
    data: object,
    operation?: OperationOptions,
  ): Promise<D | undefined>;
  static async create<D extends Document>(
    this: DocumentClass<D>,
    data: object | object[],
    operation: OperationOptions = {},
  ): Promise<D | D[] | undefined> {
    const created = await this.createDocuments(Array.isArray(data) ? data : [data], operation);
    return Array.isArray(data) ? created : created[0];
  }

  async update(data: object = {}, operation: OperationOptions = {}): Promise<this | undefined> {
    const update = { ...expandObject(data instanceof DataModel ? data.toObject() : data), _id: this.id };
    const context = { ...operation, parent: this.parent, pack: this.pack };
    const [updated] = await (this.constructor as typeof Document).updateDocuments([update], context);
    return updated as this | undefined;
  }

  async delete(operation: OperationOptions = {}): Promise<this | undefined> {
    const context = { ...operation, parent: this.parent, pack: this.pack };
    const [deleted] = await (this.constructor as typeof Document).deleteDocuments([this.id!], context);
    return deleted as this | undefined;
  }

  static get(id: string, operation: OperationOptions = {}): Document | null | undefined {
    if (operation.parent) return operation.parent.getEmbeddedDocument(this.documentName, id);
    return game['collections'].get(this.documentName)?.get(id) ?? null;
  }

  async createEmbeddedDocuments(
    embeddedName: string,
    data: object[] = [],
    operation: OperationOptions = {},
  ): Promise<Document[]> {
    const cls = this.getEmbeddedCollection(embeddedName).documentClass;
    return cls.createDocuments(data, { ...operation, parent: this, pack: this.pack });
  }

  async updateEmbeddedDocuments(
    embeddedName: string,
    updates: object[] = [],
    operation: OperationOptions = {},
  ): Promise<Document[]> {
    const cls = this.getEmbeddedCollection(embeddedName).documentClass;
    return cls.updateDocuments(updates, { ...operation, parent: this, pack: this.pack });
  }

  async deleteEmbeddedDocuments(
    embeddedName: string,
    ids: string[],
    operation: OperationOptions = {},
  ): Promise<Document[]> {
    const cls = this.getEmbeddedCollection(embeddedName).documentClass;
    return cls.deleteDocuments(ids, { ...operation, parent: this, pack: this.pack });
  }

  async _preCreate(data: Data, options: OperationOptions, user: User): Promise<boolean | void> {
    return this.system?._preCreate?.(data, options, user);
  }

  async _preUpdate(changes: Data, options: OperationOptions, user: User): Promise<boolean | void> {
    return this.system?._preUpdate?.(changes, options, user);
  }

  async _preDelete(options: OperationOptions, user: User): Promise<boolean | void> {
    return this.system?._preDelete?.(options, user);
  }

  _onCreate(data: Data, options: OperationOptions, userId: string): void {
    this.system?._onCreate?.(data, options, userId);
  }

  _onUpdate(changed: Data, options: OperationOptions, userId: string): void {
    this.system?._onUpdate?.(changed, options, userId);
  }

  _onDelete(options: OperationOptions, userId: string): void {
    this.system?._onDelete?.(options, userId);
  }

  static async _preCreateOperation(
    _documents: Document[],
    _operation: Operation,
    _user: User,
  ): Promise<boolean | void> {}
  static async _preUpdateOperation(
    _documents: Document[],
    _operation: Operation,
    _user: User,
  ): Promise<boolean | void> {}
  static async _preDeleteOperation(
    _documents: Document[],
    _operation: Operation,
    _user: User,
  ): Promise<boolean | void> {}
  static async _onCreateOperation(_documents: Document[], _operation: Operation, _user: User): Promise<void> {}
  static async _onUpdateOperation(_documents: Document[], _operation: Operation, _user: User): Promise<void> {}
  static async _onDeleteOperation(_documents: Document[], _operation: Operation, _user: User): Promise<void> {}

  /** Returns an unused name for a new document: "Weapon", "Weapon (2)". */
  static defaultName({ type, parent }: { type?: string | undefined; parent?: Document | null } = {}): string {
    const label =
      this.hasTypeData && type ? localize(`TYPES.${this.documentName}.${type}`) : localize(this.metadata.label);
    const collection = parent
      ? parent.getEmbeddedCollection(this.documentName)
      : game['collections'].get(this.documentName);
    const taken = new Set(collection?.contents.map((document) => document.name));
    let name = label;
    for (let index = 2; taken.has(name); index++) name = `${label} (${index})`;
    return name;
  }
}
