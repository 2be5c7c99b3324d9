import { DocumentDirectory } from '../document-directory';

/** T13: client/applications/sidebar/tabs/journal-directory.d.mts; the sandbox reads these, and writes none. */
export class JournalDirectory extends DocumentDirectory {
  static DEFAULT_OPTIONS: any = { window: { title: 'DOCUMENT.JournalEntries', icon: 'fa-solid fa-book-open' } };
  static tabName = 'journal';
  static documentName = 'JournalEntry';

  _canCreateEntry(): boolean {
    return false;
  }
}
