import type { GivenOptions } from '../../api/options';
import { DocumentDirectory } from '../document-directory';

/** T13: client/applications/sidebar/tabs/actor-directory.d.mts */
export class ActorDirectory extends DocumentDirectory {
  static override DEFAULT_OPTIONS: GivenOptions = { window: { title: 'DOCUMENT.Actors', icon: 'fa-solid fa-users' } };
  static override tabName = 'actors';
  static override documentName = 'Actor';
}
