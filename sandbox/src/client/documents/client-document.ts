import { mergeObject } from '../../shared/objects';
import { game } from '../game';
import { Hooks } from '../hooks';
import { localize } from '../i18n';
import { createDialog } from './create-dialog';

/** What every document has on a client: preparation, sheets, rendering. T14: client/documents/abstract/client-document.d.mts */
export function ClientDocumentMixin(Base: any): any {
  return class ClientDocument extends Base {
    declare apps: Record<string, any>;
    declare _sheet: any;
    declare _initializing: boolean;

    _configure(options: any) {
      super._configure(options);
      const hide = (key: string, value: any) =>
        Object.defineProperty(this, key, { value, writable: true, enumerable: false, configurable: true });
      hide('apps', {});
      hide('_sheet', null);
      hide('_initializing', false);
    }

    _initialize(options: any = {}) {
      this._initializing = true;
      try {
        super._initialize(options);
      } finally {
        this._initializing = false;
      }
      // The parent prepares its children itself while it is being prepared.
      if (game['_documentsReady'] && !this.parent?._initializing) this._safePrepareData();
    }

    /** A document that cannot be prepared is reported, and the world goes on. */
    _safePrepareData() {
      try {
        this.prepareData();
      } catch (error: any) {
        console.error(`Failed data preparation for ${this.uuid}: ${error.message}`, error);
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
      for (const collection of Object.values<any>(this.collections))
        for (const child of collection) child._safePrepareData();
    }

    _afterSystemDerived() {}

    prepareDerivedData() {}

    get collection(): any {
      if (this.isEmbedded) return this.parent[this.parentCollection] ?? null;
      return this.pack ? game['packs'].get(this.pack) : game['collections'].get(this.documentName);
    }

    get compendium(): any {
      return this.pack ? game['packs'].get(this.pack) : null;
    }

    get folder(): any {
      return this._source.folder ? (game['folders']?.get(this._source.folder) ?? null) : null;
    }

    set folder(_folder: any) {}

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
      return this.isEmbedded ? this.parent.visible : this.testUserPermission(game['user'], 'LIMITED');
    }

    /** Has any player (not GM) rights of an owner? */
    get hasPlayerOwner(): boolean {
      return Boolean(game['users']?.some((user: any) => !user.isGM && this.testUserPermission(user, 'OWNER')));
    }

    get link(): string {
      return `@UUID[${this.uuid}]{${this.name}}`;
    }

    get sheet(): any {
      if (!this._sheet) {
        const cls = this._getSheetClass();
        if (!cls) return null;
        this._sheet = new cls({ document: this });
      }
      return this._sheet;
    }

    _getSheetClass(): any {
      return (globalThis as any).foundry.applications.apps.DocumentSheetConfig.getSheetClass(this);
    }

    render(options: any = {}, _options: any = {}) {
      const force = options === true || options?.force;
      const given = typeof options === 'boolean' ? { force, ..._options } : options;
      for (const app of Object.values<any>(this.apps)) app.render({ ...given, force });
      if (force && this.sheet && !this.sheet.rendered) this.sheet.render({ force: true });
    }

    getRelativeUUID(relative: any): string {
      return this.uuid.startsWith(`${relative.uuid}.`) ? this.uuid.slice(relative.uuid.length) : this.uuid;
    }

    getRollData(): any {
      return this.system ?? {};
    }

    /** What a click on a link to it does. T14: client-document.d.mts */
    async _onClickDocumentLink(_event: Event): Promise<void> {
      await this.sheet.render({ force: true });
    }

    toDragData(): any {
      return { type: this.documentName, uuid: this.uuid };
    }

    static async fromDropData(data: any): Promise<any> {
      if (data.uuid) return (globalThis as any).fromUuid(data.uuid);
      return data.data ? new (this as any)(data.data) : null;
    }

    toCompendium(_pack?: any, _options: any = {}): any {
      const { _id: _i, folder: _f, sort: _s, ownership: _o, ...rest } = this.toObject();
      return rest;
    }

    static async createDialog(data: any = {}, operation: any = {}, options: any = {}): Promise<any> {
      return createDialog(this, data, operation, options);
    }

    async deleteDialog(options: any = {}, operation: any = {}): Promise<any> {
      const type = localize((this.constructor as any).metadata.label);
      const { DialogV2 } = (globalThis as any).foundry.applications.api;
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

    _onCreate(data: any, options: any, userId: string) {
      super._onCreate(data, options, userId);
      if (options.renderSheet && userId === game['user'].id) this.sheet?.render({ force: true });
    }

    _onUpdate(changed: any, options: any, userId: string) {
      super._onUpdate(changed, options, userId);
      if (options.render !== false) this.render({ renderContext: `update${this.documentName}`, renderData: changed });
    }

    _onDelete(options: any, userId: string) {
      super._onDelete(options, userId);
      for (const app of Object.values<any>(this.apps)) app.close({ submit: false });
    }

    /** Bubbles from the parent to its own parents. T14: client-document.d.mts `_dispatchDescendantDocumentEvents` */
    _dispatchDescendantDocumentEvents(event: string, collection: string, args: any[], parent?: any) {
      const from = parent ?? this;
      this[`_${event}DescendantDocuments`]?.(from, collection, ...args);
      this.parent?._dispatchDescendantDocumentEvents?.(event, collection, args, from);
    }

    _preCreateDescendantDocuments(_parent: any, _collection: string, _data: any[], _options: any, _userId: string) {}
    _preUpdateDescendantDocuments(_parent: any, _collection: string, _changes: any[], _options: any, _userId: string) {}
    _preDeleteDescendantDocuments(_parent: any, _collection: string, _ids: string[], _options: any, _userId: string) {}

    _onCreateDescendantDocuments(_p: any, _c: string, _docs: any[], _data: any[], options: any, _userId: string) {
      if (options.render !== false) this.render({ renderContext: `create${_c}` });
    }

    _onUpdateDescendantDocuments(_p: any, _c: string, _docs: any[], _changes: any[], options: any, _userId: string) {
      if (options.render !== false) this.render({ renderContext: `update${_c}` });
    }

    _onDeleteDescendantDocuments(_p: any, _c: string, _docs: any[], _ids: string[], options: any, _userId: string) {
      if (options.render !== false) this.render({ renderContext: `delete${_c}` });
    }
  };
}
