import { DOCUMENT_OWNERSHIP_LEVELS } from '../../shared/constants';
import { deepClone, expandObject, mergeObject } from '../../shared/objects';
import { _del, ForcedReplacement } from '../../shared/operators';
import { canUserModify, type ModifyAction, refusal, userLevel } from '../../shared/permissions';
import { getProperty } from '../../shared/property';
import { buildUuid } from '../../shared/uuid';
import { implementationOf } from '../data/fields/embedded';
import { game } from '../game';
import { localize } from '../i18n';
import { backend } from './backend';
import { DataModel } from './data-model';
import { EmbeddedCollection } from './embedded-collection';
import { permissionContext, subjectOf } from './ownership';

/** T14: common/abstract/document.d.mts */
export class Document extends DataModel {
  static metadata: any = Object.freeze({
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

  declare collections: Record<string, EmbeddedCollection>;
  declare parentCollection: string | null;
  declare pack: string | null;
  declare _id: string | null;

  static get documentName(): string {
    return this.metadata.name;
  }

  static get collectionName(): string {
    return this.metadata.collection;
  }

  static get database() {
    return backend;
  }

  static get implementation(): any {
    return implementationOf(this);
  }

  static get baseDocument(): any {
    return this;
  }

  static get hasTypeData(): boolean {
    return Boolean(this.metadata.hasTypeData);
  }

  /** The subtypes of this document: `base`, and what the manifests of the system and of active modules declare. */
  static get TYPES(): string[] {
    const declared: string[] = game['documentTypes']?.[this.documentName] ?? [];
    return [...new Set([...this.metadata.coreTypes, ...declared])];
  }

  static get hierarchy(): Record<string, any> {
    return Object.fromEntries(this.schema.entries().filter(([, field]) => (field.constructor as any).hierarchical));
  }

  /** The world collection a foreign key into this class is looked up in. */
  static collectionFor(_model: any): any {
    return game['collections'].get(this.documentName);
  }

  static override *_initializationOrder(this: any): Generator<[string, any]> {
    const entries = this.schema.entries();
    // Embedded documents first: `system` and derived data may look at them, as in Foundry.
    yield* entries.filter(([, field]: any) => field.constructor.hierarchical);
    yield* entries.filter(([, field]: any) => !field.constructor.hierarchical);
  }

  override _configure({ pack = null, parentCollection = null }: any = {}) {
    const define = (key: string, value: any) =>
      Object.defineProperty(this, key, { value, writable: false, enumerable: false, configurable: true });
    define('parentCollection', parentCollection ?? this._parentCollectionName());
    define('pack', pack ?? this.parent?.pack ?? null);
    const collections: Record<string, EmbeddedCollection> = {};
    for (const [name, field] of this.schema.entries() as [string, any][]) {
      if (!(field.constructor as any).hierarchical || !Array.isArray(this._source[name])) continue;
      collections[name] = this._createEmbeddedCollection(name, field.model);
    }
    define('collections', collections);
  }

  _createEmbeddedCollection(name: string, model: any) {
    return new EmbeddedCollection(name, this, this._source[name], model);
  }

  _parentCollectionName(): string | null {
    if (!this.parent) return null;
    const metadata = (this.parent.constructor as any).metadata;
    return metadata.embedded[this.documentName] ?? null;
  }

  get documentName(): string {
    return (this.constructor as any).documentName;
  }

  get collectionName(): string {
    return (this.constructor as any).collectionName;
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
    return `TYPES.${this.documentName}.${this['type']}`;
  }

  /** What of a change this user may not do is a sentence here, as in the server's refusal. */
  whyUserCannot(user: any, action: ModifyAction, data: any = {}): true | string {
    if (this.inCompendium) return this.testUserPermission(user, 'OWNER') || refusal(user, action, subjectOf(this));
    return canUserModify(user, action, subjectOf(this), expandObject(data ?? {}), permissionContext());
  }

  canUserModify(user: any, action: ModifyAction, data: any = {}): boolean {
    return this.whyUserCannot(user, action, data) === true;
  }

  static canUserCreate(user: any): boolean {
    return (
      canUserModify(user, 'create', { documentName: this.documentName, source: {} }, {}, permissionContext()) === true
    );
  }

  /** What is in a compendium has the ownership of its pack. T13: client/documents/collections/compendium-collection.d.mts */
  getUserLevel(user: any = game['user']): number {
    const pack = this['pack'] && game['packs']?.get(this['pack']);
    if (pack) return pack.getUserLevel(user);
    return userLevel(user, subjectOf(this), permissionContext());
  }

  testUserPermission(user: any, permission: string | number, { exact = false }: any = {}): boolean {
    const wanted = typeof permission === 'string' ? (DOCUMENT_OWNERSHIP_LEVELS as any)[permission] : permission;
    const level = this.getUserLevel(user);
    return exact ? level === wanted : level >= wanted;
  }

  override updateSource(changes: any = {}, options: any = {}): any {
    const wanted = changes instanceof DataModel ? changes.toObject() : changes;
    this.refuseTypeChange(expandObject(wanted), options);
    return super.updateSource(wanted, options);
  }

  /** v14 (T14 `_updateDiff`): another type needs its `system` replaced in the same update. */
  private refuseTypeChange(changes: any, options: any) {
    if (!(this.constructor as any).hasTypeData || changes.type === undefined || changes.type === this._source.type)
      return;
    const replaced = changes.system instanceof ForcedReplacement || '==system' in changes;
    if (!replaced && options.recursive !== false) {
      throw new Error(
        `The type of a ${this.documentName} can only be changed if the system field is replaced (system: _replace(…)) in the same update`,
      );
    }
  }

  override clone(data: any = {}, { save = false, keepId = false, addSource = false, ...context }: any = {}): any {
    const source = this.toObject();
    if (!keepId) delete source._id;
    const merged = mergeObject(source, deepClone(data), { applyOperators: true });
    if (addSource) mergeObject(merged, { _stats: { duplicateSource: this.uuid } });
    const options = { parent: this.parent, pack: this.pack, ...context };
    if (save) return (this.constructor as any).create(merged, { ...options, keepId });
    return new (this.constructor as any)(merged, { ...options, strict: false });
  }

  getEmbeddedCollection(embeddedName: string): EmbeddedCollection {
    const name = this.collections[embeddedName]
      ? embeddedName
      : ((this.constructor as any).metadata.embedded[embeddedName] as string);
    const collection = this.collections[name];
    if (!collection)
      throw new Error(`${embeddedName} is not a valid embedded Document within the ${this.documentName} Document`);
    return collection;
  }

  getEmbeddedDocument(embeddedName: string, id: string, options: any = {}): any {
    return this.getEmbeddedCollection(embeddedName).get(id, options);
  }

  *traverseEmbeddedDocuments(): Generator<[string, any]> {
    for (const [name, collection] of Object.entries(this.collections)) {
      for (const document of collection) {
        yield [name, document];
        yield* document.traverseEmbeddedDocuments();
      }
    }
  }

  getFlag(scope: string, key: string): any {
    return getProperty(this['flags']?.[scope], key);
  }

  async setFlag(scope: string, key: string, value: any): Promise<any> {
    return this.update({ flags: { [scope]: expandObject({ [key]: value }) } });
  }

  async unsetFlag(scope: string, key: string): Promise<any> {
    return this.update({ flags: { [scope]: expandObject({ [key]: _del }) } });
  }

  static async createDocuments(data: any[] = [], operation: any = {}): Promise<any[]> {
    return backend.create(this.implementation, { ...operation, data });
  }

  static async updateDocuments(updates: any[] = [], operation: any = {}): Promise<any[]> {
    return backend.update(this.implementation, { ...operation, updates });
  }

  static async deleteDocuments(ids: string[] = [], operation: any = {}): Promise<any[]> {
    return backend.delete(this.implementation, { ...operation, ids });
  }

  static async create(data: any, operation: any = {}): Promise<any> {
    const many = Array.isArray(data);
    const created = await this.createDocuments(many ? data : [data], operation);
    return many ? created : created[0];
  }

  async update(data: any = {}, operation: any = {}): Promise<any> {
    const update = { ...expandObject(data instanceof DataModel ? data.toObject() : data), _id: this.id };
    const context = { ...operation, parent: this.parent, pack: this.pack };
    const [updated] = await (this.constructor as any).updateDocuments([update], context);
    return updated;
  }

  async delete(operation: any = {}): Promise<any> {
    const context = { ...operation, parent: this.parent, pack: this.pack };
    const [deleted] = await (this.constructor as any).deleteDocuments([this.id], context);
    return deleted;
  }

  static get(id: string, operation: any = {}): any {
    if (operation.parent) return operation.parent.getEmbeddedDocument(this.documentName, id);
    return game['collections'].get(this.documentName)?.get(id) ?? null;
  }

  async createEmbeddedDocuments(embeddedName: string, data: any[] = [], operation: any = {}): Promise<any[]> {
    const cls = this.getEmbeddedCollection(embeddedName).documentClass;
    return cls.createDocuments(data, { ...operation, parent: this, pack: this.pack });
  }

  async updateEmbeddedDocuments(embeddedName: string, updates: any[] = [], operation: any = {}): Promise<any[]> {
    const cls = this.getEmbeddedCollection(embeddedName).documentClass;
    return cls.updateDocuments(updates, { ...operation, parent: this, pack: this.pack });
  }

  async deleteEmbeddedDocuments(embeddedName: string, ids: string[], operation: any = {}): Promise<any[]> {
    const cls = this.getEmbeddedCollection(embeddedName).documentClass;
    return cls.deleteDocuments(ids, { ...operation, parent: this, pack: this.pack });
  }

  async _preCreate(data: any, options: any, user: any): Promise<any> {
    return this['system']?._preCreate?.(data, options, user);
  }

  async _preUpdate(changes: any, options: any, user: any): Promise<any> {
    return this['system']?._preUpdate?.(changes, options, user);
  }

  async _preDelete(options: any, user: any): Promise<any> {
    return this['system']?._preDelete?.(options, user);
  }

  _onCreate(data: any, options: any, userId: string) {
    this['system']?._onCreate?.(data, options, userId);
  }

  _onUpdate(changed: any, options: any, userId: string) {
    this['system']?._onUpdate?.(changed, options, userId);
  }

  _onDelete(options: any, userId: string) {
    this['system']?._onDelete?.(options, userId);
  }

  static async _preCreateOperation(_documents: any[], _operation: any, _user: any): Promise<any> {}
  static async _preUpdateOperation(_documents: any[], _operation: any, _user: any): Promise<any> {}
  static async _preDeleteOperation(_documents: any[], _operation: any, _user: any): Promise<any> {}
  static async _onCreateOperation(_documents: any[], _operation: any, _user: any): Promise<void> {}
  static async _onUpdateOperation(_documents: any[], _operation: any, _user: any): Promise<void> {}
  static async _onDeleteOperation(_documents: any[], _operation: any, _user: any): Promise<void> {}

  /** A name for a new document that no other one has: "Weapon", "Weapon (2)". */
  static defaultName({ type, parent }: any = {}): string {
    const label =
      this.hasTypeData && type ? localize(`TYPES.${this.documentName}.${type}`) : localize(this.metadata.label);
    const collection = parent
      ? parent.getEmbeddedCollection(this.documentName)
      : game['collections'].get(this.documentName);
    const taken = new Set(collection?.map?.((document: any) => document.name) ?? []);
    let name = label;
    for (let index = 2; taken.has(name); index++) name = `${label} (${index})`;
    return name;
  }
}
