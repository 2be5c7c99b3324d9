/** Keys of the asks whose prompt its reader has laid aside; the next ask shows again. */
const keys = new Set<string>();
let draw = (): void => {};

/** Draws anew whatever shows that something was laid aside, or was not. */
export function onLaidAside(redraw: () => void): void {
  draw = redraw;
}

export const isLaidAside = (key: string): boolean => keys.has(key);

export function layAside(key: string): void {
  keys.add(key);
  draw();
}

/** Brings back all of them. */
export function recall(): void {
  keys.clear();
  draw();
}
