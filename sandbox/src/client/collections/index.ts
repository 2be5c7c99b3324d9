import { game } from '../game';
import { WorldCollection } from './world-collection';

/** foundry.documents.collections */
export { CompendiumCollection } from '../packs';
export { WorldCollection };

export class Actors extends WorldCollection {
  static named = 'Actor';

  /** Actors of unlinked tokens, by UUID. */
  get tokens(): Record<string, any> {
    const tokens = (game['scenes']?.contents ?? []).flatMap((scene: any) => scene.tokens.contents);
    return Object.fromEntries(
      tokens.filter((t: any) => !t.actorLink && t.actor).map((t: any) => [t.actor.uuid, t.actor]),
    );
  }
}

export class Items extends WorldCollection {
  static named = 'Item';
}

export class Journal extends WorldCollection {
  static named = 'JournalEntry';
}

export class Macros extends WorldCollection {
  static named = 'Macro';
}

export class RollTables extends WorldCollection {
  static named = 'RollTable';
}

export class Folders extends WorldCollection {
  static named = 'Folder';

  /** Directories show folders: each re-renders when one of its own changes. */
  override _onModifyContents(action: string, documents: any[], result: any, operation: any, user: any) {
    super._onModifyContents(action, documents, result, operation, user);
    const types = new Set(documents.map((folder) => folder.type));
    for (const type of types) game['collections'].get(type)?.render();
  }
}

export class ChatMessages extends WorldCollection {
  static named = 'ChatMessage';

  async flush() {
    return this.documentClass.deleteDocuments([], { deleteAll: true });
  }
}

/** T14: client/documents/collections/scenes.d.mts */
export class Scenes extends WorldCollection {
  static named = 'Scene';

  get active(): any {
    return this.find((scene: any) => scene.active) ?? null;
  }

  get current(): any {
    return this.get(game['user']?.viewedScene) ?? null;
  }

  get viewed(): any {
    return this.current;
  }
}

/** T14: client/documents/collections/combat-encounters.d.mts */
export class CombatEncounters extends WorldCollection {
  static named = 'Combat';

  override get directory(): any {
    return (globalThis as any).ui?.combat;
  }

  /** Those of the scene at hand, and those of none. */
  get combats(): any[] {
    const current = game['scenes']?.current?.id;
    return this.filter((combat: any) => !combat._source.scene || combat._source.scene === current);
  }

  get active(): any {
    return this.combats.find((combat: any) => combat.active) ?? null;
  }

  get viewed(): any {
    const tracker = (globalThis as any).ui?.combat;
    const shown = tracker?.viewed;
    return (shown && this.get(shown.id)) ?? this.active ?? this.combats[0] ?? null;
  }

  get settings(): any {
    return game['settings']?.combatConfig?.() ?? {};
  }
}

/** T14: client/documents/collections/users.d.mts */
export class Users extends WorldCollection {
  static named = 'User';

  get current(): any {
    return game['user'];
  }

  get players(): any[] {
    return this.filter((user: any) => !user.isGM && user.hasRole('PLAYER'));
  }

  /** A full gamemaster before an assistant, then by id: the same one on every client. I#11678 */
  get activeGM(): any {
    return this.getDesignatedUser((user: any) => user.active && user.isGM);
  }

  getDesignatedUser(condition: (user: any) => boolean): any {
    const candidates = this.filter((user: any) => condition(user));
    candidates.sort((a: any, b: any) => b.role - a.role || (a.id > b.id ? 1 : -1));
    return candidates[0] ?? null;
  }
}

export class WorldSettings extends WorldCollection {
  static named = 'Setting';

  getSetting(key: string, user: string | null = null): any {
    return this.find((setting: any) => setting.key === key && (setting._source.user ?? null) === user);
  }
}
