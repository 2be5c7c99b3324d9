import { SYSTEM_ID } from './settings';

/** By which version of Cadence the world's data was last brought up to date; nobody sets it by hand. */
export const DATA_VERSION_KEY = 'dataVersion';

/** The version that knew of no versions: what a world says that says nothing. */
export const FIRST_VERSION = '0.1.0';

/** Whether the game master of the world, and each user at each browser, has been greeted. */
export const WELCOMED_KEYS = { world: 'worldWelcomed', client: 'welcomed' } as const;

/** The compendium that is unlocked for no longer than it is brought up to date. */
export const OPENED_PACK_KEY = 'openedPack';

/** Whether this user sees all the time what is threatened on the map; switched by a tool of the token controls. */
export const THREAT_KEY = 'threat';

/** Where somebody has moved what floats on their screen, by its id. */
export const PLACES_KEY = 'places';

/** How somebody has left the sheets of actors on their screen, by the actors' UUIDs. */
export const SHEETS_KEY = 'sheets';

const MOST_SHEETS = 60;

/** The actions somebody wants first in the bar, by the actors' UUIDs. */
export const FAVORITES_KEY = 'favorites';

/** Sets what only this browser keeps. Its storage may be full: then the value stays as it was, and the window goes on. */
export async function storeInBrowser(key: string, value: unknown): Promise<unknown> {
  try {
    return await game.settings.set(SYSTEM_ID, key as never, value as never);
  } catch (error) {
    console.warn(`Cadence | the setting ${key} could not be stored in this browser`, error);
    return undefined;
  }
}

/** A place as shares of the room there is, from the left and the top. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where this user has moved what floats there; null where it stands by itself. */
export function rememberedPlace(id: string): Place | null {
  const { x, y }: { x?: unknown; y?: unknown } = places()[id] ?? {};
  return Number.isFinite(x) && Number.isFinite(y) ? { x: Number(x), y: Number(y) } : null;
}

/** @param place null to have it stand by itself again */
export function rememberPlace(id: string, place: Place | null): Promise<unknown> {
  const { [id]: _, ...others } = places();
  return storeInBrowser(PLACES_KEY, place ? { ...others, [id]: place } : others);
}

const places = (): Record<string, unknown> => storedBy(PLACES_KEY);

function storedBy(key: typeof PLACES_KEY | typeof SHEETS_KEY | typeof FAVORITES_KEY): Record<string, unknown> {
  const stored: unknown = game.settings.get(SYSTEM_ID, key);
  return typeof stored === 'object' && stored !== null ? { ...stored } : {};
}

/** How a sheet was left. */
interface SheetLook {
  readonly mode?: 'play' | 'edit';
  readonly tab?: string;
  readonly width?: number;
  readonly height?: number;
}

export function rememberedSheet(uuid: string): SheetLook {
  const { mode, tab, width, height } = (storedBy(SHEETS_KEY)[uuid] ?? {}) as Record<string, unknown>;
  return {
    ...((mode === 'play' || mode === 'edit') && { mode }),
    ...(typeof tab === 'string' && { tab }),
    ...(Number.isFinite(width) && { width: Number(width) }),
    ...(Number.isFinite(height) && { height: Number(height) }),
  };
}

/** Those that were looked at long ago are forgotten. */
export async function rememberSheet(uuid: string, look: SheetLook): Promise<void> {
  const { [uuid]: _, ...others } = storedBy(SHEETS_KEY);
  const kept = Object.entries(others).slice(1 - MOST_SHEETS);
  await storeInBrowser(SHEETS_KEY, Object.fromEntries([...kept, [uuid, look]]));
}

/** The ids of the buttons this user wants first for an actor, in their order. */
export function favoritesOf(uuid: string): readonly string[] {
  const stored = storedBy(FAVORITES_KEY)[uuid];
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
}

/** Those of actors nobody has looked at for long are forgotten. */
export async function rememberFavorites(uuid: string, ids: readonly string[]): Promise<void> {
  const { [uuid]: _, ...others } = storedBy(FAVORITES_KEY);
  const kept = Object.entries(others).slice(1 - MOST_SHEETS);
  await storeInBrowser(FAVORITES_KEY, Object.fromEntries([...kept, ...(ids.length > 0 ? [[uuid, ids]] : [])]));
}

/** The version of Cadence that last brought the world's data up to date; empty where none has, or nobody can tell. */
export function dataVersion(): string {
  const version = noted(DATA_VERSION_KEY);
  return /^\d+\.\d+\.\d+/.test(version) ? version : '';
}

export const setDataVersion = (version: string): Promise<unknown> => note(DATA_VERSION_KEY, version);

export const openedPack = (): string => noted(OPENED_PACK_KEY);

export const setOpenedPack = (id: string): Promise<unknown> => note(OPENED_PACK_KEY, id);

export const isThreatShown = (): boolean => game.settings.get(SYSTEM_ID, THREAT_KEY) === true;

export const setThreatShown = (isShown: boolean): Promise<unknown> => storeInBrowser(THREAT_KEY, isShown);

const welcomedKey = (): string => (game.user.isGM ? WELCOMED_KEYS.world : WELCOMED_KEYS.client);

export const isWelcomed = (): boolean => game.settings.get(SYSTEM_ID, welcomedKey()) === true;

export const setWelcomed = (): Promise<unknown> => game.settings.set(SYSTEM_ID, welcomedKey(), true);

function noted(key: string): string {
  const value: unknown = game.settings.get(SYSTEM_ID, key);
  return typeof value === 'string' ? value : '';
}

const note = (key: string, value: string): Promise<unknown> => game.settings.set(SYSTEM_ID, key, value);
