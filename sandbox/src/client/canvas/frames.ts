import type * as PIXI from 'pixi.js';
/** Returns false if the user prefers reduced motion. */
export function motionAllowed(): boolean {
  return !document.hidden && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

const ease = (t: number) => (t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2);

/**
 * Calls `step` with 0 to 1 over `duration` milliseconds, or at once with 1 if motion is reduced or the window hidden.
 * @returns false if `signal` aborted it
 */
export function animate(duration: number, step: (t: number) => void, signal?: AbortSignal): Promise<boolean> {
  if (!motionAllowed() || duration <= 0) {
    step(1);
    return Promise.resolve(true);
  }
  return new Promise((resolve) => {
    const start = performance.now();
    const frame = (now: number) => {
      if (signal?.aborted) return resolve(false);
      const t = Math.min(1, Math.max(0, (now - start) / duration));
      step(ease(t));
      if (t < 1) requestAnimationFrame(frame);
      else resolve(true);
    };
    requestAnimationFrame(frame);
  });
}

/** Properties that affect how an object is painted. Each class has some of them. */
interface Painted extends Pick<PIXI.DisplayObject, 'visible' | 'alpha'> {
  children?: readonly PIXI.DisplayObject[] | null;
  /** PIXI increments `_localID` at each move. */
  transform?: { _localID?: number };
  tint?: unknown;
  texture?: { baseTexture?: { uid: number; dirtyId: number } };
  geometry?: { dirty?: number };
  text?: string;
}

/**
 * Returns a string that changes with the appearance of an object or its children. While it is equal, a repaint is
 * unnecessary.
 */
export function fingerprint(shown: PIXI.DisplayObject): string {
  const object = shown as object as Painted;
  const { children, visible, alpha, tint, transform, texture, geometry, text } = object;
  const { uid, dirtyId } = texture?.baseTexture ?? {};
  const own = [visible, alpha, tint, transform?._localID, uid, dirtyId, geometry?.dirty, text].join(' ');
  return visible && children && children.length > 0 ? `${own}(${children.map(fingerprint).join()})` : own;
}
