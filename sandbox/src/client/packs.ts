import { Collection } from '../shared/collection';
import { DOCUMENT_OWNERSHIP_LEVELS } from '../shared/constants';
import type { Data, StoredDocument } from '../shared/data';
import { notInSandbox } from '../shared/not-in-sandbox';
import { deepClone } from '../shared/objects';
import { packLevel } from '../shared/permissions';
import type { IndexEntry, ManageCompendiumRequest, ManageCompendiumResponse, NewPack, PackData } from '../shared/wire';
import { backend } from './abstract/backend';
import type { Document, OwnershipLevel } from './abstract/document';
import type { LookupOptions } from './abstract/embedded-collection';
import type { Action, OperationOptions } from './abstract/operations';
import type { ApplicationV2 } from './applications/api/application';
import { CONFIG, documentClassOf } from './config';
import type { ClientDocument } from './documents/client-document';
import type { Folder } from './documents/folder';
import type { User } from './documents/user';
import { game } from './game';
import { Hooks } from './hooks';
import { SocketInterface } from './socket';

type PackMetadata = Omit<PackData, 'index' | 'folders'>;

interface PackConfig {
  locked?: boolean;
}

const allConfigs = () =>
  game['settings'].get('core', CompendiumCollection.CONFIG_SETTING) as Record<string, PackConfig>;

/** A pack of a package or of the world. T14: client/documents/collections/compendium-collection.d.mts */
export class CompendiumCollection extends Collection<ClientDocument> {
  static CONFIG_SETTING = 'compendiumConfiguration';

  metadata: PackMetadata;
  private readonly folderSources: StoredDocument[];
  #folders: Collection<Folder> | null = null;
  index: Collection<IndexEntry & { uuid: string }>;
  indexed = false;
  apps: ApplicationV2[] = [];
  invalidDocumentIds = new Set<string>();

  constructor(metadata: PackData) {
    super();
    const { index, folders, ...rest } = metadata;
    this.metadata = rest;
    this.folderSources = folders ?? [];
    this.index = new Collection();
    this.fillIndex(index ?? []);
  }

  private fillIndex(entries: readonly IndexEntry[]) {
    for (const entry of entries) {
      const uuid = `Compendium.${this.collection}.${this.documentName}.${entry._id}`;
      this.index.set(entry._id, { ...this.index.get(entry._id), ...entry, uuid });
    }
  }

  get collection(): string {
    return this.metadata.id;
  }

  get documentName(): string {
    return this.metadata.type;
  }

  get documentClass(): typeof Document {
    return documentClassOf(this.documentName);
  }

  get name(): string {
    return this.documentClass.collectionName;
  }

  get title(): string {
    return this.metadata.label;
  }

  /** The world's configuration of the pack. The sandbox only stores the lock. */
  get config(): { locked?: boolean } {
    return allConfigs()[this.collection] ?? {};
  }

  /** By default, packs of packages are locked and those of the world are not (foundryvtt.com/article/compendium). */
  get locked(): boolean {
    return this.config.locked ?? this.metadata.packageType !== 'world';
  }

  get visible(): boolean {
    return this.testUserPermission(game['user'], 'OBSERVER');
  }

  get ownership(): Record<string, string> {
    return this.metadata.ownership;
  }

  get folder() {
    return null;
  }

  /** T14: client/documents/collections/compendium-collection.d.mts `folders` */
  get folders(): Collection<Folder> {
    this.#folders ??= new Collection(
      this.folderSources.map((source) => {
        return [source._id, CONFIG['Folder'].documentClass.fromSource(source, { pack: this.collection })];
      }),
    );
    return this.#folders;
  }

  getUserLevel(user: User = game['user']): number {
    return packLevel(user, this.metadata.ownership);
  }

  testUserPermission(user: User, permission: OwnershipLevel): boolean {
    return this.getUserLevel(user) >= DOCUMENT_OWNERSHIP_LEVELS[permission];
  }

  override get(id: string | null | undefined, { strict = false }: LookupOptions = {}): ClientDocument | undefined {
    return super.get(id, { strict });
  }

  async getIndex({ fields = [] }: { fields?: string[] } = {}): Promise<Collection<IndexEntry & { uuid: string }>> {
    this.fillIndex(await backend.getIndex(this.documentClass, this.collection, fields));
    this.indexed = true;
    return this.index;
  }

  async getDocument(id: string): Promise<ClientDocument | null> {
    const cached = super.get(id);
    if (cached) return cached;
    const [document] = await this.getDocuments({ _id: id });
    return document ?? null;
  }

  async getDocuments(query: Data = {}): Promise<ClientDocument[]> {
    const documents = await backend.get(this.documentClass, { pack: this.collection, query: serializable(query) });
    for (const document of documents) this.set(document.id!, document);
    return documents;
  }

  async importDocument(document: ClientDocument, options: OperationOptions = {}): Promise<Document | undefined> {
    return this.documentClass.create(document.toCompendium(this), { ...options, pack: this.collection });
  }

  /** Stores configuration; a key with the value `undefined` is reset. */
  async configure({ locked, ...others }: PackConfig & Data = {}): Promise<void> {
    if (Object.keys(others).length > 0) notInSandbox(`CompendiumCollection#configure of ${Object.keys(others)}`)();
    const { CONFIG_SETTING } = CompendiumCollection;
    const all = deepClone(allConfigs());
    await game['settings'].set('core', CONFIG_SETTING, { ...all, [this.collection]: { locked } });
  }

  /** Creates a compendium from type and label; the default name is derived from the label. */
  static async createCompendium(metadata: NewPack, options: object = {}): Promise<CompendiumCollection | undefined> {
    const request: ManageCompendiumRequest & { options: object } = { action: 'create', data: metadata, options };
    return CompendiumCollection._onManage(await SocketInterface.dispatch('manageCompendium', request));
  }

  /** Only for packs of the world. */
  async deleteCompendium(): Promise<this> {
    if (this.metadata.packageType !== 'world') throw new Error(`"${this.collection}" is not a world compendium`);
    CompendiumCollection._onManage(
      await SocketInterface.dispatch('manageCompendium', { action: 'delete', data: this.metadata.name }),
    );
    return this;
  }

  /** Handles the creation or deletion of a compendium. */
  static _onManage({ result }: ManageCompendiumResponse): CompendiumCollection | undefined {
    const pack = typeof result === 'object' ? new CompendiumCollection(result) : game['packs'].get(result);
    if (typeof result === 'string') {
      game['packs'].delete(result);
      for (const app of pack?.apps ?? []) void app.close();
    } else if (pack) game['packs'].set(pack.collection, pack);
    void globalThis.ui?.compendium?.render?.();
    return pack;
  }

  /** Handles a change of locks. */
  static _onConfigure() {
    void globalThis.ui?.compendium?.render?.();
    for (const pack of game['packs']) pack.render();
  }

  duplicateCompendium = notInSandbox('CompendiumCollection#duplicateCompendium');
  migrate = notInSandbox('CompendiumCollection#migrate');
  importAll = notInSandbox('CompendiumCollection#importAll');
  importFolder = notInSandbox('CompendiumCollection#importFolder');
  importFolders = notInSandbox('CompendiumCollection#importFolders');
  setFolder = notInSandbox('CompendiumCollection#setFolder');
  updateAll = notInSandbox('CompendiumCollection#updateAll');

  getUuid(id: string): string {
    return `Compendium.${this.collection}.${this.documentName}.${id}`;
  }

  /**
   * Opens the compendium if it is not open. T14: client/documents/collections/compendium-collection.d.mts; draw-steel,
   * hero-sheet.mjs, calls it with `{ force: true }`.
   */
  render(options: boolean | { force?: boolean } = false): void {
    const force = typeof options === 'object' ? Boolean(options.force) : options;
    if (force && this.apps.length === 0) void globalThis.foundry.applications.sidebar.apps.Compendium.open(this);
    for (const app of this.apps) void app.render({ force });
  }

  indexDocument({ _source }: Document) {
    const { _id, name, img = null, type, folder = null, sort = 0 } = _source as StoredDocument;
    this.fillIndex([{ _id, name, img, type, folder, sort }]);
  }

  _onModifyContents(
    action: Action,
    documents: Document[],
    result: unknown[],
    operation: OperationOptions,
    user: User,
  ): void {
    if (action === 'delete') for (const id of result as string[]) this.index.delete(id);
    else for (const document of documents) this.indexDocument(document);
    Hooks.callAll('updateCompendium', this, documents, operation, user.id);
    if (operation.render !== false) this.render();
  }
}

/** The server supports `{ _id__in: [...] }` and plain equality. */
const serializable = (query: Data): Data => JSON.parse(JSON.stringify(query));
