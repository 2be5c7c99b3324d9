import { closed, notInSandbox, unsupportedClass } from '../../shared/not-in-sandbox';
import { ApplicationV2, instances } from './api/application';
import { DialogV2 } from './api/dialog';
import { DocumentSheetV2 } from './api/document-sheet';
import { HandlebarsApplicationMixin } from './api/handlebars-application';
import { DocumentOwnershipConfig } from './apps/document-ownership';
import { DocumentSheetConfig } from './apps/document-sheet-config';
import { FilePicker } from './apps/file-picker';
import * as fields from './fields';
import * as handlebars from './handlebars';
import { TokenHUD } from './hud/token-hud';
import { HTMLProseMirrorElement } from './prose-mirror';
import { SettingsConfig } from './settings/config';
import { ControlsConfig } from './settings/controls-config';
import { FontConfig } from './settings/font-config';
import { ActiveEffectConfig } from './sheets/active-effect-config';
import { ActorSheetV2 } from './sheets/actor-sheet';
import { AdventureImporterV2 } from './sheets/adventure-importer';
import { CombatantConfig } from './sheets/combatant-config';
import { ItemSheetV2 } from './sheets/item-sheet';
import { JournalEntrySheet } from './sheets/journal-entry-sheet';
import { RollTableSheet } from './sheets/roll-table-sheet';
import { PrototypeTokenConfig, TokenConfig } from './sheets/token-config';
import { Compendium } from './sidebar/compendium';
import { DocumentDirectory } from './sidebar/document-directory';
import { ModuleManagement } from './sidebar/module-management';
import { Sidebar } from './sidebar/sidebar';
import { AbstractSidebarTab } from './sidebar/sidebar-tab';
import { ActorDirectory } from './sidebar/tabs/actors';
import { ChatLog } from './sidebar/tabs/chat';
import { CombatTracker } from './sidebar/tabs/combat-tracker';
import { CompendiumDirectory } from './sidebar/tabs/compendiums';
import { ItemDirectory } from './sidebar/tabs/items';
import { JournalDirectory } from './sidebar/tabs/journal';
import { Settings } from './sidebar/tabs/settings';
import { RollTableDirectory } from './sidebar/tabs/tables';
import { GamePause } from './ui/game-pause';
import { Hotbar } from './ui/hotbar';
import { Notifications } from './ui/notifications';
import { Players } from './ui/players';
import { SceneControls } from './ui/scene-controls';
import { SceneNavigation } from './ui/scene-navigation';
import { ContextMenu } from './ux/context-menu';
import { DragDrop } from './ux/drag-drop';
import { Draggable } from './ux/draggable';
import { FormDataExtended } from './ux/form-data-extended';
import { SearchFilter } from './ux/search-filter';
import { TextEditor } from './ux/text-editor';

export { renderInterface } from './interface';
export { TooltipManager } from './ui/tooltip';
export { cleanHTML } from './ux/clean-html';

/** `foundry.applications`. T13: client/applications/_module.d.mts */
export const applications = closed('foundry.applications', {
  instances,
  // Each class has two names. T13: client/applications/{api,sheets}/_module.d.mts
  api: closed('foundry.applications.api', {
    ApplicationV2,
    Application: ApplicationV2,
    DialogV2,
    Dialog: DialogV2,
    DocumentSheetV2,
    DocumentSheet: DocumentSheetV2,
    HandlebarsApplicationMixin,
  }),
  apps: closed('foundry.applications.apps', {
    CombatTrackerConfig: unsupportedClass('foundry.applications.apps.CombatTrackerConfig'),
    DocumentSheetConfig,
    DocumentOwnershipConfig,
    ImagePopout: class ImagePopout {
      constructor() {
        notInSandbox('foundry.applications.apps.ImagePopout')();
      }
    },
    FilePicker,
  }),
  elements: closed('foundry.applications.elements', { HTMLProseMirrorElement }),
  fields: closed('foundry.applications.fields', { ...fields }),
  handlebars: closed('foundry.applications.handlebars', { ...handlebars }),
  hud: closed('foundry.applications.hud', { TokenHUD }),
  settings: closed('foundry.applications.settings', {
    SettingsConfig,
    menus: closed('foundry.applications.settings.menus', { FontConfig }),
  }),
  sheets: closed('foundry.applications.sheets', {
    ActiveEffectConfig,
    ActorSheetV2,
    ActorSheet: ActorSheetV2,
    ItemSheetV2,
    ItemSheet: ItemSheetV2,
    AdventureImporterV2,
    AdventureImporter: AdventureImporterV2,
    CombatantConfig,
    PrototypeTokenConfig,
    TokenConfig,
    RollTableSheet,
    journal: closed('foundry.applications.sheets.journal', { JournalEntrySheet }),
  }),
  sidebar: closed('foundry.applications.sidebar', {
    AbstractSidebarTab,
    DocumentDirectory,
    Sidebar,
    apps: closed('foundry.applications.sidebar.apps', { Compendium, ControlsConfig, ModuleManagement }),
    tabs: closed('foundry.applications.sidebar.tabs', {
      ActorDirectory,
      ChatLog,
      CombatTracker,
      CompendiumDirectory,
      ItemDirectory,
      JournalDirectory,
      RollTableDirectory,
      Settings,
    }),
  }),
  ui: closed('foundry.applications.ui', { GamePause, Hotbar, Notifications, Players, SceneControls, SceneNavigation }),
  ux: closed('foundry.applications.ux', {
    ContextMenu,
    DragDrop,
    Draggable,
    FormDataExtended,
    SearchFilter,
    TextEditor,
  }),
});

/** Default sheets without a system. */
export const coreSheets: Record<string, typeof DocumentSheetV2> = {
  ActiveEffect: ActiveEffectConfig,
  Adventure: AdventureImporterV2,
  JournalEntry: JournalEntrySheet,
  RollTable: RollTableSheet,
};

/** `CONFIG.ui` before a system changes it. T13: client/config.d.mts */
export const defaultUI = {
  notifications: Notifications,
  sidebar: Sidebar,
  chat: ChatLog,
  combat: CombatTracker,
  actors: ActorDirectory,
  items: ItemDirectory,
  journal: JournalDirectory,
  tables: RollTableDirectory,
  compendium: CompendiumDirectory,
  settings: Settings,
  controls: SceneControls,
  nav: SceneNavigation,
  players: Players,
  hotbar: Hotbar,
  pause: GamePause,
};

handlebars.initialize();
