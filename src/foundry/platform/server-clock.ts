/** Difference of the clocks that is no drift, in milliseconds. */
const TOLERANCE = 1000;
/** Milliseconds before the server is asked again. */
const RETRY = 10_000;

/** The server's time at a moment of the monotonic clock, in milliseconds. */
let known: { readonly server: number; readonly local: number } | null = null;
let askedAt = Number.NEGATIVE_INFINITY;

/**
 * Returns the server's time in milliseconds, unaffected by changes of the system clock. Foundry adds an offset to `Date.now()` and measures
 * it
 * only every five minutes (T14: client/helpers/time.d.mts SYNC_INTERVAL_MS). If its time drifts from the monotonic clock, because the
 * system
 * clock was set or the computer slept, the server is asked.
 */
export function readServerTime(): number {
  const local = performance.now();
  const { serverTime } = game.time;
  known ??= { server: serverTime, local };
  const now = known.server + local - known.local;
  if (Math.abs(serverTime - now) > TOLERANCE && local - askedAt > RETRY) {
    askedAt = local;
    void game.time.sync().then(measure, () => undefined);
  }
  return now;
}

function measure(): void {
  known = { server: game.time.serverTime, local: performance.now() };
}
