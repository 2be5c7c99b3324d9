import { documentConfig } from '../../config';
import type { Adventure } from '../../documents/adventure';
import { DocumentSheetV2 } from '../api/document-sheet';
import type { Part } from '../api/handlebars-application';
import { HandlebarsApplicationMixin } from '../api/handlebars-application';
import type { GivenOptions, RenderContext, RenderOptions } from '../api/options';
import { TextEditor } from '../ux/text-editor';

/** Shows an adventure's content with an import button. T14: client/applications/sheets/adventure-importer.d.mts */
export class AdventureImporterV2 extends HandlebarsApplicationMixin(DocumentSheetV2) {
  static override DEFAULT_OPTIONS: GivenOptions = {
    classes: ['adventure-importer'],
    window: { icon: 'fa-solid fa-treasure-chest', resizable: true, contentClasses: ['standard-form'] },
    position: { width: 620 },
    actions: { importAdventure: AdventureImporterV2.onImport },
  };

  static override PARTS: Record<string, Part> = {
    adventure: { template: 'templates/sheets/adventure-importer.hbs', scrollable: [''] },
  };

  static async onImport(this: AdventureImporterV2): Promise<void> {
    const { created = {}, updated = {} } = await this.document.import();
    const count = [created, updated].flatMap(Object.values).flat().length;
    ui.notifications.info(game.i18n.format('ADVENTURE.Imported', { name: this.document.name, count }));
    await this.close();
  }

  override get document(): Adventure {
    return super.document as Adventure;
  }

  override async _prepareContext(options: RenderOptions): Promise<RenderContext> {
    const context = await super._prepareContext(options);
    const { document } = this;
    const enrich = (html: string) => TextEditor.implementation.enrichHTML(html, { relativeTo: document });
    const contents = Object.entries((document.constructor as typeof Adventure).contentFields).flatMap(
      ([field, { metadata }]) => {
        const count = (document._source[field] as unknown[]).length;
        const label = game.i18n.localize(count === 1 ? metadata.label : metadata.labelPlural);
        return count > 0 ? [{ icon: documentConfig(metadata.name)?.sidebarIcon, label, count, field }] : [];
      },
    );
    return Object.assign(context, {
      adventure: document,
      caption: await enrich(document.caption),
      description: await enrich(document.description),
      contents,
      canImport: game.user.isGM,
    });
  }

  override async _onRender(context: RenderContext, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    // A locked compendium does not prevent importing.
    this._toggleDisabled(false);
  }
}
