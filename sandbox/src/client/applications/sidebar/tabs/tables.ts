import { DocumentDirectory } from '../document-directory';

/** T13: client/applications/sidebar/tabs/roll-table-directory.d.mts; the sandbox reads these, and writes none. */
export class RollTableDirectory extends DocumentDirectory {
  static DEFAULT_OPTIONS: any = { window: { title: 'DOCUMENT.RollTables', icon: 'fa-solid fa-table-list' } };
  static tabName = 'tables';
  static documentName = 'RollTable';

  _canCreateEntry(): boolean {
    return false;
  }
}
