import { Collection } from '../../shared/collection';
import type { DocumentData, StoredDocument } from '../../shared/data';
import type { Document } from '../abstract/document';
import type { LookupOptions } from '../abstract/embedded-collection';
import { reportInvalid } from '../abstract/invalid';
import type { Action, OperationOptions } from '../abstract/operations';
import type { ApplicationV2 } from '../applications/api/application';
import type { DocumentSheetConfig } from '../applications/apps/document-sheet-config';
import type { UserInterface } from '../applications/interface';
import { documentClassOf } from '../config';
import type { ClientDocument } from '../documents/client-document';
import type { Folder } from '../documents/folder';
import type { User } from '../documents/user';
import { game } from '../game';
import type { CompendiumCollection } from '../packs';

interface ImportOptions {
  clearFolder?: boolean;
  clearSort?: boolean;
  clearOwnership?: boolean;
  keepId?: boolean;
}

/** The arguments of `registerSheet` after the document class. */
type SheetRegistration =
  Parameters<typeof DocumentSheetConfig.registerSheet> extends [unknown, ...infer Rest] ? Rest : never;

/** T14: client/documents/abstract/{document-collection,world-collection}.d.mts */
export class WorldCollection<D extends ClientDocument = ClientDocument> extends Collection<D> {
  /** The document name of the collection. */
  static named = '';

  invalidDocumentIds = new Set<string>();
  apps: ApplicationV2[] = [];
  _source: StoredDocument[];

  constructor(data: StoredDocument[] = []) {
    super();
    this._source = data;
  }

  static get documentName(): string {
    return this.named;
  }

  static get instance(): WorldCollection | undefined {
    return game['collections'].get(this.documentName);
  }

  get documentName(): string {
    return (this.constructor as typeof WorldCollection).documentName;
  }

  get name(): string {
    return this.documentClass.collectionName;
  }

  get documentClass(): typeof Document {
    return documentClassOf(this.documentName);
  }

  get directory(): ApplicationV2 | null {
    return (
      (globalThis.ui?.[this.documentClass.collectionName as keyof UserInterface] as ApplicationV2 | undefined) ?? null
    );
  }

  get folders(): Folder[] {
    return game['folders']?.filter((folder) => folder.type === this.documentName) ?? [];
  }

  /** Creates the documents. An invalid one is reported and left out, so that the world opens anyway. */
  _initialize() {
    this.clear();
    for (const source of this._source) {
      try {
        const document = this.documentClass.fromSource(source, { strict: true, fallback: true }) as Document as D;
        super.set(document.id!, document);
      } catch (error) {
        this.invalidDocumentIds.add(source._id);
        reportInvalid(this.documentName, source, error);
      }
    }
  }

  override get(id: string | null | undefined, { strict = false, invalid = false }: LookupOptions = {}): D | undefined {
    const document = super.get(id);
    if (document === undefined && invalid && id) return this.getInvalid(id, { strict });
    if (document === undefined && strict) {
      throw new Error(`The key ${id} does not exist in the ${this.documentName} Collection`);
    }
    return document;
  }

  override set(id: string, document: D): this {
    return super.set(id, document);
  }

  getInvalid(id: string, { strict = true }: LookupOptions = {}): D | undefined {
    const source = this.invalidDocumentIds.has(id) ? this._source.find((entry) => entry._id === id) : undefined;
    if (!source) {
      if (strict) throw new Error(`${this.documentName} id [${id}] is not in the set of invalid ids`);
      return undefined;
    }
    return this.documentClass.fromSource(structuredClone(source)) as Document as D;
  }

  override delete(id: string): boolean {
    this.invalidDocumentIds.delete(id);
    return super.delete(id);
  }

  /** Imports a document of a pack into the world. T14: world-collection.d.mts importFromCompendium */
  async importFromCompendium(
    pack: CompendiumCollection,
    id: string,
    updateData: object = {},
    { keepId = false, ...options }: OperationOptions = {},
  ): Promise<D | undefined> {
    const document = await pack.getDocument(id);
    if (!document) throw new Error(`The compendium "${pack.collection}" has no document "${id}"`);
    const data = this.fromCompendium(document, { keepId });
    return (await this.documentClass.create({ ...data, ...updateData }, { keepId, ...options })) as Document as D;
  }

  fromCompendium(
    document: Document,
    { clearFolder = true, clearSort = true, clearOwnership = true, keepId = false }: ImportOptions = {},
  ): DocumentData {
    const data = document.toObject();
    if (!keepId) delete data._id;
    if (clearFolder) delete data.folder;
    if (clearSort) delete data.sort;
    if (clearOwnership) delete data.ownership;
    if (document.pack) data._stats = { ...data._stats, compendiumSource: document.uuid };
    return data;
  }

  render(force = false, options: object = {}) {
    for (const app of this.apps) app.render(force, { ...options });
  }

  _onModifyContents(
    action: Action,
    documents: Document[],
    result: unknown[],
    operation: OperationOptions,
    _user: User,
  ): void {
    if (operation.render === false) return;
    this.render(false, { renderContext: `${action}${this.documentName}`, renderData: result, documents });
    const sidebar = this.directory;
    if (sidebar && !this.apps.includes(sidebar) && this.documentName !== 'ChatMessage') sidebar.render();
  }

  static registerSheet(...args: SheetRegistration) {
    globalThis.foundry.applications.apps.DocumentSheetConfig.registerSheet(documentClassOf(this.documentName), ...args);
  }

  static unregisterSheet(...args: SheetRegistration) {
    globalThis.foundry.applications.apps.DocumentSheetConfig.unregisterSheet(
      documentClassOf(this.documentName),
      ...args,
    );
  }
}
