import { Collection } from '../shared/collection';
import { backend } from './abstract/backend';
import { CONFIG } from './config';
import { game } from './game';

/** A pack of the system. T14: client/documents/collections/compendium-collection.d.mts */
export class CompendiumCollection extends Collection<any> {
  metadata: any;
  index: Collection<any>;
  indexed = false;
  apps: any[] = [];
  invalidDocumentIds = new Set<string>();

  constructor(metadata: any) {
    super();
    const { index, folders: _folders, ...rest } = metadata;
    this.metadata = rest;
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

  /** A system's packs cannot be changed in the sandbox, as they are locked in Foundry at first. */
  get locked(): boolean {
    return true;
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

  getUserLevel(user: any = game['user']): number {
    if (user.isGM) return 3;
    const levels: Record<string, number> = { NONE: 0, LIMITED: 1, OBSERVER: 2, OWNER: 3 };
    const roles = ['NONE', 'PLAYER', 'TRUSTED', 'ASSISTANT', 'GAMEMASTER'].slice(0, user.role + 1);
    const own = roles.map((role) => levels[this.metadata.ownership?.[role]]).filter((level) => level !== undefined);
    return own.length > 0 ? Math.max(...(own as number[])) : 2;
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

  getUuid(id: string): string {
    return `Compendium.${this.collection}.${this.documentName}.${id}`;
  }

  render(force = false) {
    for (const app of this.apps) app.render({ force });
  }

  _onModifyContents() {
    this.render();
  }
}

/** `{ _id__in: [...] }` and plain equality, as the server understands them. */
const serializable = (query: any) => JSON.parse(JSON.stringify(query));
