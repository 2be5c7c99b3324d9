import { NotInSandbox } from '../../../shared/not-in-sandbox';
import { DocumentSheetV2 } from '../api/document-sheet';
import { HandlebarsApplicationMixin } from '../api/handlebars-application';

const TABS = () => ({
  sheet: {
    tabs: [
      { id: 'identity', icon: 'fa-solid fa-memo-pad', label: 'TOKEN.TABS.identity' },
      { id: 'appearance', icon: 'fa-solid fa-square-user', label: 'TOKEN.TABS.appearance' },
      { id: 'vision', icon: 'fa-solid fa-eye', label: 'TOKEN.TABS.vision' },
      { id: 'light', icon: 'fa-solid fa-lightbulb', label: 'TOKEN.TABS.light' },
      { id: 'resources', icon: 'fa-solid fa-heart', label: 'TOKEN.TABS.resources' },
    ],
    initial: 'identity',
  },
});

/** Packages extend it and add tabs; it cannot be opened. T13: client/applications/sheets/token/token-config.d.mts */
export class TokenConfig extends HandlebarsApplicationMixin(DocumentSheetV2) {
  static override TABS = TABS();

  override render(): never {
    throw new NotInSandbox('foundry.applications.sheets.TokenConfig');
  }
}

/** T13: client/applications/sheets/token/prototype-config.d.mts */
export class PrototypeTokenConfig extends HandlebarsApplicationMixin(DocumentSheetV2) {
  static override TABS = TABS();

  override render(): never {
    throw new NotInSandbox('foundry.applications.sheets.PrototypeTokenConfig');
  }
}
