/** Difference of the clocks that is no drift, in milliseconds. */
const TOLERANCE = 1000;
/** Milliseconds before the server is asked again. */
const RETRY = 10_000;

/** The server's time at a moment of the monotonic clock, and when the server was asked last; in milliseconds. */
let known: { server: number; local: number; askedAt: number } | null = null;

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
  known ??= { server: serverTime, local, askedAt: Number.NEGATIVE_INFINITY };
  const now = known.server + local - known.local;
  if (Math.abs(serverTime - now) > TOLERANCE && local - known.askedAt > RETRY) {
    known.askedAt = local;
    void game.time.sync().then(measure, () => undefined);
  }
  return now;
}

function measure(): void {
  if (known) Object.assign(known, { server: game.time.serverTime, local: performance.now() });
}
