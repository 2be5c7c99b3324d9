import { Collection } from '../../shared/collection';
import { reportInvalid } from '../abstract/invalid';
import { CONFIG } from '../config';
import { game } from '../game';

/** Documents of one kind in the world. T14: client/documents/abstract/{document-collection,world-collection}.d.mts */
export class WorldCollection extends Collection<any> {
  invalidDocumentIds = new Set<string>();
  apps: any[] = [];
  _source: any[];

  constructor(data: any[] = []) {
    super();
    this._source = data;
  }

  static get documentName(): string {
    return (this as any).named;
  }

  static get instance(): any {
    return game['collections'].get(this.documentName);
  }

  get documentName(): string {
    return (this.constructor as any).documentName;
  }

  get name(): string {
    return this.documentClass.collectionName;
  }

  get documentClass(): any {
    return CONFIG[this.documentName].documentClass;
  }

  get directory(): any {
    return (globalThis as any).ui?.[this.documentClass.collectionName] ?? null;
  }

  get folders(): any[] {
    return game['folders']?.filter((folder: any) => folder.type === this.documentName) ?? [];
  }

  /** Makes the documents; a broken one is set aside and named, and the world opens all the same. */
  _initialize() {
    this.clear();
    for (const source of this._source) {
      try {
        const document = this.documentClass.fromSource(source, { strict: true, fallback: true });
        super.set(document.id, document);
      } catch (error) {
        this.invalidDocumentIds.add(source._id);
        reportInvalid(this.documentName, source, error);
      }
    }
  }

  override get(id: string, { strict = false, invalid = false }: any = {}): any {
    const document = super.get(id);
    if (document === undefined && invalid) return this.getInvalid(id, { strict });
    if (document === undefined && strict) {
      throw new Error(`The key ${id} does not exist in the ${this.documentName} Collection`);
    }
    return document;
  }

  override set(id: string, document: any): any {
    return super.set(id, document);
  }

  getInvalid(id: string, { strict = true }: any = {}): any {
    const source = this.invalidDocumentIds.has(id) ? this._source.find((entry) => entry._id === id) : undefined;
    if (!source) {
      if (strict) throw new Error(`${this.documentName} id [${id}] is not in the set of invalid ids`);
      return undefined;
    }
    return this.documentClass.fromSource(structuredClone(source));
  }

  override delete(id: string): boolean {
    this.invalidDocumentIds.delete(id);
    return super.delete(id);
  }

  /** A document of a pack comes into the world. T14: world-collection.d.mts importFromCompendium */
  async importFromCompendium(
    pack: any,
    id: string,
    updateData: any = {},
    { keepId = false, ...options }: any = {},
  ): Promise<any> {
    const document = await pack.getDocument(id);
    const data = this.fromCompendium(document, { keepId });
    return this.documentClass.create({ ...data, ...updateData }, { keepId, ...options });
  }

  fromCompendium(
    document: any,
    { clearFolder = true, clearSort = true, clearOwnership = true, keepId = false }: any = {},
  ): any {
    const data = document.toObject();
    if (!keepId) delete data._id;
    if (clearFolder) delete data.folder;
    if (clearSort) delete data.sort;
    if (clearOwnership) delete data.ownership;
    if (document.pack) data._stats = { ...data._stats, compendiumSource: document.uuid };
    return data;
  }

  render(force = false, options: any = {}) {
    for (const app of this.apps) app.render({ force, ...options });
  }

  _onModifyContents(action: string, documents: any[], result: any, operation: any, _user: any) {
    if (operation.render === false) return;
    this.render(false, { renderContext: `${action}${this.documentName}`, renderData: result, documents });
    const sidebar = this.directory;
    if (sidebar && !this.apps.includes(sidebar) && this.documentName !== 'ChatMessage') sidebar.render?.();
  }

  static registerSheet(...args: any[]) {
    (globalThis as any).foundry.applications.apps.DocumentSheetConfig.registerSheet(
      CONFIG[this.documentName].documentClass,
      ...args,
    );
  }

  static unregisterSheet(...args: any[]) {
    (globalThis as any).foundry.applications.apps.DocumentSheetConfig.unregisterSheet(
      CONFIG[this.documentName].documentClass,
      ...args,
    );
  }
}
