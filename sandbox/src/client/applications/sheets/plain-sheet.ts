import { DocumentSheetV2 } from '../api/document-sheet';
import type { Part } from '../api/handlebars-application';
import { HandlebarsApplicationMixin } from '../api/handlebars-application';
import type { GivenOptions, RenderContext, RenderOptions } from '../api/options';

/** The sheet of documents without a registered one: an editable name. */
export class PlainSheet extends HandlebarsApplicationMixin(DocumentSheetV2) {
  static override DEFAULT_OPTIONS: GivenOptions = {
    classes: ['plain-sheet'],
    window: { contentClasses: ['standard-form'] },
    position: { width: 420 },
    form: { closeOnSubmit: true },
  };

  static override PARTS: Record<string, Part> = {
    form: { template: 'templates/sheets/plain-sheet.hbs' },
    footer: { template: 'templates/generic/form-footer.hbs' },
  };

  override async _prepareContext(options: RenderOptions): Promise<RenderContext> {
    const context = await super._prepareContext(options);
    context['buttons'] = [{ type: 'submit', icon: 'fa-solid fa-floppy-disk', label: 'SETTINGS.Save' }];
    return context;
  }
}
