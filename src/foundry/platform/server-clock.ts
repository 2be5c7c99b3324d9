/** A difference between the two clocks that is no drift. Milliseconds. */
const TOLERANCE = 1000;
/** How long to wait before the server is asked for its time again. Milliseconds. */
const RETRY = 10_000;

/** The server's time at one moment of the monotonic clock. Milliseconds. */
let known: { readonly server: number; readonly local: number } | null = null;
let askedAt = Number.NEGATIVE_INFINITY;

/**
 * The server's time in milliseconds, which a changed system clock does not move. Foundry adds an offset to `Date.now()` and measures it
 * again only every five minutes (T14: client/helpers/time.d.mts SYNC_INTERVAL_MS). Where its clock and the monotonic one part, because the
 * system clock was set or the computer has slept, the server decides.
 */
export function serverNow(): number {
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
