interface Options {
  readonly permanent?: boolean;
}

/**
 * Says something at the top of the screen. Foundry takes a notification for HTML, all but the values it puts into it: so what people have
 * called themselves stays text.
 */
export function notify(level: 'info' | 'warn' | 'error', said: string, options: Options = {}): void {
  ui.notifications?.[level]('{said}', { ...options, format: { said } });
}

/** For how long the same notice about the same offender is not repeated. Milliseconds. */
const REPEATED_AFTER = 5 * 60_000;
/** When each notice was last given. */
const given = new Map<string, number>();

/**
 * Gives a notice that a player can provoke at will: once, and again only after some minutes.
 * @param about what it is about and who provoked it
 */
export function notifyOnce(level: 'info' | 'warn' | 'error', about: string, said: string): void {
  const now = performance.now();
  const last = given.get(about);
  if (last !== undefined && now - last < REPEATED_AFTER) return;
  given.set(about, now);
  notify(level, said);
}
