import type { Data, DeltaEntry, StoredActor, StoredDelta, StoredDocument } from './data';
import { deepClone, mergeObject } from './objects';

/** World collections by document name. T14: metadata `embedded` of each common/documents/*.d.mts */
export const WORLD_COLLECTIONS: Record<string, string> = {
  Actor: 'actors',
  Cards: 'cards',
  ChatMessage: 'messages',
  Combat: 'combats',
  Folder: 'folders',
  Item: 'items',
  JournalEntry: 'journal',
  Macro: 'macros',
  Playlist: 'playlists',
  RollTable: 'tables',
  Scene: 'scenes',
  Setting: 'settings',
  User: 'users',
};

export const EMBEDDED_COLLECTIONS: Record<string, Record<string, string>> = {
  Actor: { Item: 'items', ActiveEffect: 'effects' },
  ActorDelta: { Item: 'items', ActiveEffect: 'effects' },
  Item: { ActiveEffect: 'effects' },
  Combat: { Combatant: 'combatants', CombatantGroup: 'groups' },
  JournalEntry: { JournalEntryPage: 'pages' },
  RollTable: { TableResult: 'results' },
  Region: { RegionBehavior: 'behaviors' },
  Scene: { Level: 'levels', Token: 'tokens', Region: 'regions', Wall: 'walls', AmbientLight: 'lights' },
};

/** The sandbox's part of `COMPENDIUM_DOCUMENT_TYPES`. */
export const PACKED_DOCUMENTS = ['ActiveEffect', 'Actor', 'Item', 'JournalEntry', 'RollTable', 'Scene'];

/** Documents with typed `system` data. T14: client/game.d.mts */
export const TYPED_DOCUMENTS = new Set([
  'ActiveEffect',
  'Actor',
  'ChatMessage',
  'Combat',
  'Combatant',
  'CombatantGroup',
  'Item',
]);

/**
 * Returns a token's actor: the base actor with the delta applied, where a `_tombstone` removes an inherited embedded
 * document. T14: common/documents/actor-delta.d.mts
 */
export function syntheticActor(base: StoredActor, token: { delta?: StoredDelta | null }): StoredActor {
  const actor = deepClone(base);
  const own: Data = actor;
  const delta = token.delta ?? {};
  for (const key of ['name', 'img', 'type', 'ownership']) if (delta[key] != null) own[key] = deepClone(delta[key]);
  actor.system = mergeObject(actor.system ?? {}, deepClone(delta.system ?? {}));
  actor.flags = mergeObject(actor.flags ?? {}, deepClone(delta.flags ?? {}));
  for (const field of ['items', 'effects'] as const) {
    const byId = new Map<string, StoredDocument>((actor[field] ?? []).map((entry) => [entry._id, entry]));
    for (const entry of (delta[field] ?? []) as DeltaEntry[]) {
      if (entry._tombstone) byId.delete(entry._id);
      else byId.set(entry._id, deepClone(entry));
    }
    actor[field] = [...byId.values()];
  }
  return actor;
}
