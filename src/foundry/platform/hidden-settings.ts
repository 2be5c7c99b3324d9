import { notifySettingChange, SYSTEM_ID } from './settings';

/** The version of Cadence that last migrated the world's data. */
const DATA_VERSION_KEY = 'dataVersion';

/** Whether the welcome dialog was shown: to the world's GM, and to each user in each browser. */
const WELCOMED_KEYS = { world: 'worldWelcomed', client: 'welcomed' } as const;

/** The compendium that is unlocked while it is migrated. */
const OPENED_PACK_KEY = 'openedPack';

/** When each user was a GM. Only GMs write settings of the world. */
const GAMEMASTERS_KEY = 'gamemasters';

/** A time in which a user was a GM, in server time; without an end while they are. */
export interface Tenure {
  readonly from: number;
  readonly until?: number;
}

/** By the id of the user. */
export type Tenures = Readonly<Record<string, readonly Tenure[]>>;

const THREAT_KEY = 'threat';

const PLACES_KEY = 'places';

const SHEETS_KEY = 'sheets';

const MOST_SHEETS = 60;

const FAVORITES_KEY = 'favorites';

/** Registers what users see nowhere in the settings. */
export function registerHiddenSettings(): void {
  const { settings } = game;
  for (const key of [DATA_VERSION_KEY, OPENED_PACK_KEY])
    settings.register(SYSTEM_ID, key, { scope: 'world', config: false, type: String, default: '' });
  settings.register(SYSTEM_ID, GAMEMASTERS_KEY, { scope: 'world', config: false, type: Object, default: {} });
  for (const [scope, key] of Object.entries(WELCOMED_KEYS))
    settings.register(SYSTEM_ID, key, {
      scope: scope as 'world' | 'client',
      config: false,
      type: Boolean,
      default: false,
    });
  const onChange = notifySettingChange;
  settings.register(SYSTEM_ID, THREAT_KEY, { scope: 'client', config: false, type: Boolean, default: false, onChange });
  for (const key of [PLACES_KEY, SHEETS_KEY, FAVORITES_KEY])
    settings.register(SYSTEM_ID, key, { scope: 'client', config: false, type: Object, default: {} });
}

/** Stores a value in this browser. If its storage is full, the value is lost with a warning. */
export async function storeInBrowser(key: string, value: unknown): Promise<unknown> {
  try {
    return await game.settings.set(SYSTEM_ID, key as never, value as never);
  } catch (error) {
    console.warn(`Cadence | the setting ${key} could not be stored in this browser`, error);
    return undefined;
  }
}

/** A position as shares of the free space, from the left and the top. */
interface Place {
  readonly x: number;
  readonly y: number;
}

export function rememberedPlace(id: string): Place | null {
  const { x, y }: { x?: unknown; y?: unknown } = places()[id] ?? {};
  return Number.isFinite(x) && Number.isFinite(y) ? { x: Number(x), y: Number(y) } : null;
}

/** @param place null: the automatic position */
export function rememberPlace(id: string, place: Place | null): Promise<unknown> {
  const { [id]: _, ...others } = places();
  return storeInBrowser(PLACES_KEY, place ? { ...others, [id]: place } : others);
}

const places = (): Record<string, unknown> => storedBy(PLACES_KEY);

function storedBy(key: typeof PLACES_KEY | typeof SHEETS_KEY | typeof FAVORITES_KEY): Record<string, unknown> {
  const stored: unknown = game.settings.get(SYSTEM_ID, key);
  return typeof stored === 'object' && stored !== null ? { ...stored } : {};
}

interface SheetAppearance {
  readonly mode?: 'play' | 'edit';
  readonly tab?: string;
  readonly width?: number;
  readonly height?: number;
}

export function rememberedSheet(uuid: string): SheetAppearance {
  const { mode, tab, width, height } = (storedBy(SHEETS_KEY)[uuid] ?? {}) as Record<string, unknown>;
  return {
    ...((mode === 'play' || mode === 'edit') && { mode }),
    ...(typeof tab === 'string' && { tab }),
    ...(Number.isFinite(width) && { width: Number(width) }),
    ...(Number.isFinite(height) && { height: Number(height) }),
  };
}

/** Stores a sheet's state and drops the oldest ones. */
export async function rememberSheet(uuid: string, look: SheetAppearance): Promise<void> {
  const { [uuid]: _, ...others } = storedBy(SHEETS_KEY);
  const recent = Object.entries(others).slice(1 - MOST_SHEETS);
  await storeInBrowser(SHEETS_KEY, Object.fromEntries([...recent, [uuid, look]]));
}

export function favoritesOf(uuid: string): readonly string[] {
  const stored = storedBy(FAVORITES_KEY)[uuid];
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
}

/** Stores an actor's favorites and drops the oldest ones. */
export async function rememberFavorites(uuid: string, ids: readonly string[]): Promise<void> {
  const { [uuid]: _, ...others } = storedBy(FAVORITES_KEY);
  const recent = Object.entries(others).slice(1 - MOST_SHEETS);
  await storeInBrowser(FAVORITES_KEY, Object.fromEntries([...recent, ...(ids.length > 0 ? [[uuid, ids]] : [])]));
}

export function dataVersion(): string {
  const version = readText(DATA_VERSION_KEY);
  return /^\d+\.\d+\.\d+/.test(version) ? version : '';
}

export const setDataVersion = (version: string): Promise<unknown> => writeText(DATA_VERSION_KEY, version);

export const openedPack = (): string => readText(OPENED_PACK_KEY);

export const setOpenedPack = (id: string): Promise<unknown> => writeText(OPENED_PACK_KEY, id);

export function gamemasterTerms(): Tenures {
  const stored: unknown = game.settings.get(SYSTEM_ID, GAMEMASTERS_KEY);
  return typeof stored === 'object' && stored !== null ? (stored as Tenures) : {};
}

export const setGamemasterTerms = (terms: Tenures): Promise<unknown> =>
  game.settings.set(SYSTEM_ID, GAMEMASTERS_KEY, terms as never);

export const isThreatShown = (): boolean => game.settings.get(SYSTEM_ID, THREAT_KEY) === true;

export const setThreatShown = (isShown: boolean): Promise<unknown> => storeInBrowser(THREAT_KEY, isShown);

const welcomedKey = (): string => (game.user.isGM ? WELCOMED_KEYS.world : WELCOMED_KEYS.client);

export const isWelcomed = (): boolean => game.settings.get(SYSTEM_ID, welcomedKey()) === true;

export const setWelcomed = (): Promise<unknown> => game.settings.set(SYSTEM_ID, welcomedKey(), true);

function readText(key: string): string {
  const value: unknown = game.settings.get(SYSTEM_ID, key);
  return typeof value === 'string' ? value : '';
}

const writeText = (key: string, value: string): Promise<unknown> => game.settings.set(SYSTEM_ID, key, value);
