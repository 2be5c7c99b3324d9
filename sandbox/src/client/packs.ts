import { Collection } from '../shared/collection';
import { notInSandbox } from '../shared/not-in-sandbox';
import { deepClone } from '../shared/objects';
import { packLevel } from '../shared/permissions';
import { backend } from './abstract/backend';
import { CONFIG } from './config';
import { game } from './game';
import { Hooks } from './hooks';
import { SocketInterface } from './socket';

/** A pack of the system or of the world. T14: client/documents/collections/compendium-collection.d.mts */
export class CompendiumCollection extends Collection<any> {
  static CONFIG_SETTING = 'compendiumConfiguration';

  metadata: any;
  private readonly folderSources: any[];
  #folders: Collection<any> | null = null;
  index: Collection<any>;
  indexed = false;
  apps: any[] = [];
  invalidDocumentIds = new Set<string>();

  constructor(metadata: any) {
    super();
    const { index, folders, ...rest } = metadata;
    this.metadata = rest;
    this.folderSources = folders ?? [];
    this.index = new Collection();
    this.fillIndex(index ?? []);
  }

  private fillIndex(entries: any[]) {
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

  get documentClass(): any {
    return CONFIG[this.documentName].documentClass;
  }

  get name(): string {
    return this.documentClass.collectionName;
  }

  get title(): string {
    return this.metadata.label;
  }

  /** What the world has settled for this pack: of all that Foundry keeps there, the lock. */
  get config(): { locked?: boolean } {
    return game['settings'].get('core', CompendiumCollection.CONFIG_SETTING)[this.collection] ?? {};
  }

  /** Packs of packages are locked until somebody unlocks them, those of the world are not (foundryvtt.com/article/compendium). */
  get locked(): boolean {
    return this.config.locked ?? this.metadata.packageType !== 'world';
  }

  get visible(): boolean {
    return this.testUserPermission(game['user'], 'OBSERVER');
  }

  get ownership(): any {
    return this.metadata.ownership;
  }

  get folder() {
    return null;
  }

  /** The folders in this pack. T14: client/documents/collections/compendium-collection.d.mts `folders` */
  get folders(): Collection<any> {
    this.#folders ??= new Collection(
      this.folderSources.map((source) => {
        return [source._id, CONFIG['Folder'].documentClass.fromSource(source, { pack: this.collection })];
      }),
    );
    return this.#folders;
  }

  getUserLevel(user: any = game['user']): number {
    return packLevel(user, this.metadata.ownership);
  }

  testUserPermission(user: any, permission: string): boolean {
    return (
      this.getUserLevel(user) >= ({ NONE: 0, LIMITED: 1, OBSERVER: 2, OWNER: 3 } as Record<string, number>)[permission]!
    );
  }

  override get(id: string, { strict = false }: any = {}): any {
    return super.get(id, { strict });
  }

  async getIndex({ fields = [] }: any = {}): Promise<Collection<any>> {
    const entries = await backend.get(this.documentClass, { pack: this.collection, index: true, indexFields: fields });
    this.fillIndex(entries);
    this.indexed = true;
    return this.index;
  }

  async getDocument(id: string): Promise<any> {
    const cached = super.get(id);
    if (cached) return cached;
    const [document] = await this.getDocuments({ _id: id });
    return document ?? null;
  }

  async getDocuments(query: any = {}): Promise<any[]> {
    const documents = await backend.get(this.documentClass, { pack: this.collection, query: serializable(query) });
    for (const document of documents) this.set(document.id, document);
    return documents;
  }

  async importDocument(document: any, options: any = {}): Promise<any> {
    return this.documentClass.create(document.toCompendium(this), { ...options, pack: this.collection });
  }

  /** A key given as `undefined` is taken back. */
  async configure({ locked, ...others }: any = {}): Promise<void> {
    if (Object.keys(others).length > 0) notInSandbox(`CompendiumCollection#configure of ${Object.keys(others)}`)();
    const { CONFIG_SETTING } = CompendiumCollection;
    const all = deepClone(game['settings'].get('core', CONFIG_SETTING));
    await game['settings'].set('core', CONFIG_SETTING, { ...all, [this.collection]: { locked } });
  }

  /** Of type and label, and a name if it is not to be made of the label. */
  static async createCompendium(metadata: any, options: any = {}): Promise<CompendiumCollection> {
    return CompendiumCollection._onManage(
      await SocketInterface.dispatch('manageCompendium', { action: 'create', data: metadata, options }),
    );
  }

  /** Of the world's own packs alone. */
  async deleteCompendium(): Promise<this> {
    if (this.metadata.packageType !== 'world') throw new Error(`"${this.collection}" is no compendium of the world`);
    const request = { action: 'delete', data: this.metadata.name };
    CompendiumCollection._onManage(await SocketInterface.dispatch('manageCompendium', request));
    return this;
  }

  /** Somebody has created a compendium, or deleted one. */
  static _onManage({ request, result }: any): CompendiumCollection {
    const isNew = request.action === 'create';
    const pack = isNew ? new CompendiumCollection(result) : game['packs'].get(result);
    if (isNew) game['packs'].set(pack.collection, pack);
    else game['packs'].delete(result);
    for (const app of isNew ? [] : pack.apps) app.close();
    (globalThis as any).ui?.compendium?.render?.();
    return pack;
  }

  /** Locks have changed. */
  static _onConfigure() {
    (globalThis as any).ui?.compendium?.render?.();
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

  /** Opens it where nobody has. T14: client/documents/collections/compendium-collection.d.mts; draw-steel, hero-sheet.mjs, calls it with `{ force: true }`. */
  render(options: any = false) {
    const force = typeof options === 'object' ? Boolean(options.force) : options;
    if (force && this.apps.length === 0) void foundry.applications.sidebar.apps.Compendium.open(this);
    for (const app of this.apps) app.render({ force });
  }

  indexDocument({ _source }: any) {
    const { _id, name, img = null, type, folder = null, sort = 0 } = _source;
    this.fillIndex([{ _id, name, img, type, folder, sort }]);
  }

  _onModifyContents(action: string, documents: any[], result: any[], operation: any, user: any) {
    if (action === 'delete') for (const id of result) this.index.delete(id);
    else for (const document of documents) this.indexDocument(document);
    Hooks.callAll('updateCompendium', this, documents, operation, user.id);
    if (operation.render !== false) this.render();
  }
}

/** `{ _id__in: [...] }` and plain equality, as the server understands them. */
const serializable = (query: any) => JSON.parse(JSON.stringify(query));
