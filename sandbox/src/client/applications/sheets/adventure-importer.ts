import { CONFIG } from '../../config';
import { DocumentSheetV2 } from '../api/document-sheet';
import { HandlebarsApplicationMixin } from '../api/handlebars-application';
import { TextEditor } from '../ux/text-editor';

/** What an adventure is opened with: what it holds, and a button that brings it into the world. T14: client/applications/sheets/adventure-importer.d.mts */
export class AdventureImporterV2 extends HandlebarsApplicationMixin(DocumentSheetV2) {
  static DEFAULT_OPTIONS: any = {
    classes: ['adventure-importer'],
    window: { icon: 'fa-solid fa-treasure-chest', resizable: true, contentClasses: ['standard-form'] },
    position: { width: 620 },
    actions: { importAdventure: AdventureImporterV2.onImport },
  };

  static PARTS = { adventure: { template: 'templates/sheets/adventure-importer.hbs', scrollable: [''] } };

  static async onImport(this: AdventureImporterV2): Promise<void> {
    const { created = {}, updated = {} } = await this.document.import();
    const count = [created, updated].flatMap(Object.values).flat().length;
    ui.notifications.info(game.i18n.format('ADVENTURE.Imported', { name: this.document.name, count }));
    await this.close();
  }

  async _prepareContext(options: any): Promise<any> {
    const context = await super._prepareContext(options);
    const { document } = this;
    const enrich = (html: string) => TextEditor.implementation.enrichHTML(html, { relativeTo: document });
    const contents = Object.entries<any>(document.constructor.contentFields).flatMap(([field, { metadata }]) => {
      const count = document._source[field].length;
      const label = game.i18n.localize(count === 1 ? metadata.label : metadata.labelPlural);
      return count > 0 ? [{ icon: CONFIG[metadata.name].sidebarIcon, label, count, field }] : [];
    });
    return Object.assign(context, {
      adventure: document,
      caption: await enrich(document.caption),
      description: await enrich(document.description),
      contents,
      canImport: game.user.isGM,
    });
  }

  async _onRender(context: any, options: any): Promise<void> {
    await super._onRender(context, options);
    // The lock of its compendium is nothing to who only imports.
    this._toggleDisabled(false);
  }
}
