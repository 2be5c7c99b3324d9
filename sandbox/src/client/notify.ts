type Level = 'info' | 'warn' | 'error' | 'success';
const waiting: [Level, string][] = [];

/** Shows a notification, or queues it until the interface exists. */
export function notify(level: Level, message: string) {
  const notifications = globalThis.ui?.notifications;
  if (notifications?.[level]) notifications[level](message, { console: false });
  else waiting.push([level, message]);
}

/** Shows the queued notifications. */
export function flushNotifications() {
  for (const [level, message] of waiting.splice(0)) notify(level, message);
}
