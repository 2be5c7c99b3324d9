import type { TextStyle } from 'pixi.js';
import type { StoredDocument } from '../shared/data';
import type { ClientDatabaseBackend } from './abstract/backend';
import type { DocumentClass } from './abstract/document';
import type { TypeDataModel } from './abstract/type-data';
import type { ApplicationV2 } from './applications/api/application';
import type { DocumentSheetV2 } from './applications/api/document-sheet';
import type { FilePicker } from './applications/apps/file-picker';
import type { TokenHUD } from './applications/hud/token-hud';
import type { TooltipManager } from './applications/ui/tooltip';
import type { ContextMenu } from './applications/ux/context-menu';
import type { DragDrop } from './applications/ux/drag-drop';
import type { Draggable } from './applications/ux/draggable';
import type { Enricher, TextEditor } from './applications/ux/text-editor';
import type { CanvasColors } from './canvas/colors';
import type { InteractionLayer } from './canvas/layers/interaction-layer';
import type { TokenLayer } from './canvas/layers/token-layer';
import type { MovementConfig } from './canvas/movement/config';
import type { Token } from './canvas/placeables/token';
import type { TokenRuler } from './canvas/placeables/tokens/ruler';
import type { WorldCollection } from './collections/world-collection';
import type { EffectChange } from './data/fields/change';
import type { StatusEffect, StatusEffects } from './data/status-effects';
import type { DiceConfig } from './dice/types';
import type { ActiveEffect } from './documents/active-effect';
import type { Actor } from './documents/actor';
import type { ChatMessage } from './documents/chat-message';
import type { Combat } from './documents/combat';
import type { Combatant } from './documents/combatant';
import type { Folder } from './documents/folder';
import type { Item } from './documents/item';
import type { Scene } from './documents/scene';
import type { Setting } from './documents/setting';
import type { TokenDocument } from './documents/token';
import type { User } from './documents/user';
import type { ClockwiseSweepPolygon } from './geometry/sweep';
import type { QueryHandler } from './queries';
import type { CombatSettings } from './settings';

export interface DocumentConfig<C = DocumentClass> {
  documentClass: C;
  dataModels: Record<string, typeof TypeDataModel>;
  typeLabels: Record<string, string>;
  typeIcons: Record<string, string>;
  typeHints?: Record<string, string>;
  /** Registered sheets by subtype and sheet id. */
  sheetClasses: Record<string, Record<string, SheetEntry>>;
  /** Only for documents with a world collection. */
  sheetClass?: typeof DocumentSheetV2;
  collection?: CollectionClass | null;
  sidebarIcon?: string;
  compendiumIndexFields?: string[];
}

export interface SheetEntry {
  id: string;
  cls: typeof DocumentSheetV2;
  default: boolean;
  label?: string;
  themes?: unknown;
  canBeDefault?: boolean;
  canConfigure?: boolean;
}

export type CollectionClass = new (data?: StoredDocument[]) => WorldCollection;

/** A change type of active effects. Systems add handlers. */
interface ChangeType {
  label: string;
  defaultPriority: number;
  handler?: (target: Actor | Item, change: EffectChange, context: { replacementData?: object }) => unknown;
}

interface MessageMode {
  label: string;
  icon: string;
  handler?: (data: object) => void;
}

/** Document types without further configuration. */
type PlainDocument =
  | 'AmbientLight'
  | 'ActorDelta'
  | 'Adventure'
  | 'CombatantGroup'
  | 'JournalEntry'
  | 'JournalEntryPage'
  | 'Level'
  | 'Macro'
  | 'Region'
  | 'RegionBehavior'
  | 'RollTable'
  | 'TableResult'
  | 'Wall';

/** Document types with an entry in `CONFIG`. */
export type DocumentName =
  | PlainDocument
  | 'Actor'
  | 'ActiveEffect'
  | 'ChatMessage'
  | 'Combat'
  | 'Combatant'
  | 'Folder'
  | 'Item'
  | 'Scene'
  | 'Setting'
  | 'Token'
  | 'User';

/** `CONFIG`. T14: client/config.d.mts */
export interface Config extends Record<PlainDocument, DocumentConfig & { objectClass?: null }> {
  Actor: DocumentConfig<typeof Actor> & { trackableAttributes: object };
  ActiveEffect: DocumentConfig<typeof ActiveEffect> & {
    phases: Record<string, { label: string }>;
    changeTypes: Record<string, ChangeType>;
    expiryAction: string;
    expiryEvents: Record<string, string>;
  };
  ChatMessage: DocumentConfig<typeof ChatMessage> & {
    batchSize: number;
    template: string;
    modes: Record<string, MessageMode>;
  };
  Combat: DocumentConfig<typeof Combat> & {
    defeatedStatusId: string;
    initiative: { formula: string | null; decimals: number };
    initiativeIcon: { icon: string; hover: string };
    fallbackTurnMarker: string;
    sounds: object;
    settings: CombatSettings;
  };
  Combatant: DocumentConfig<typeof Combatant>;
  Folder: DocumentConfig<typeof Folder>;
  Item: DocumentConfig<typeof Item>;
  Scene: DocumentConfig<typeof Scene>;
  Setting: DocumentConfig<typeof Setting>;
  Token: DocumentConfig<typeof TokenDocument> & {
    objectClass: typeof Token;
    rulerClass: typeof TokenRuler;
    layerClass: typeof TokenLayer | null;
    hudClass: typeof TokenHUD | null;
    prototypeSheetClass: typeof ApplicationV2 | null;
    movement: MovementConfig;
  };
  User: DocumentConfig<typeof User>;
  debug: Record<string, boolean>;
  compatibility: { mode: number; includePatterns: RegExp[]; excludePatterns: RegExp[] };
  Canvas: CanvasColors & {
    blurStrength: number;
    gridStyles: object;
    groups: object;
    layers: Record<string, { layerClass: new () => InteractionLayer; group: string }>;
    polygonBackends: Record<string, typeof ClockwiseSweepPolygon>;
    objectBorderThickness: number;
  };
  Dice: DiceConfig;
  /** Set by its own file. */
  DatabaseBackend?: ClientDatabaseBackend;
  TextEditor: { enrichers: Enricher[] };
  controlIcons: Record<string, string>;
  get statusEffects(): StatusEffects;
  set statusEffects(list: StatusEffect[] | Record<string, StatusEffect>);
  specialStatusEffects: Record<string, string>;
  queries: Record<string, QueryHandler>;
  sounds: Record<string, string>;
  supportedLanguages: Record<string, string>;
  time: { turnTime: number; roundTime: number; worldCalendarClass: unknown; earthCalendarClass: unknown };
  /** The application class of each part of the interface. */
  ui: Record<string, new () => ApplicationV2>;
  ux: {
    TooltipManager?: typeof TooltipManager;
    TextEditor?: typeof TextEditor;
    FilePicker?: typeof FilePicker;
    ContextMenu?: typeof ContextMenu;
    DragDrop?: typeof DragDrop;
    Draggable?: typeof Draggable;
  };
  fontDefinitions: object;
  defaultFontFamily: string;
  /** Only with a map. */
  canvasTextStyle?: TextStyle;
}
