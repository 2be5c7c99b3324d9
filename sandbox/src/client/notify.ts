type Level = 'info' | 'warn' | 'error' | 'success';
const waiting: [Level, string][] = [];

/** A notification now, or as soon as the interface is there to show it. */
export function notify(level: Level, message: string) {
  const notifications = globalThis.ui?.notifications;
  if (notifications?.[level]) notifications[level](message, { console: false });
  else waiting.push([level, message]);
}

/** What was said before there was anything to say it with. */
export function flushNotifications() {
  for (const [level, message] of waiting.splice(0)) notify(level, message);
}
