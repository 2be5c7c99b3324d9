import { logCompatibilityWarning } from './compatibility';

/**
 * Members of `foundry` that v13 deprecated as globals and that stay global until 15, by namespace. `Global=member`
 * where the names differ. Shaders and filters are left out. T14: client/client.d.mts
 */
const UNTIL_15: Record<string, string> = {
  '': 'Game',
  applications: 'HandlebarsHelpers=handlebars',
  'applications.handlebars': 'getTemplate loadTemplates renderTemplate',
  'applications.apps':
    'CombatTrackerConfig DocumentSheetConfig FilePicker GridConfig ImagePopout DocumentOwnershipConfig',
  'applications.ui': 'Hotbar Pause=GamePause SceneControls SceneNavigation Players MainMenu Notifications',
  'applications.sheets':
    'ActiveEffectConfig AdventureExporter BaseSheet CardConfig CardHand=CardHandConfig CardPile=CardPileConfig CardsConfig=CardDeckConfig CombatantConfig DrawingConfig FolderConfig MeasuredTemplateConfig MacroConfig NoteConfig PlaylistConfig PlaylistSoundConfig RollTableConfig=RollTableSheet SceneConfig TileConfig TokenConfig WallConfig',
  'applications.sidebar': 'Sidebar',
  'applications.sidebar.tabs':
    'ActorDirectory CardsDirectory ChatLog CombatTracker CompendiumDirectory ItemDirectory JournalDirectory MacroDirectory PlaylistDirectory RollTableDirectory SceneDirectory Settings',
  'applications.sidebar.apps':
    'Compendium InvitationLinks KeybindingsConfig=ControlsConfig SupportDetails ModuleManagement ToursManagement',
  'applications.hud': 'BasePlaceableHUD DrawingHUD TileHUD TokenHUD',
  'applications.settings': 'SettingsConfig DependencyResolution',
  'applications.settings.menus': 'AVConfig DefaultSheetsConfig DiceConfig FontConfig',
  'applications.ux':
    'ContextMenu DragDrop Draggable FormDataExtended HTMLSecret ProseMirrorEditor SearchFilter Tabs TextEditor',
  'appv1.sheets': 'ActorSheet AdventureImporter ItemSheet JournalSheet JournalPageSheet JournalTextPageSheet',
  canvas: 'Canvas SceneManager TextureExtractor TextureLoader getTexture loadTexture srcExists',
  'canvas.containers': 'SpriteMesh ControlIcon ResizeHandle PreciseText GridHighlight Cursor DoorControl',
  'canvas.layers':
    'CanvasLayer InteractionLayer PlaceablesLayer ControlsLayer GridLayer DrawingsLayer NotesLayer SoundsLayer TemplateLayer TilesLayer WallsLayer RegionLayer LightingLayer TokenLayer',
  'canvas.placeables': 'PlaceableObject Drawing Note Region Tile Token MeasuredTemplate Wall AmbientLight AmbientSound',
  'canvas.geometry': 'Quadtree CanvasQuadtree Ray PointSourcePolygon ClockwiseSweepPolygon',
  'canvas.animation': 'CanvasAnimation ChatBubbles SmoothNoise',
  'canvas.interaction': 'MouseInteractionManager RenderFlagsMixin RenderFlags Ping Ruler',
  'canvas.placeables.tokens': 'UserTargets TokenRing TokenRingConfig DynamicRingData',
  'canvas.perception': 'FogManager PerceptionManager VisionMode DetectionMode',
  'documents.abstract':
    'ClientDocumentMixin CanvasDocumentMixin DirectoryCollectionMixin DocumentCollection WorldCollection',
  'documents.collections':
    'Actors CardStacks CombatEncounters FogExplorations Folders Items Journal Macros Messages=ChatMessages Playlists RollTables Scenes WorldSettings Users CompendiumCollection CompendiumFolderCollection CompendiumPacks',
  helpers: 'AsyncWorker ClientIssues ClientSettings DocumentIndex GameTime Localization SocketInterface WorkerManager',
  'helpers.interaction': 'ClientKeybindings ClipboardHelper GamepadManager KeyboardManager MouseManager TooltipManager',
  'helpers.media': 'ImageHelper VideoHelper',
  utils: 'SortingHelpers saveDataToFile readTextFromFile',
  nue: 'NewUserExperience=NewUserExperienceManager Tours=ToursCollection Tour',
  packages: 'Module System World',
};

/** T14: client/client.d.mts, "since v13 will be removed in v16" */
const UNTIL_16: Record<string, string> = { 'appv1.api': 'Application Dialog FormApplication DocumentSheet' };

/** Defines getters for the deprecated globals, which warn once as core does. */
export function installDeprecatedGlobals(target: object, foundry: object): void {
  for (const [until, table] of [
    [15, UNTIL_15],
    [16, UNTIL_16],
  ] as const)
    for (const [namespace, names] of Object.entries(table))
      for (const entry of names.split(' ')) {
        const [name = '', member = name] = entry.split('=');
        define(target, foundry, name, [...namespace.split('.'), member].filter(Boolean), until);
      }
}

function define(target: object, foundry: object, name: string, path: string[], until: number): void {
  if (name in target) return;
  Object.defineProperty(target, name, {
    configurable: true,
    get() {
      const value = path.reduce<object>((holder, key) => Reflect.get(holder, key), foundry);
      logCompatibilityWarning(
        `You are accessing the global "${name}" which is now namespaced under foundry.${path.join('.')}`,
        { since: 13, until, once: true },
      );
      return value;
    },
    set(value: unknown) {
      Object.defineProperty(target, name, { value, writable: true, configurable: true });
    },
  });
}
