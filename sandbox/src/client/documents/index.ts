import { closed } from '../../shared/not-in-sandbox';
import { modifyBatch } from '../abstract/backend';
import * as collections from '../collections/index';
import { CONFIG, documentConfig } from '../config';
import type { CollectionClass } from '../config-types';
import { ActiveEffectTypeDataModel } from '../data/active-effect-type';
import { ActiveEffect, BaseActiveEffect } from './active-effect';
import { Actor, BaseActor } from './actor';
import { ActorDelta, BaseActorDelta } from './actor-delta';
import { Adventure, BaseAdventure } from './adventure';
import { AmbientLightDocument, BaseAmbientLight } from './ambient-light';
import { BaseChatMessage, ChatMessage } from './chat-message';
import { ClientDocumentMixin } from './client-document';
import { BaseCombat, Combat } from './combat';
import { BaseCombatant, Combatant } from './combatant';
import { BaseCombatantGroup, CombatantGroup } from './combatant-group';
import { BaseFolder, Folder } from './folder';
import { BaseItem, Item } from './item';
import { BaseJournalEntry, BaseJournalEntryPage, JournalEntry, JournalEntryPage } from './journal-entry';
import { BaseLevel, Level } from './level';
import { BaseMacro, Macro } from './macro';
import { BaseRegion, BaseRegionBehavior, RegionBehavior, RegionDocument } from './region';
import { BaseRollTable, BaseTableResult, RollTable, TableResult } from './roll-table';
import { BaseScene, Scene } from './scene';
import { BaseSetting, Setting } from './setting';
import { BaseToken, TokenDocument } from './token';
import { BaseUser, User } from './user';
import { BaseWall, WallDocument } from './wall';

/** Document classes, which stay global in v14. */
export const documentClasses = {
  ActiveEffect,
  Actor,
  ActorDelta,
  Adventure,
  ChatMessage,
  Combat,
  Combatant,
  CombatantGroup,
  Folder,
  Item,
  JournalEntry,
  JournalEntryPage,
  Level,
  Macro,
  RegionBehavior,
  RollTable,
  Scene,
  Setting,
  TableResult,
  User,
};

for (const [name, documentClass] of Object.entries(documentClasses))
  documentConfig(name)!.documentClass ??= documentClass;
CONFIG['Token'].documentClass ??= TokenDocument;
CONFIG['Region'].documentClass ??= RegionDocument;
CONFIG['Wall'].documentClass ??= WallDocument;
CONFIG['AmbientLight'].documentClass ??= AmbientLightDocument;
CONFIG['ActiveEffect'].dataModels['base'] ??= ActiveEffectTypeDataModel;

const COLLECTIONS: Record<string, CollectionClass> = {
  Actor: collections.Actors,
  ChatMessage: collections.ChatMessages,
  Combat: collections.CombatEncounters,
  Folder: collections.Folders,
  Item: collections.Items,
  JournalEntry: collections.Journal,
  Macro: collections.Macros,
  RollTable: collections.RollTables,
  Scene: collections.Scenes,
  Setting: collections.WorldSettings,
  User: collections.Users,
};
for (const [name, collection] of Object.entries(COLLECTIONS)) documentConfig(name)!.collection = collection;
export const collectionClasses = COLLECTIONS;

/** foundry.documents */
export const documentsNamespace = closed('foundry.documents', {
  ...documentClasses,
  AmbientLightDocument,
  RegionDocument,
  TokenDocument,
  WallDocument,
  BaseActiveEffect,
  BaseActor,
  BaseActorDelta,
  BaseAdventure,
  BaseAmbientLight,
  BaseChatMessage,
  BaseCombat,
  BaseCombatant,
  BaseCombatantGroup,
  BaseFolder,
  BaseItem,
  BaseJournalEntry,
  BaseJournalEntryPage,
  BaseLevel,
  BaseMacro,
  BaseRegion,
  BaseRegionBehavior,
  BaseRollTable,
  BaseScene,
  BaseSetting,
  BaseTableResult,
  BaseToken,
  BaseUser,
  BaseWall,
  modifyBatch,
  abstract: closed('foundry.documents.abstract', { ClientDocumentMixin, WorldCollection: collections.WorldCollection }),
  collections: closed('foundry.documents.collections', { ...collections }),
});
