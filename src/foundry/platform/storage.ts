/** Browser storage may be full, forbidden, or contain foreign values. */
type Which = 'localStorage' | 'sessionStorage';

/** Returns null if nothing is stored or the browser refuses. */
export function readStorage(which: Which, key: string): string | null {
  try {
    return globalThis[which].getItem(key);
  } catch {
    return null;
  }
}

export function writeStorage(which: Which, key: string, value: string): boolean {
  try {
    globalThis[which].setItem(key, value);
    return true;
  } catch (error) {
    console.warn(`Cadence | ${key} could not be stored in this browser`, error);
    return false;
  }
}
