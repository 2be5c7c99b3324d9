interface Options {
  readonly permanent?: boolean;
}

/** Shows a notification. Foundry treats its text as HTML but escapes the formatted values, so user-entered names stay text. */
export function notify(level: 'info' | 'warn' | 'error', message: string, options: Options = {}): void {
  ui.notifications?.[level]('{said}', { ...options, format: { said: message } });
}

/** Shows a line until the returned function is called. API: Notifications#info, and `Notification#remove` */
export function notifyUntilDone(message: string): () => void {
  // The installed types lose the methods of a notification.
  const shown = ui.notifications?.info('{said}', { permanent: true, format: { said: message } });
  return () => (shown as { remove(): void } | undefined)?.remove();
}

/** Milliseconds before an equal notice is shown again. */
const REPEATED_AFTER = 5 * 60_000;
/** When each was shown, by its subject. */
const lastShown = new Map<string, number>();

/**
 * Shows a notice that a player could trigger repeatedly, at most once in some minutes.
 * @param about the subject and the user who triggered it
 */
export function notifyOnce(level: 'info' | 'warn' | 'error', about: string, message: string): void {
  const now = performance.now();
  const last = lastShown.get(about);
  if (last !== undefined && now - last < REPEATED_AFTER) return;
  lastShown.set(about, now);
  notify(level, message);
}
