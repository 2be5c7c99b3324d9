import type { GivenOptions } from '../../api/options';
import { DocumentDirectory } from '../document-directory';

/** T13: client/applications/sidebar/tabs/journal-directory.d.mts; read-only in the sandbox. */
export class JournalDirectory extends DocumentDirectory {
  static override DEFAULT_OPTIONS: GivenOptions = {
    window: { title: 'DOCUMENT.JournalEntries', icon: 'fa-solid fa-book-open' },
  };
  static override tabName = 'journal';
  static override documentName = 'JournalEntry';

  override _canCreateEntry(): boolean {
    return false;
  }
}
