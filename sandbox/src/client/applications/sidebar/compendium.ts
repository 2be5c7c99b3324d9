import type { ClientDocument } from '../../documents/client-document';
import type { CompendiumCollection } from '../../packs';
import { ApplicationV2 } from '../api/application';
import type { Part } from '../api/handlebars-application';
import { HandlebarsApplicationMixin } from '../api/handlebars-application';
import type { CloseOptions, GivenOptions, RenderContext, RenderOptions } from '../api/options';
import { DragDrop } from '../ux/drag-drop';
import { TextEditor } from '../ux/text-editor';

/**
 * Shows a pack's index to open, import and drag; a GM can drop documents into it.
 * T13: client/applications/sidebar/apps/compendium.d.mts
 */
export class Compendium extends HandlebarsApplicationMixin(ApplicationV2) {
  static override DEFAULT_OPTIONS: GivenOptions = {
    id: 'compendium-{id}',
    classes: ['compendium', 'directory', 'flexcol'],
    window: { icon: 'fa-solid fa-atlas', resizable: true },
    position: { width: 350, height: 560 },
    actions: { openEntry: Compendium.onOpenEntry, importEntry: Compendium.onImportEntry },
  };
  static override PARTS: Record<string, Part> = {
    index: { template: 'templates/sidebar/compendium.hbs', scrollable: ['.directory-list'] },
  };

  static async open(collection: CompendiumCollection): Promise<ApplicationV2> {
    const id = collection.collection;
    const app = foundry.applications.instances.get(`compendium-${id}`) ?? new Compendium({ collection, uniqueId: id });
    return app.render({ force: true });
  }

  static async onOpenEntry(this: Compendium, _event: Event, target: HTMLElement): Promise<void> {
    await (await this.entry(target))?.sheet?.render({ force: true });
  }

  static async onImportEntry(this: Compendium, _event: Event, target: HTMLElement): Promise<void> {
    const doc = await this.entry(target);
    const created =
      doc && (await game.collections.get(doc.documentName)?.importFromCompendium(this.collection, doc.id!));
    if (created) ui.notifications.info(game.i18n.format('COMPENDIUM.Imported', { name: created.name }));
  }

  get collection(): CompendiumCollection {
    return this.options['collection'] as CompendiumCollection;
  }

  override get title(): string {
    return game.i18n.localize(this.collection.title);
  }

  entry(target: HTMLElement): Promise<ClientDocument | null> {
    return this.collection.getDocument(target.closest<HTMLElement>('[data-entry-id]')!.dataset.entryId!);
  }

  /** A locked pack refuses drops. Documents of the same pack are ignored. */
  async _onDrop(event: DragEvent): Promise<void> {
    const data = TextEditor.getDragEventData(event);
    const doc = data.type === this.collection.documentName && data.uuid ? await fromUuid(data.uuid) : null;
    if (doc && doc.pack !== this.collection.collection) await this.collection.importDocument(doc);
  }

  override async _onFirstRender(context: RenderContext, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    this.collection.apps.push(this);
  }

  override _onClose(options: CloseOptions): void {
    super._onClose(options);
    this.collection.apps = this.collection.apps.filter((app) => app !== this);
  }

  override async _prepareContext(options: RenderOptions): Promise<RenderContext> {
    const context = await super._prepareContext(options);
    await this.collection.getIndex();
    const name = this.collection.documentName;
    // An adventure is imported by its own sheet.
    const canImport = name !== 'Adventure' && this.collection.documentClass.canUserCreate(game.user);
    const entries = [...this.collection.index.values()].map(({ _id, uuid, name: label, img, folder }) => ({
      id: _id,
      uuid,
      name: label,
      img,
      folder,
    }));
    entries.sort((a, b) => (a.name ?? '').localeCompare(b.name ?? ''));
    const folders = this.collection.folders.contents.sort((a, b) => a.sort - b.sort);
    const groups = [null, ...folders].map((folder) => ({
      folder,
      entries: entries.filter((entry) => (entry.folder ?? null) === (folder?.id ?? null)),
    }));
    const shown = groups.filter((group) => group.entries.length > 0);
    return Object.assign(context, { groups: shown, documentName: name, canImport });
  }

  override async _onRender(context: RenderContext, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    const type = this.collection.documentName;
    const id = this.collection.collection;
    new DragDrop.implementation({
      dragSelector: '.directory-item',
      dropSelector: null,
      permissions: { drop: () => game.user.isGM },
      callbacks: {
        drop: (event: DragEvent) => this._onDrop(event),
        dragstart: (event: DragEvent) => {
          const { entryId } = (event.currentTarget as HTMLElement).dataset;
          const uuid = `Compendium.${id}.${type}.${entryId}`;
          event.dataTransfer!.setData('text/plain', JSON.stringify({ type, uuid }));
        },
      },
    }).bind(this.element);
    const search = this.element.querySelector('input[type="search"]') as HTMLInputElement;
    search.addEventListener('input', () => {
      const query = search.value.trim().toLowerCase();
      for (const li of this.element.querySelectorAll('.directory-item') as NodeListOf<HTMLElement>) {
        li.hidden = !!query && !li.textContent!.toLowerCase().includes(query);
      }
    });
  }
}
