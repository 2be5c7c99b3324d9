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
