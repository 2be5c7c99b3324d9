import { Collection } from '../shared/collection';
import { useVariants } from '../variants';
import { receive, receiveBatch } from './abstract/backend';
import { ClipboardHelper } from './clipboard';
import { CONFIG } from './config';
import { collectionClasses } from './documents/index';
import { game } from './game';
import { Hooks } from './hooks';
import { i18n, localizeDataModel } from './i18n';
import { ClientKeybindings, KeyboardManager } from './keybindings';
import { CompendiumCollection } from './packs';
import { onQuery } from './queries';
import { ClientSettings, type ClientStorage, registerCoreSettings } from './settings';
import { dispatch, gameSocket, type Transport, useTransport } from './socket';
import { GameTime } from './time';

/** What is there before the first hook: the payload, settings, keys, words, socket. No document yet. */
export async function prepareGame(transport: Transport, storage: ClientStorage): Promise<any> {
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
    packs: new Collection(),
    togglePause,
    model: data.model ?? {},
    documentTypes: data.documentTypes ?? {},
  });
  registerCoreSettings(game['settings']);
  // Settings can be read from `init` on, before any other document exists. T14: client/game.d.mts
  initializeCollection('Setting');
  listen(transport);
  return game;
}

/** Pauses or resumes for everyone. T14: client/game.d.mts togglePause */
export async function togglePause(paused = !game['paused'], { broadcast = true }: any = {}): Promise<boolean> {
  game['paused'] = broadcast && game['user'].isGM ? await dispatch('pause', paused) : paused;
  (globalThis as any).ui?.pause?.render?.();
  Hooks.callAll('pauseGame', game['paused'], { broadcast, userId: game['userId'] });
  return game['paused'];
}

/** All that are installed, `active` or not. T14: client/packages/module.d.mts; `api` is where a module may leave what it offers to others. */
const modulesOf = (manifests: any[] = []) =>
  new Collection(manifests.map((manifest) => [manifest.id, moduleOf(manifest)]));

/** What a package holds as sets, not as the lists of its manifest. T14: common/packages/base-package.d.mts, SetField */
const SETS = ['authors', 'media', 'scripts', 'esmodules', 'languages', 'packs', 'packFolders'];
const RELATIONS = ['systems', 'requires', 'recommends', 'conflicts'];
const setsOf = (names: string[], source: any = {}) =>
  Object.fromEntries(names.map((name) => [name, new Set(source[name] ?? [])]));

const moduleOf = ({ active, ...manifest }: any): any => {
  const relationships = { flags: {}, ...setsOf(RELATIONS, manifest.relationships) };
  const module = { ...manifest, ...setsOf(SETS, manifest), relationships, api: undefined };
  return Object.defineProperty(module, 'active', { value: active, enumerable: true });
};

function systemOf(manifest: any): any {
  return { ...manifest, id: manifest.id, api: undefined };
}

function initializeCollection(name: string) {
  const cls = CONFIG[name].collection ?? collectionClasses[name];
  const collection = new cls(game['data'][CONFIG[name].documentClass.collectionName] ?? []);
  // `game.settings` is the registry; the documents behind it are its storage.
  if (name === 'Setting') game['settings'].storage.set('world', collection);
  else game[CONFIG[name].documentClass.collectionName] = collection;
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

/** Documents of the world, and only then their preparation: they look at one another. */
export function initializeDocuments() {
  for (const metadata of game['data'].packs ?? []) game['packs'].set(metadata.id, new CompendiumCollection(metadata));
  CONFIG['Combat'].settings = game['settings'].combatConfig();
  game['_documentsReady'] = false;
  for (const name of ORDER) {
    initializeCollection(name);
    if (name === 'User') initializeUsers();
  }
  game['_documentsReady'] = true;
  for (const name of ORDER) for (const document of game['collections'].get(name)) document._safePrepareData();
}

function initializeUsers() {
  game['user'] = game['users'].get(game['userId']);
  for (const id of game['data'].activeUsers ?? []) setActive(id, true);
  if (game['user']) game['user'].active = true;
}

function setActive(userId: string, active: boolean) {
  const user = game['users']?.get(userId);
  if (user) user.active = active;
  return user;
}

/** Names and hints of the fields of all models, once the words are there. */
export function localizeModels() {
  for (const config of Object.values<any>(CONFIG)) {
    if (!config?.documentClass) continue;
    localizeDataModel(config.documentClass);
    for (const model of Object.values<any>(config.dataModels ?? {})) if (model?.schema) localizeDataModel(model);
  }
  for (const [name, types] of Object.entries<string[]>(game['documentTypes'])) {
    if (!CONFIG[name]) continue;
    for (const type of types) CONFIG[name].typeLabels[type] ??= `TYPES.${name}.${type}`;
  }
}

/** Events of the server. What comes before the documents exist is in the payload's place already. */
function listen(transport: Transport) {
  transport.on('modifyDocument', (response) => receive(response));
  transport.on('modifyDocumentBatch', (response) => receiveBatch(response));
  transport.on('manageCompendium', (response) => CompendiumCollection._onManage(response));
  transport.on('userQuery', (delivery, ack) => void onQuery(delivery, ack));
  transport.on('userActivity', (userId: string, activity: any = {}) => {
    const user = game['users']?.get(userId);
    if (!user) return;
    if ('sceneId' in activity) user.viewedScene = activity.sceneId;
    if (activity.active === undefined || user.isSelf) return;
    const changed = user.active !== activity.active;
    user.active = activity.active;
    if (!changed) return;
    (globalThis as any).ui?.players?.render?.();
    Hooks.callAll('userConnected', user, activity.active);
  });
  transport.on('reload', () => location.reload());
  transport.on('pause', (paused: boolean, meta: any) => {
    game['paused'] = paused;
    (globalThis as any).ui?.pause?.render?.();
    Hooks.callAll('pauseGame', paused, meta);
  });
}
