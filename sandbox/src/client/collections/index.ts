import type { Document } from '../abstract/document';
import type { Action, OperationOptions } from '../abstract/operations';
import type { ApplicationV2 } from '../applications/api/application';
import type { Actor } from '../documents/actor';
import type { ChatMessage } from '../documents/chat-message';
import type { Combat } from '../documents/combat';
import type { Folder } from '../documents/folder';
import type { Item } from '../documents/item';
import type { JournalEntry } from '../documents/journal-entry';
import type { Macro } from '../documents/macro';
import type { RollTable } from '../documents/roll-table';
import type { Scene } from '../documents/scene';
import type { Setting } from '../documents/setting';
import type { User } from '../documents/user';
import { game } from '../game';
import type { CombatSettings } from '../settings';
import { WorldCollection } from './world-collection';

/** foundry.documents.collections */
export { CompendiumCollection } from '../packs';
export { WorldCollection };

export class Actors extends WorldCollection<Actor> {
  static override named = 'Actor';

  /** Actors of unlinked tokens, by UUID. */
  get tokens(): Record<string, Actor> {
    const tokens = (game['scenes']?.contents ?? []).flatMap((scene) => scene.tokens.contents);
    const actors = tokens.flatMap(({ actorLink, actor }) => (actor && !actorLink ? [actor] : []));
    return Object.fromEntries(actors.map((actor) => [actor.uuid, actor]));
  }
}

export class Items extends WorldCollection<Item> {
  static override named = 'Item';
}

export class Journal extends WorldCollection<JournalEntry> {
  static override named = 'JournalEntry';
}

export class Macros extends WorldCollection<Macro> {
  static override named = 'Macro';
}

export class RollTables extends WorldCollection<RollTable> {
  static override named = 'RollTable';
}

export class Folders extends WorldCollection<Folder> {
  static override named = 'Folder';

  /** Re-renders a directory when one of its folders changes. */
  override _onModifyContents(
    action: Action,
    documents: Document[],
    result: unknown[],
    operation: OperationOptions,
    user: User,
  ): void {
    super._onModifyContents(action, documents, result, operation, user);
    const types = new Set(documents.map((folder) => folder.type));
    for (const type of types) game['collections'].get(type)?.render();
  }
}

export class ChatMessages extends WorldCollection<ChatMessage> {
  static override named = 'ChatMessage';

  async flush() {
    return this.documentClass.deleteDocuments([], { deleteAll: true });
  }
}

/** T14: client/documents/collections/scenes.d.mts */
export class Scenes extends WorldCollection<Scene> {
  static override named = 'Scene';

  get active(): Scene | null {
    return this.find((scene) => scene.active) ?? null;
  }

  get current(): Scene | null {
    return this.get(game['user']?.viewedScene) ?? null;
  }

  get viewed(): Scene | null {
    return this.current;
  }
}

/** T14: client/documents/collections/combat-encounters.d.mts */
export class CombatEncounters extends WorldCollection<Combat> {
  static override named = 'Combat';

  override get directory(): ApplicationV2 | null {
    return globalThis.ui?.combat ?? null;
  }

  /** The encounters of the viewed scene, and those without a scene. */
  get combats(): Combat[] {
    const current = game['scenes']?.current?.id;
    return this.filter((combat) => !combat._source.scene || combat._source.scene === current);
  }

  get active(): Combat | null {
    return this.combats.find((combat) => combat.active) ?? null;
  }

  get viewed(): Combat | null {
    const shown = globalThis.ui?.combat?.viewed;
    return (shown && this.get(shown.id)) ?? this.active ?? this.combats[0] ?? null;
  }

  get settings(): CombatSettings {
    return game['settings']?.combatConfig?.() ?? {};
  }
}

/** T14: client/documents/collections/users.d.mts */
export class Users extends WorldCollection<User> {
  static override named = 'User';

  get current(): User {
    return game['user'];
  }

  get players(): User[] {
    return this.filter((user) => !user.isGM && user.hasRole('PLAYER'));
  }

  /** Full GMs before assistants, then by id: the same user on every client. I#11678 */
  get activeGM(): User | null {
    return this.getDesignatedUser((user) => user.active && user.isGM);
  }

  getDesignatedUser(condition: (user: User) => boolean): User | null {
    const candidates = this.filter((user) => condition(user));
    candidates.sort((a, b) => b.role - a.role || (a.id! > b.id! ? 1 : -1));
    return candidates[0] ?? null;
  }
}

export class WorldSettings extends WorldCollection<Setting> {
  static override named = 'Setting';

  getSetting(key: string, user: string | null = null): Setting | undefined {
    return this.find((setting) => setting.key === key && (setting._source.user ?? null) === user);
  }
}
