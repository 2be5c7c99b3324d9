import { DocumentDirectory } from '../document-directory';

/** T13: client/applications/sidebar/tabs/item-directory.d.mts */
export class ItemDirectory extends DocumentDirectory {
  static DEFAULT_OPTIONS: any = { window: { title: 'DOCUMENT.Items', icon: 'fa-solid fa-suitcase' } };
  static tabName = 'items';
  static documentName = 'Item';
}
