import type { WorldCollection } from '../../collections/world-collection';
import { documentClassOf, documentConfig } from '../../config';
import type { ClientDocument } from '../../documents/client-document';
import type { Folder } from '../../documents/folder';
import { CompendiumCollection } from '../../packs';
import type { Part } from '../api/handlebars-application';
import { HandlebarsApplicationMixin } from '../api/handlebars-application';
import type { CloseOptions, GivenOptions, RenderContext, RenderOptions } from '../api/options';
import { typeLabel } from '../apps/type-label';
import { DragDrop } from '../ux/drag-drop';
import { TextEditor } from '../ux/text-editor';
import { directoryEntryOptions, folderOptions } from './directory-menus';
import { buildTree } from './directory-tree';
import { AbstractSidebarTab } from './sidebar-tab';

export interface DirectoryEntry {
  id: string | null;
  uuid: string;
  name: string;
  sort: number;
  folder: Folder | null;
  img: string | null | undefined;
  subtitle: string;
  draggable: boolean;
}

/** The world's documents of one kind, in folders. T13: client/applications/sidebar/document-directory.d.mts */
export class DocumentDirectory extends HandlebarsApplicationMixin(AbstractSidebarTab) {
  static override DEFAULT_OPTIONS: GivenOptions = {
    classes: ['directory', 'flexcol'],
    collection: null,
    actions: {
      activateEntry: DocumentDirectory.onActivateEntry,
      createEntry: DocumentDirectory.onCreateEntry,
      createFolder: DocumentDirectory.onCreateFolder,
      toggleFolder: DocumentDirectory.onToggleFolder,
      collapseFolders: DocumentDirectory.onCollapseFolders,
    },
  };
  static documentName = '';
  static override PARTS: Record<string, Part> = {
    header: { template: 'templates/sidebar/directory/header.hbs' },
    directory: {
      template: 'templates/sidebar/directory/directory.hbs',
      templates: ['templates/sidebar/directory/folder.hbs', 'templates/sidebar/directory/entry.hbs'],
      scrollable: [''],
    },
  };

  // Kept until the page is reloaded; shared by the tab and its window.
  static expanded: Record<string, boolean> = {};
  #query = '';

  get collection(): WorldCollection | CompendiumCollection {
    const given = this.options['collection'] as WorldCollection | CompendiumCollection | null;
    return given ?? game.collections.get(this.documentName)!;
  }

  get documentName(): string {
    return (this.constructor as typeof DocumentDirectory).documentName;
  }

  override async _onFirstRender(context: RenderContext, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    const { apps } = this.collection;
    if (Array.isArray(apps) && !apps.includes(this)) apps.push(this);
    this._createContextMenus();
  }

  _createContextMenus(): void {
    this._createContextMenu(() => directoryEntryOptions(this), '.directory-item[data-entry-id]', {
      hookName: `get${this.documentName}ContextOptions`,
    });
    this._createContextMenu(() => folderOptions(this), '.folder .folder-header', {
      hookName: 'getFolderContextOptions',
    });
  }

  override _onClose(options: CloseOptions): void {
    super._onClose(options);
    const { apps } = this.collection;
    if (Array.isArray(apps) && apps.includes(this)) apps.splice(apps.indexOf(this), 1);
  }

  _canCreateEntry(): boolean {
    return documentClassOf(this.documentName).canUserCreate(game.user);
  }

  override async _prepareContext(options: RenderOptions): Promise<RenderContext> {
    const context = await super._prepareContext(options);
    const { documentName } = this;
    const visible = this.collection.contents.filter((doc) => doc.visible);
    const folders = game.folders?.filter((folder) => folder.type === documentName) ?? [];
    const label = game.i18n.localize(`DOCUMENT.${documentName}`);
    return Object.assign(context, {
      documentName,
      documentCls: documentName.toLowerCase(),
      sidebarIcon: documentConfig(documentName)?.sidebarIcon,
      canCreateEntry: this._canCreateEntry(),
      canCreateFolder: game.user.isGM,
      createLabel: game.i18n.format('DOCUMENT.Create', { type: label }),
      query: this.#query,
      tree: buildTree(
        folders,
        visible.map((doc) => this._prepareEntry(doc)),
        DocumentDirectory.expanded,
        game.user.isGM,
      ),
    });
  }

  _prepareEntry(doc: ClientDocument): DirectoryEntry {
    const { id, uuid, name, sort, type } = doc;
    return {
      id,
      uuid,
      name,
      sort,
      folder: doc.folder,
      img: doc.img ?? (doc as { thumbnail?: string | null }).thumbnail,
      subtitle: type && type !== 'base' ? typeLabel(this.documentName, type) : '',
      draggable: doc.isOwner || game.user.isGM,
    };
  }

  override _attachPartListeners(partId: string, element: HTMLElement, options: RenderOptions): void {
    super._attachPartListeners(partId, element, options);
    if (partId === 'header') {
      const search = element.querySelector<HTMLInputElement>('input[type="search"]');
      search?.addEventListener('input', () => {
        this.#query = search.value;
        this.#filter();
      });
    } else if (partId === 'directory') {
      new DragDrop.implementation({
        dragSelector: '.directory-item[data-entry-id]',
        dropSelector: null,
        permissions: { dragstart: () => true, drop: () => game.user.isGM },
        callbacks: { dragstart: this._onDragStart.bind(this), drop: this._onDrop.bind(this) },
      }).bind(element);
    }
  }

  override async _onRender(context: RenderContext, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    this.#filter();
  }

  #filter(): void {
    const query = this.#query.trim().toLowerCase();
    for (const li of this.element.querySelectorAll('.directory-item[data-entry-id]') as NodeListOf<HTMLElement>) {
      li.hidden = !!query && !li.querySelector('.entry-name')!.textContent!.toLowerCase().includes(query);
    }
    this.element.classList.toggle('searching', !!query);
  }

  _onDragStart(event: DragEvent): void {
    const { entryId } = (event.currentTarget as HTMLElement).dataset;
    const doc = this.collection.get(entryId);
    if (doc) event.dataTransfer!.setData('text/plain', JSON.stringify(doc.toDragData()));
  }

  /** Sorts a dropped document into a folder, or imports it from a compendium. */
  async _onDrop(event: DragEvent): Promise<void> {
    const data = TextEditor.getDragEventData(event);
    if (data.type !== this.documentName || !data.uuid) return;
    const folderId = (event.target as HTMLElement).closest<HTMLElement>('[data-folder-id]')?.dataset.folderId ?? null;
    const doc = await fromUuid(data.uuid);
    if (!doc) return;
    if (!doc.pack && !doc.parent) return void doc.update({ folder: folderId });
    const { collection } = this;
    const source = collection instanceof CompendiumCollection ? doc.toObject() : collection.fromCompendium(doc);
    await documentClassOf(this.documentName).create({ ...source, folder: folderId });
  }

  static async onActivateEntry(this: DocumentDirectory, _event: Event, target: HTMLElement): Promise<void> {
    const { entryId } = target.closest<HTMLElement>('[data-entry-id]')!.dataset;
    await this._onClickEntry(entryId!);
  }

  async _onClickEntry(id: string): Promise<void> {
    const { collection } = this;
    const doc =
      collection instanceof CompendiumCollection ? await collection.getDocument(id) : (collection.get(id) ?? null);
    await doc?.sheet?.render({ force: true });
  }

  static async onCreateEntry(this: DocumentDirectory, _event: Event, target: HTMLElement): Promise<void> {
    const folder = target.closest<HTMLElement>('[data-folder-id]')?.dataset.folderId;
    await (documentClassOf(this.documentName) as typeof Folder).createDialog({ folder: folder ?? null }, {}, {});
  }

  static async onCreateFolder(this: DocumentDirectory): Promise<void> {
    const input = foundry.applications.fields.createTextInput({ name: 'name', autofocus: true, required: true });
    const data = await foundry.applications.api.DialogV2.input({
      window: { title: 'FOLDER.Create', icon: 'fa-solid fa-folder-plus' },
      content: foundry.applications.fields.createFormGroup({
        label: 'DOCUMENT.FIELDS.name.label',
        input,
        localize: true,
      }).outerHTML,
    });
    if (data?.['name']) await CONFIG.Folder.documentClass.create({ name: data['name'], type: this.documentName });
  }

  static onToggleFolder(this: DocumentDirectory, _event: Event, target: HTMLElement): void {
    const li = target.closest<HTMLElement>('.folder')!;
    const open = li.classList.toggle('expanded');
    DocumentDirectory.expanded[li.dataset.uuid!] = open;
    target.setAttribute('aria-expanded', String(open));
  }

  static onCollapseFolders(this: DocumentDirectory): void {
    for (const header of this.element.querySelectorAll('.folder.expanded > .folder-header'))
      (header as HTMLElement).click();
  }
}
