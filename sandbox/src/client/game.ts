import type { Collection } from '../shared/collection';
import type { WorldPayload } from '../shared/wire';
import type { TooltipManager } from './applications/ui/tooltip';
import type { GameAudio } from './audio';
import type { Canvas } from './canvas/canvas';
import type { ClipboardHelper } from './clipboard';
import type {
  Actors,
  ChatMessages,
  CombatEncounters,
  Folders,
  Items,
  Journal,
  Macros,
  RollTables,
  Scenes,
  Users,
  WorldCollection,
} from './collections/index';
import type { Combat } from './documents/combat';
import type { User } from './documents/user';
import type { Localization } from './i18n';
import type { ClientKeybindings, KeyboardManager } from './keybindings';
import type { VideoHelper } from './media';
import type { ToursCollection } from './nue/tour';
import type { CompendiumCollection } from './packs';
import type { ClientSettings } from './settings';
import type { gameSocket } from './socket';
import type { GameTime } from './time';

/** T14: common/packages/base-package.d.mts */
export interface PackageInfo {
  id: string;
  title: string;
  version: string;
  esmodules?: Iterable<string>;
  scripts?: Iterable<string>;
  styles?: Iterable<string | { src: string; layer?: string | null }>;
  languages?: Iterable<{ lang: string; name: string; path: string }>;
  /** The API that the package offers to others. */
  api?: unknown;
  [field: string]: unknown;
}

export interface SystemInfo extends PackageInfo {
  grid?: { distance?: number; units?: string; diagonals?: number };
  initiative?: string;
  primaryTokenAttribute?: string | null;
  secondaryTokenAttribute?: string | null;
}

export interface ModuleInfo extends PackageInfo {
  active: boolean;
  library?: boolean;
  relationships: { requires: Set<{ id: string }> } & Record<string, unknown>;
}

export interface WorldInfo {
  id: string;
  title: string;
  [field: string]: unknown;
}

/** The class of `game`; `boot.ts` assigns its parts in Foundry's order. T14: client/game.d.mts */
export class Game {
  ready = false;
  paused = false;
  _documentsReady = false;
  declare data: WorldPayload;
  collections = new Map<string, WorldCollection>();

  declare userId: string;
  declare user: User;
  declare users: Users;
  declare actors: Actors;
  declare combats: CombatEncounters;
  declare folders: Folders;
  declare items: Items;
  declare journal: Journal;
  declare macros: Macros;
  declare messages: ChatMessages;
  declare scenes: Scenes;
  declare tables: RollTables;
  declare packs: Collection<CompendiumCollection>;

  declare world: WorldInfo;
  declare system: SystemInfo;
  declare modules: Collection<ModuleInfo>;
  declare release: WorldPayload['release'];
  declare version: string;
  declare model: WorldPayload['model'];
  declare documentTypes: Record<string, string[]>;

  declare settings: ClientSettings;
  declare keybindings: ClientKeybindings;
  declare keyboard: KeyboardManager;
  declare i18n: Localization;
  declare clipboard: ClipboardHelper;
  declare socket: typeof gameSocket;
  declare time: GameTime;
  declare audio: GameAudio;
  declare video: VideoHelper;
  declare tooltip: TooltipManager;
  declare tours: ToursCollection;
  declare canvas: Canvas;
  declare togglePause: (paused?: boolean, options?: { broadcast?: boolean }) => Promise<boolean>;
  declare setupGame: () => Promise<void>;

  get combat(): Combat | null {
    return this.combats?.viewed ?? null;
  }

  get isAdmin() {
    return false;
  }

  /** Calls `init` and the later hooks after the packages are loaded. Libraries wrap it to run first. */
  initialize(): Promise<void> {
    return this.setupGame();
  }
}

/** The client's `game`. Modules of the sandbox import it; `main.ts` makes it global for systems. */
export const game = new Game();
