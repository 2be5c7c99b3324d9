import type { RollTable } from '../../documents/roll-table';
import { DocumentSheetV2 } from '../api/document-sheet';
import type { Part } from '../api/handlebars-application';
import { HandlebarsApplicationMixin } from '../api/handlebars-application';
import type { GivenOptions, RenderContext, RenderOptions } from '../api/options';
import { TextEditor } from '../ux/text-editor';

/** Shows a table and draws from it. T13: client/applications/sheets/roll-table-sheet.d.mts */
export class RollTableSheet extends HandlebarsApplicationMixin(DocumentSheetV2) {
  static override DEFAULT_OPTIONS: GivenOptions = {
    classes: ['roll-table-sheet'],
    window: { icon: 'fa-solid fa-table-list', resizable: true, contentClasses: ['standard-form'] },
    position: { width: 620 },
    actions: { drawResult: RollTableSheet.onDrawResult },
  };

  static override PARTS: Record<string, Part> = {
    results: { template: 'templates/sheets/roll-table.hbs', scrollable: [''] },
  };

  static async onDrawResult(this: RollTableSheet): Promise<void> {
    await this.document.draw();
  }

  override get document(): RollTable {
    return super.document as RollTable;
  }

  override async _prepareContext(options: RenderOptions): Promise<RenderContext> {
    const context = await super._prepareContext(options);
    const enrich = (html: string) => TextEditor.implementation.enrichHTML(html, { relativeTo: this.document });
    const results = [...this.document.results.contents].sort((a, b) => a.range[0] - b.range[0]);
    const rows = results.map(async ({ range: [low, high], name, description }) => ({
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

  override async _onRender(context: RenderContext, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    // Each user who sees a table may draw from it.
    this._toggleDisabled(false);
  }
}
