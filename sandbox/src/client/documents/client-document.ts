import type { Data, DocumentData } from '../../shared/data';
import { messageOf } from '../../shared/errors';
import { mergeObject } from '../../shared/objects';
import type { DocumentPlace } from '../abstract/address';
import type { ModelContext } from '../abstract/data-model';
import type { Document, DocumentStatics } from '../abstract/document';
import type { OperationOptions } from '../abstract/operations';
import type { ApplicationV2 } from '../applications/api/application';
import type { DocumentSheetV2 } from '../applications/api/document-sheet';
import type { RenderOptions } from '../applications/api/options';
import { game } from '../game';
import { Hooks } from '../hooks';
import { localize } from '../i18n';
import type { CompendiumCollection } from '../packs';
import { type CreateDialogOptions, createDialog } from './create-dialog';
import type { Folder } from './folder';

interface ClientMembers {
  apps: Record<string, ApplicationV2>;
  _sheet: DocumentSheetV2 | null;
  _initializing: boolean;
  get collection(): DocumentPlace | null;
  get compendium(): CompendiumCollection | null;
  get folder(): Folder | null;
  set folder(folder: Folder | null);
  get isOwner(): boolean;
  get limited(): boolean;
  get permission(): number;
  get visible(): boolean;
  get hasPlayerOwner(): boolean;
  get link(): string;
  get sheet(): DocumentSheetV2 | null;
  get keepsPreparedChildren(): boolean;
  prepareData(): void;
  prepareBaseData(): void;
  prepareEmbeddedDocuments(): void;
  prepareDerivedData(): void;
  render(options?: boolean | SheetRenderOptions, _options?: SheetRenderOptions): void;
  getRelativeUUID(relative: Document): string;
  getRollData(): Data;
  toDragData(): DragData;
  toCompendium(pack?: CompendiumCollection, options?: object): DocumentData;
  deleteDialog(options?: object, operation?: OperationOptions): Promise<Document | null | undefined>;
  _safePrepareData(): void;
  _afterSystemDerived(): void;
  _getSheetClass(): typeof DocumentSheetV2 | null;
  _onClickDocumentLink(event: Event): Promise<void>;
  _dispatchDescendantDocumentEvents(
    event: DescendantEvent,
    collection: string,
    args: unknown[],
    parent?: Document,
  ): void;
  _preCreateDescendantDocuments(
    parent: Document,
    collection: string,
    data: Data[],
    options: OperationOptions,
    userId: string,
  ): void;
  _preUpdateDescendantDocuments(
    parent: Document,
    collection: string,
    changes: Data[],
    options: OperationOptions,
    userId: string,
  ): void;
  _preDeleteDescendantDocuments(
    parent: Document,
    collection: string,
    ids: string[],
    options: OperationOptions,
    userId: string,
  ): void;
  _onCreateDescendantDocuments(...args: CreatedOrUpdated): void;
  _onUpdateDescendantDocuments(...args: CreatedOrUpdated): void;
  _onDeleteDescendantDocuments(...args: Deleted): void;
}

interface ClientStatics {
  fromDropData(data: DragData): Promise<Document | null>;
  createDialog(
    data?: DocumentData,
    operation?: OperationOptions,
    options?: CreateDialogOptions,
  ): Promise<Document | null | undefined>;
}

export interface ClientDocument extends Document, ClientMembers {}

/** TypeScript requires `any[]` for the constructor of a mixin. */
type ClientClass = ClientStatics & (new (...args: any[]) => ClientMembers);

type DescendantEvent = `${'pre' | 'on'}${'Create' | 'Update' | 'Delete'}`;

export type CreatedOrUpdated = [
  parent: Document,
  collection: string,
  documents: Document[],
  data: Data[],
  options: OperationOptions,
  userId: string,
];
export type Deleted = [
  parent: Document,
  collection: string,
  documents: Document[],
  ids: string[],
  options: OperationOptions,
  userId: string,
];

export interface DragData {
  type?: string;
  uuid?: string;
  data?: object;
  [fact: string]: unknown;
}

type SheetRenderOptions = RenderOptions;

/** Adds preparation, sheets and rendering to documents. T14: client/documents/abstract/client-document.d.mts */
export function ClientDocumentMixin<B extends DocumentStatics & (new (...args: any[]) => Document)>(
  Base: B,
): B & ClientClass {
  class ClientDocument extends Base {
    declare apps: Record<string, ApplicationV2>;
    declare _sheet: DocumentSheetV2 | null;
    declare _initializing: boolean;

    override _configure(options: ModelContext = {}): void {
      super._configure(options);
      const hide = (key: string, value: unknown) =>
        Object.defineProperty(this, key, { value, writable: true, enumerable: false, configurable: true });
      hide('apps', {});
      hide('_sheet', null);
      hide('_initializing', false);
    }

    override _initialize(options: ModelContext = {}): void {
      this._initializing = true;
      try {
        super._initialize(options);
      } finally {
        this._initializing = false;
      }
      // A parent prepares its children itself.
      if (game['_documentsReady'] && !this.parent?._initializing) this._safePrepareData();
    }

    /** Reports an error in the preparation and continues. */
    _safePrepareData() {
      try {
        this.prepareData();
      } catch (error) {
        console.error(`Failed data preparation for ${this.uuid}: ${messageOf(error)}`, error);
        Hooks.callAll('error', 'ClientDocumentMixin#_safePrepareData', error, { uuid: this.uuid });
      }
    }

    prepareData() {
      this.system?.prepareBaseData?.();
      this.prepareBaseData();
      this.prepareEmbeddedDocuments();
      this.system?.prepareDerivedData?.();
      this._afterSystemDerived();
      this.prepareDerivedData();
    }

    prepareBaseData() {}

    prepareEmbeddedDocuments() {
      for (const collection of Object.values(this.collections))
        for (const child of collection) child._safePrepareData();
    }

    _afterSystemDerived() {}

    prepareDerivedData() {}

    get collection(): DocumentPlace | null {
      if (this.isEmbedded && this.parent)
        return (Reflect.get(this.parent, this.parentCollection!) as DocumentPlace | undefined) ?? null;
      return (this.pack ? game['packs'].get(this.pack) : game['collections'].get(this.documentName)) ?? null;
    }

    get compendium(): CompendiumCollection | null {
      return (this.pack && game['packs'].get(this.pack)) || null;
    }

    get folder(): Folder | null {
      return this._source.folder ? (game['folders']?.get(this._source.folder) ?? null) : null;
    }

    set folder(_folder: Folder | null) {}

    get isOwner(): boolean {
      return this.testUserPermission(game['user'], 'OWNER');
    }

    get limited(): boolean {
      return this.testUserPermission(game['user'], 'LIMITED', { exact: true });
    }

    get permission(): number {
      return this.getUserLevel(game['user']);
    }

    get visible(): boolean {
      return this.isEmbedded && this.parent ? this.parent.visible : this.testUserPermission(game['user'], 'LIMITED');
    }

    /** True if a player (not GM) is an owner. */
    get hasPlayerOwner(): boolean {
      return Boolean(game['users']?.some((user) => !user.isGM && this.testUserPermission(user, 'OWNER')));
    }

    get link(): string {
      return `@UUID[${this.uuid}]{${this.name}}`;
    }

    get sheet(): DocumentSheetV2 | null {
      if (!this._sheet) {
        const cls = this._getSheetClass();
        if (!cls) return null;
        this._sheet = new cls({ document: this });
      }
      return this._sheet;
    }

    _getSheetClass(): typeof DocumentSheetV2 | null {
      return globalThis.foundry.applications.apps.DocumentSheetConfig.getSheetClass(this);
    }

    /** T14: client/documents/abstract/client-document.d.mts; the first argument that windows receive is a boolean. */
    render(options: boolean | SheetRenderOptions = false, legacy: SheetRenderOptions = {}): void {
      const { force = false, ...context } = typeof options === 'boolean' ? { ...legacy, force: options } : options;
      for (const app of Object.values(this.apps)) void app.render(force, { ...context });
      if (force && this.sheet && !this.sheet.rendered) void this.sheet.render(true, { ...context });
    }

    getRelativeUUID(relative: Document): string {
      return this.uuid.startsWith(`${relative.uuid}.`) ? this.uuid.slice(relative.uuid.length) : this.uuid;
    }

    getRollData(): Data {
      return this.system ?? {};
    }

    /** Handles a click on a link to the document. T14: client-document.d.mts */
    async _onClickDocumentLink(_event: Event): Promise<void> {
      await this.sheet?.render({ force: true });
    }

    toDragData(): DragData {
      return { type: this.documentName, uuid: this.uuid };
    }

    static async fromDropData(data: DragData): Promise<Document | null> {
      if (data.uuid) return globalThis.fromUuid(data.uuid);
      return data.data ? new this(data.data) : null;
    }

    toCompendium(_pack?: CompendiumCollection, _options: object = {}): DocumentData {
      const { _id: _i, folder: _f, sort: _s, ownership: _o, ...rest }: DocumentData = this.toObject();
      return rest;
    }

    /** Replaces the data of this document, except what the metadata preserve. T14: client-document.d.mts */
    async importFromJSON(json: string): Promise<this> {
      const cls = this.constructor as typeof Document;
      const data: Data = new cls(JSON.parse(json), { strict: true }).toObject();
      for (const key of cls.metadata.preserveOnImport) delete data[key];
      await this.update({ ...data, _id: this.id }, { diff: false, recursive: false });
      return this;
    }

    static async createDialog(
      data: DocumentData = {},
      operation: OperationOptions = {},
      options: CreateDialogOptions = {},
    ): Promise<Document | null | undefined> {
      return createDialog(this, data, operation, options);
    }

    async deleteDialog(options: object = {}, operation: OperationOptions = {}): Promise<this | null | undefined> {
      const type = localize((this.constructor as typeof Document).metadata.label);
      const { DialogV2 } = globalThis.foundry.applications.api;
      const confirmed = await DialogV2.confirm(
        mergeObject(
          {
            window: { title: `${localize('DOCUMENT.Delete', { type })}: ${this.name}` },
            content: `<p>${localize('DOCUMENT.DeleteWarning', { type })}</p>`,
          },
          options,
        ),
      );
      return confirmed ? this.delete(operation) : null;
    }

    override _onCreate(data: Data, options: OperationOptions, userId: string): void {
      super._onCreate(data, options, userId);
      if (options.renderSheet && userId === game['user'].id) void this.sheet?.render({ force: true });
    }

    override _onUpdate(changed: Data, options: OperationOptions, userId: string): void {
      super._onUpdate(changed, options, userId);
      if (options.render !== false) this.render({ renderContext: `update${this.documentName}`, renderData: changed });
    }

    override _onDelete(options: OperationOptions, userId: string): void {
      super._onDelete(options, userId);
      for (const app of Object.values(this.apps)) void app.close({ submit: false });
    }

    /** Calls the parent and its ancestors. T14: client-document.d.mts `_dispatchDescendantDocumentEvents` */
    _dispatchDescendantDocumentEvents(
      event: DescendantEvent,
      collection: string,
      args: unknown[],
      parent?: Document,
    ): void {
      const from = parent ?? this;
      const listener = this[`_${event}DescendantDocuments`] as (...told: unknown[]) => void;
      listener.call(this, from, collection, ...args);
      this.parent?._dispatchDescendantDocumentEvents(event, collection, args, from);
    }

    /** True if a change of one child does not reset the parent and its other children. */
    get keepsPreparedChildren(): boolean {
      return false;
    }

    _preCreateDescendantDocuments(
      _parent: Document,
      _collection: string,
      _data: Data[],
      _options: OperationOptions,
      _userId: string,
    ): void {}
    _preUpdateDescendantDocuments(
      _parent: Document,
      _collection: string,
      _changes: Data[],
      _options: OperationOptions,
      _userId: string,
    ): void {}
    _preDeleteDescendantDocuments(
      _parent: Document,
      _collection: string,
      _ids: string[],
      _options: OperationOptions,
      _userId: string,
    ): void {}

    _onCreateDescendantDocuments(...[, _c, , , options]: CreatedOrUpdated): void {
      if (options.render !== false) this.render({ renderContext: `create${_c}` });
    }

    _onUpdateDescendantDocuments(...[, _c, , , options]: CreatedOrUpdated): void {
      if (options.render !== false) this.render({ renderContext: `update${_c}` });
    }

    _onDeleteDescendantDocuments(...[, _c, , , options]: Deleted): void {
      if (options.render !== false) this.render({ renderContext: `delete${_c}` });
    }
  }
  return ClientDocument;
}
