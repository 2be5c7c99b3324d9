import { DocumentDirectory } from '../document-directory';

/** T13: client/applications/sidebar/tabs/actor-directory.d.mts */
export class ActorDirectory extends DocumentDirectory {
  static DEFAULT_OPTIONS: any = { window: { title: 'DOCUMENT.Actors', icon: 'fa-solid fa-users' } };
  static tabName = 'actors';
  static documentName = 'Actor';
}
