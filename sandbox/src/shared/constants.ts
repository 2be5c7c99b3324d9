/** CONST. T14: common/constants.d.mts; only values that the sandbox supports. */
export const vtt = 'Foundry VTT';
export const VTT = 'Foundry Virtual Tabletop';
export const BASE_DOCUMENT_TYPE = 'base';

export const USER_ROLES = { NONE: 0, PLAYER: 1, TRUSTED: 2, ASSISTANT: 3, GAMEMASTER: 4 } as const;
export const USER_ROLE_NAMES = { 0: 'NONE', 1: 'PLAYER', 2: 'TRUSTED', 3: 'ASSISTANT', 4: 'GAMEMASTER' } as const;
export const DOCUMENT_OWNERSHIP_LEVELS = { INHERIT: -1, NONE: 0, LIMITED: 1, OBSERVER: 2, OWNER: 3 } as const;
export const DOCUMENT_META_OWNERSHIP_LEVELS = { DEFAULT: -20, NOCHANGE: -10 } as const;

const permission = (defaultRole: number, name: string, disableGM = false) => ({
  disableGM,
  defaultRole,
  label: `PERMISSION.${name}`,
  hint: `PERMISSION.${name}Hint`,
});
export const USER_PERMISSIONS = {
  ACTOR_CREATE: permission(USER_ROLES.ASSISTANT, 'ActorCreate'),
  FILES_BROWSE: permission(USER_ROLES.TRUSTED, 'FilesBrowse'),
  ITEM_CREATE: permission(USER_ROLES.ASSISTANT, 'ItemCreate'),
  MACRO_SCRIPT: permission(USER_ROLES.PLAYER, 'MacroScript'),
  MANUAL_ROLLS: permission(USER_ROLES.TRUSTED, 'ManualRolls', true),
  MESSAGE_WHISPER: permission(USER_ROLES.PLAYER, 'MessageWhisper'),
  PING_CANVAS: permission(USER_ROLES.PLAYER, 'PingCanvas', true),
  QUERY_USER: permission(USER_ROLES.PLAYER, 'QueryUser'),
  SETTINGS_MODIFY: permission(USER_ROLES.ASSISTANT, 'SettingsModify'),
  SHOW_CURSOR: permission(USER_ROLES.PLAYER, 'ShowCursor', true),
  SHOW_RULER: permission(USER_ROLES.PLAYER, 'ShowRuler', true),
  TOKEN_CONFIGURE: permission(USER_ROLES.TRUSTED, 'TokenConfigure'),
  TOKEN_CREATE: permission(USER_ROLES.ASSISTANT, 'TokenCreate'),
  TOKEN_DELETE: permission(USER_ROLES.ASSISTANT, 'TokenDelete'),
  WALL_DOORS: permission(USER_ROLES.PLAYER, 'WallDoors'),
} as const;

export const WORLD_DOCUMENT_TYPES = [
  'Actor',
  'Cards',
  'ChatMessage',
  'Combat',
  'FogExploration',
  'Folder',
  'Item',
  'JournalEntry',
  'Macro',
  'Playlist',
  'RollTable',
  'Scene',
  'Setting',
  'User',
] as const;
export const PRIMARY_DOCUMENT_TYPES = ['Adventure', ...WORLD_DOCUMENT_TYPES] as const;
export const EMBEDDED_DOCUMENT_TYPES = [
  'ActiveEffect',
  'ActorDelta',
  'AmbientLight',
  'AmbientSound',
  'Card',
  'Combatant',
  'CombatantGroup',
  'Drawing',
  'Item',
  'JournalEntryCategory',
  'JournalEntryPage',
  'MeasuredTemplate',
  'Note',
  'PlaylistSound',
  'Region',
  'RegionBehavior',
  'TableResult',
  'Tile',
  'Token',
  'Wall',
] as const;
export const ALL_DOCUMENT_TYPES = [...new Set([...PRIMARY_DOCUMENT_TYPES, ...EMBEDDED_DOCUMENT_TYPES])].sort();
/** v14 adds ActiveEffect (CRU affixes). */
export const COMPENDIUM_DOCUMENT_TYPES = [
  'ActiveEffect',
  'Actor',
  'Adventure',
  'Cards',
  'Item',
  'JournalEntry',
  'Macro',
  'Playlist',
  'RollTable',
  'Scene',
] as const;
export const FOLDER_DOCUMENT_TYPES = [
  'Actor',
  'Adventure',
  'Item',
  'Scene',
  'JournalEntry',
  'Playlist',
  'RollTable',
  'Cards',
  'Macro',
  'Compendium',
] as const;
export const DOCUMENT_LINK_TYPES = ['Actor', 'Cards', 'Item', 'Scene', 'JournalEntry', 'Macro', 'RollTable'] as const;
export const FOLDER_MAX_DEPTH = 4;
export const SORT_INTEGER_DENSITY = 100_000;

export const CHAT_MESSAGE_STYLES = { OTHER: 0, OOC: 1, IC: 2, EMOTE: 3 } as const;
export const DICE_ROLL_MODES = {
  PUBLIC: 'publicroll',
  PRIVATE: 'gmroll',
  BLIND: 'blindroll',
  SELF: 'selfroll',
} as const;
export const COMPATIBILITY_MODES = { SILENT: 0, WARNING: 1, ERROR: 2, FAILURE: 3 } as const;
export const ACTIVE_EFFECT_MODES = { CUSTOM: 0, MULTIPLY: 1, ADD: 2, DOWNGRADE: 3, UPGRADE: 4, OVERRIDE: 5 } as const;
/** v14: API ActiveEffect showIcon. */
export const ACTIVE_EFFECT_SHOW_ICON = { NEVER: 0, CONDITIONAL: 1, ALWAYS: 2 } as const;
/** T14: common/constants.d.mts */
export const ACTIVE_EFFECT_EXPIRY_EVENTS = [
  'combatStart',
  'roundStart',
  'turnStart',
  'combatEnd',
  'roundEnd',
  'turnEnd',
] as const;
/** T14: common/constants.d.mts */
export const REGION_VISIBILITY = { LAYER: 0, GAMEMASTER: 1, ALWAYS: 2, OBSERVER: 3, LAYER_UNLOCKED: 4 } as const;
/** T14: common/constants.d.mts; the triggered ones only. */
export const REGION_EVENTS = {
  TOKEN_ENTER: 'tokenEnter',
  TOKEN_EXIT: 'tokenExit',
  TOKEN_MOVE_IN: 'tokenMoveIn',
  TOKEN_MOVE_OUT: 'tokenMoveOut',
  TOKEN_MOVE_WITHIN: 'tokenMoveWithin',
  TOKEN_TURN_START: 'tokenTurnStart',
  TOKEN_TURN_END: 'tokenTurnEnd',
  TOKEN_ROUND_START: 'tokenRoundStart',
  TOKEN_ROUND_END: 'tokenRoundEnd',
} as const;
export const KEYBINDING_PRECEDENCE = { PRIORITY: 0, NORMAL: 1, DEFERRED: 2 } as const;
export const KEYBINDING_SCOPES = ['client'] as const;
export const SETTING_SCOPES = { WORLD: 'world', CLIENT: 'client', USER: 'user' } as const;
export const MACRO_TYPES = { SCRIPT: 'script', CHAT: 'chat' } as const;
export const DEFAULT_TOKEN = 'icons/svg/mystery-man.svg';
export const PASSWORD_SAFE_STRING = '•'.repeat(16);

export const GRID_MIN_SIZE = 20;
export const GRID_TYPES = { GRIDLESS: 0, SQUARE: 1, HEXODDR: 2, HEXEVENR: 3, HEXODDQ: 4, HEXEVENQ: 5 } as const;
export const GRID_DIAGONALS = {
  EQUIDISTANT: 0,
  EXACT: 1,
  APPROXIMATE: 2,
  RECTILINEAR: 3,
  ALTERNATING_1: 4,
  ALTERNATING_2: 5,
  ILLEGAL: 6,
} as const;
export const GRID_SNAPPING_MODES = {
  CENTER: 0x1,
  EDGE_MIDPOINT: 0x2,
  TOP_LEFT_VERTEX: 0x10,
  TOP_RIGHT_VERTEX: 0x20,
  BOTTOM_LEFT_VERTEX: 0x40,
  BOTTOM_RIGHT_VERTEX: 0x80,
  VERTEX: 0xf0,
  TOP_LEFT_CORNER: 0x100,
  TOP_RIGHT_CORNER: 0x200,
  BOTTOM_LEFT_CORNER: 0x400,
  BOTTOM_RIGHT_CORNER: 0x800,
  CORNER: 0xf00,
  TOP_SIDE_MIDPOINT: 0x1000,
  BOTTOM_SIDE_MIDPOINT: 0x2000,
  LEFT_SIDE_MIDPOINT: 0x4000,
  RIGHT_SIDE_MIDPOINT: 0x8000,
  SIDE_MIDPOINT: 0xf000,
} as const;
export const MOVEMENT_DIRECTIONS = {
  UP: 0x1,
  DOWN: 0x2,
  LEFT: 0x4,
  RIGHT: 0x8,
  UP_LEFT: 0x5,
  UP_RIGHT: 0x9,
  DOWN_LEFT: 0x6,
  DOWN_RIGHT: 0xa,
} as const;
export const TOKEN_DISPLAY_MODES = {
  NONE: 0,
  CONTROL: 10,
  OWNER_HOVER: 20,
  HOVER: 30,
  OWNER: 40,
  ALWAYS: 50,
} as const;
export const TOKEN_DISPOSITIONS = { SECRET: -2, HOSTILE: -1, NEUTRAL: 0, FRIENDLY: 1 } as const;
export const TOKEN_SHAPES = {
  ELLIPSE_1: 0,
  ELLIPSE_2: 1,
  TRAPEZOID_1: 2,
  TRAPEZOID_2: 3,
  RECTANGLE_1: 4,
  RECTANGLE_2: 5,
} as const;
export const TOKEN_TURN_MARKER_MODES = { DISABLED: 0, DEFAULT: 1, CUSTOM: 2 } as const;
export const TEXT_ANCHOR_POINTS = { CENTER: 0, BOTTOM: 1, TOP: 2, LEFT: 3, RIGHT: 4 } as const;
export const TEXT_ENRICH_EMBED_MAX_DEPTH = 5;
export const WALL_RESTRICTION_TYPES = ['light', 'sight', 'sound', 'move'] as const;
/** T14: common/constants.d.mts; wall constants keep 13's names until 16. */
export const EDGE_RESTRICTION_TYPES = ['light', 'darkness', 'sight', 'sound', 'move'] as const;
export const EDGE_SENSE_TYPES = { NONE: 0, LIMITED: 10, NORMAL: 20, PROXIMITY: 30, DISTANCE: 40 } as const;
export const EDGE_DIRECTIONS = { BOTH: 0, LEFT: 1, RIGHT: 2 } as const;
export const EDGE_DIRECTION_MODES = { NORMAL: 0, REVERSED: 1, BOTH: 2 } as const;
export const WALL_SENSE_TYPES = EDGE_SENSE_TYPES;
export const WALL_DIRECTIONS = EDGE_DIRECTIONS;
export const WALL_MOVEMENT_TYPES = { NONE: 0, NORMAL: 20 } as const;
export const WALL_DOOR_TYPES = { NONE: 0, DOOR: 1, SECRET: 2 } as const;
export const WALL_DOOR_STATES = { CLOSED: 0, OPEN: 1, LOCKED: 2 } as const;
export const WALL_DOOR_INTERACTIONS = ['open', 'close', 'lock', 'unlock', 'test'] as const;
export const PACKAGE_TYPES = ['world', 'system', 'module'] as const;
export const GAME_VIEWS = ['game', 'stream'] as const;
export const FILE_PICKER_PUBLIC_DIRS = ['cards', 'css', 'fonts', 'icons', 'lang', 'scripts', 'sounds', 'ui'] as const;
export const IMAGE_FILE_EXTENSIONS = {
  apng: 'image/apng',
  avif: 'image/avif',
  bmp: 'image/bmp',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  tiff: 'image/tiff',
  webp: 'image/webp',
} as const;
export const VIDEO_FILE_EXTENSIONS = {
  m4v: 'video/mp4',
  mp4: 'video/mp4',
  ogv: 'video/ogg',
  webm: 'video/webm',
} as const;
export const FILE_CATEGORIES = { IMAGE: IMAGE_FILE_EXTENSIONS, VIDEO: VIDEO_FILE_EXTENSIONS } as const;
