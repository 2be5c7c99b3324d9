import type { GivenOptions } from '../../api/options';
import { DocumentDirectory } from '../document-directory';

/** T13: client/applications/sidebar/tabs/roll-table-directory.d.mts; read-only in the sandbox. */
export class RollTableDirectory extends DocumentDirectory {
  static override DEFAULT_OPTIONS: GivenOptions = {
    window: { title: 'DOCUMENT.RollTables', icon: 'fa-solid fa-table-list' },
  };
  static override tabName = 'tables';
  static override documentName = 'RollTable';

  override _canCreateEntry(): boolean {
    return false;
  }
}
