import { DocumentSheetV2 } from '../api/document-sheet';
import { HandlebarsApplicationMixin } from '../api/handlebars-application';

/** What a document has no registered sheet for: its name, editable. */
export class PlainSheet extends HandlebarsApplicationMixin(DocumentSheetV2) {
  static DEFAULT_OPTIONS: any = {
    classes: ['plain-sheet'],
    window: { contentClasses: ['standard-form'] },
    position: { width: 420 },
    form: { closeOnSubmit: true },
  };

  static PARTS = {
    form: { template: 'templates/sheets/plain-sheet.hbs' },
    footer: { template: 'templates/generic/form-footer.hbs' },
  };

  async _prepareContext(options: any): Promise<any> {
    const context = await super._prepareContext(options);
    context.buttons = [{ type: 'submit', icon: 'fa-solid fa-floppy-disk', label: 'SETTINGS.Save' }];
    return context;
  }
}
