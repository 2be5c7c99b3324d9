import { DocumentSheetV2 } from '../api/document-sheet';
import { HandlebarsApplicationMixin } from '../api/handlebars-application';
import { TextEditor } from '../ux/text-editor';

/** A table to be read and drawn from. T13: client/applications/sheets/roll-table-sheet.d.mts */
export class RollTableSheet extends HandlebarsApplicationMixin(DocumentSheetV2) {
  static DEFAULT_OPTIONS: any = {
    classes: ['roll-table-sheet'],
    window: { icon: 'fa-solid fa-table-list', resizable: true, contentClasses: ['standard-form'] },
    position: { width: 620 },
    actions: { drawResult: RollTableSheet.onDrawResult },
  };

  static PARTS = { results: { template: 'templates/sheets/roll-table.hbs', scrollable: [''] } };

  static async onDrawResult(this: RollTableSheet): Promise<void> {
    await this.document.draw();
  }

  async _prepareContext(options: any): Promise<any> {
    const context = await super._prepareContext(options);
    const enrich = (html: string) => TextEditor.implementation.enrichHTML(html, { relativeTo: this.document });
    const results = [...this.document.results.contents].sort((a: any, b: any) => a.range[0] - b.range[0]);
    const rows = results.map(async ({ range: [low, high], name, description }: any) => ({
      range: low === high ? `${low}` : `${low}–${high}`,
      name,
      description: await enrich(description),
    }));
    return Object.assign(context, {
      description: await enrich(this.document.description),
      formula: this.document.formula,
      results: await Promise.all(rows),
    });
  }

  async _onRender(context: any, options: any): Promise<void> {
    await super._onRender(context, options);
    // Whoever sees a table may draw from it.
    this._toggleDisabled(false);
  }
}
