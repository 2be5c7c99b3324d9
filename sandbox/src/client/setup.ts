import { Collection } from '../shared/collection';
import type { Data, StoredDocument } from '../shared/data';
import type {
  BatchResponse,
  DocumentOperationResponse,
  ManageCompendiumResponse,
  QueryAnswer,
  QueryDelivery,
  UserActivity,
} from '../shared/wire';
import { useVariants } from '../variants';
import { receive, receiveBatch } from './abstract/backend';
import { GameAudio } from './audio';
import { ClipboardHelper } from './clipboard';
import { CONFIG, documentConfig } from './config';
import { collectionClasses } from './documents/index';
import { type Game, game, type ModuleInfo, type PackageInfo, type SystemInfo } from './game';
import { Hooks } from './hooks';
import { i18n, localizeDataModel } from './i18n';
import { ClientKeybindings, KeyboardManager } from './keybindings';
import { VideoHelper } from './media';
import { CompendiumCollection } from './packs';
import { onQuery } from './queries';
import { ClientSettings, type ClientStorage, registerCoreSettings } from './settings';
import { dispatch, gameSocket, type Transport, useTransport } from './socket';
import { GameTime } from './time';

/**
 * Prepares all that exists before the first hook: payload, settings, keys, translations and socket, but no documents.
 */
export async function prepareGame(transport: Transport, storage: ClientStorage): Promise<Game> {
  useTransport(transport);
  const data = await dispatch('world');
  useVariants(data.variants);
  Object.assign(game, {
    data,
    userId: data.userId,
    world: data.world,
    release: data.release,
    version: data.release?.version,
    paused: data.paused ?? false,
    system: systemOf(data.system),
    modules: modulesOf(data.modules),
    settings: new ClientSettings(storage),
    keybindings: new ClientKeybindings(),
    keyboard: new KeyboardManager(),
    i18n,
    clipboard: new ClipboardHelper(),
    socket: gameSocket,
    time: new GameTime(),
    audio: new GameAudio(),
    video: new VideoHelper(),
    packs: new Collection(),
    togglePause,
    model: data.model ?? {},
    documentTypes: data.documentTypes ?? {},
  });
  registerCoreSettings(game['settings']);
  // Settings are readable from `init` on, before other documents exist. T14: client/game.d.mts
  initializeCollection('Setting');
  listen(transport);
  return game;
}

/** Pauses or resumes for all users. T14: client/game.d.mts togglePause */
export async function togglePause(
  paused = !game['paused'],
  { broadcast = true }: { broadcast?: boolean } = {},
): Promise<boolean> {
  game['paused'] = broadcast && game['user'].isGM ? await dispatch('pause', paused) : paused;
  void globalThis.ui?.pause?.render?.();
  Hooks.callAll('pauseGame', game['paused'], { broadcast, userId: game['userId'] });
  return game['paused'];
}

/** All installed modules, `active` or not. T14: client/packages/module.d.mts; a module may publish its `api` there. */
const modulesOf = (manifests: unknown[] = []): Collection<ModuleInfo> =>
  new Collection((manifests as Manifest[]).map((manifest) => [manifest.id, moduleOf(manifest)]));

/** Lists of the manifest that a package exposes as sets. T14: common/packages/base-package.d.mts, SetField */
const SETS = ['authors', 'media', 'scripts', 'esmodules', 'languages', 'packs', 'packFolders'];
const RELATIONS = ['systems', 'requires', 'recommends', 'conflicts'];
const setsOf = (names: string[], source: Data = {}) =>
  Object.fromEntries(names.map((name) => [name, new Set((source[name] ?? []) as unknown[])]));

type Manifest = PackageInfo & { active: boolean; relationships?: Data };

const moduleOf = ({ active, ...manifest }: Manifest): ModuleInfo => {
  const relationships = { flags: {}, ...setsOf(RELATIONS, manifest.relationships) };
  const module = { ...manifest, ...setsOf(SETS, manifest), relationships, api: undefined };
  return Object.defineProperty(module, 'active', { value: active, enumerable: true }) as object as ModuleInfo;
};

function systemOf(manifest: unknown): SystemInfo {
  return { ...(manifest as SystemInfo), api: undefined };
}

function initializeCollection(name: string) {
  const { collection: configured, documentClass } = documentConfig(name)!;
  const cls = configured ?? collectionClasses[name]!;
  const { collectionName } = documentClass;
  const collection = new cls((game['data'][collectionName] ?? []) as StoredDocument[]);
  // `game.settings` is the registry; the documents are its storage.
  if (name === 'Setting') game['settings'].storage.set('world', collection);
  else Object.assign(game, { [collectionName]: collection });
  game['collections'].set(name, collection);
  collection._initialize();
}

const ORDER = [
  'User',
  'Folder',
  'Item',
  'Actor',
  'JournalEntry',
  'Macro',
  'RollTable',
  'Scene',
  'Combat',
  'ChatMessage',
];

/** Creates all documents of the world before their preparation, because they refer to one another. */
export function initializeDocuments() {
  for (const metadata of game['data'].packs ?? []) game['packs'].set(metadata.id, new CompendiumCollection(metadata));
  CONFIG['Combat'].settings = game['settings'].combatConfig();
  game['_documentsReady'] = false;
  for (const name of ORDER) {
    initializeCollection(name);
    if (name === 'User') initializeUsers();
  }
  game['_documentsReady'] = true;
  for (const name of ORDER) for (const document of game['collections'].get(name) ?? []) document._safePrepareData();
}

function initializeUsers() {
  // A session on the game page always has a user.
  game['user'] = game['users'].get(game['userId'])!;
  for (const id of game['data'].activeUsers ?? []) setActive(id, true);
  if (game['user']) game['user'].active = true;
}

function setActive(userId: string, active: boolean) {
  const user = game['users']?.get(userId);
  if (user) user.active = active;
  return user;
}

/** Localizes the fields of all models, once the translations are loaded. */
export function localizeModels() {
  for (const name of Object.keys(CONFIG)) {
    const config = documentConfig(name);
    if (!config?.documentClass) continue;
    localizeDataModel(config.documentClass);
    for (const model of Object.values(config.dataModels ?? {})) if (model?.schema) localizeDataModel(model);
  }
  for (const [name, types] of Object.entries(game['documentTypes'])) {
    const config = documentConfig(name);
    if (!config) continue;
    for (const type of types) config.typeLabels[type] ??= `TYPES.${name}.${type}`;
  }
}

/** Handles the server's events. Changes before the documents exist are applied to the payload. */
function listen(transport: Transport) {
  transport.on('modifyDocument', (response: DocumentOperationResponse) => receive(response));
  transport.on('modifyDocumentBatch', (response: BatchResponse) => receiveBatch(response));
  transport.on('manageCompendium', (response: ManageCompendiumResponse) => CompendiumCollection._onManage(response));
  transport.on(
    'userQuery',
    (delivery: QueryDelivery, ack: (answer: QueryAnswer) => void) => void onQuery(delivery, ack),
  );
  transport.on('userActivity', (userId: string, activity: UserActivity = {}) => {
    const user = game['users']?.get(userId);
    if (!user) return;
    if ('sceneId' in activity) user.viewedScene = activity.sceneId ?? null;
    if (activity.active === undefined || user.isSelf) return;
    const changed = user.active !== activity.active;
    user.active = activity.active;
    if (!changed) return;
    void globalThis.ui?.players?.render?.();
    Hooks.callAll('userConnected', user, activity.active);
  });
  transport.on('reload', () => location.reload());
  transport.on('pause', (paused: boolean, meta: object) => {
    game['paused'] = paused;
    void globalThis.ui?.pause?.render?.();
    Hooks.callAll('pauseGame', paused, meta);
  });
}
