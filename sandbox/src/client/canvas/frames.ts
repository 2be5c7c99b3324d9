import type * as PIXI from 'pixi.js';
/** Does the person at this screen want things to move? */
export function motionAllowed(): boolean {
  return !document.hidden && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

const ease = (t: number) => (t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2);

/**
 * Calls `step` with 0 to 1 over some milliseconds, at once with 1 where motion is unwanted or the window hidden.
 * @returns true when it ran to its end, false when `signal` broke it off.
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

/** Properties that affect how an object is painted. Each class of object has some of them. */
interface Painted extends Pick<PIXI.DisplayObject, 'visible' | 'alpha'> {
  children?: readonly PIXI.DisplayObject[] | null;
  /** PIXI increments `_localID` at each move. */
  transform?: { _localID?: number };
  tint?: unknown;
  texture?: { baseTexture?: { uid: number; dirtyId: number } };
  geometry?: { dirty?: number };
  text?: string;
}

/** What the looks of an object and all in it depend on: while this is the same, there is no need to paint it again. */
export function fingerprint(shown: PIXI.DisplayObject): string {
  const object = shown as object as Painted;
  const { children, visible, alpha, tint, transform, texture, geometry, text } = object;
  const { uid, dirtyId } = texture?.baseTexture ?? {};
  const own = [visible, alpha, tint, transform?._localID, uid, dirtyId, geometry?.dirty, text].join(' ');
  return visible && children && children.length > 0 ? `${own}(${children.map(fingerprint).join()})` : own;
}
