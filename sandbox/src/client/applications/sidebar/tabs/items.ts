import type { GivenOptions } from '../../api/options';
import { DocumentDirectory } from '../document-directory';

/** T13: client/applications/sidebar/tabs/item-directory.d.mts */
export class ItemDirectory extends DocumentDirectory {
  static override DEFAULT_OPTIONS: GivenOptions = { window: { title: 'DOCUMENT.Items', icon: 'fa-solid fa-suitcase' } };
  static override tabName = 'items';
  static override documentName = 'Item';
}
