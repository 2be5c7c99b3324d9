import { escapeHTML } from '../../../shared/html';
import { cleanHTML } from '../ux/clean-html';

/** T13: Notifications options. */
interface NotificationOptions {
  format?: Record<string, unknown>;
  localize?: boolean;
  escape?: boolean;
  clean?: boolean;
  permanent?: boolean;
  progress?: boolean;
  console?: boolean;
  pct?: number;
}

type NotificationChanges = NotificationOptions & { message?: string };

type Notification = {
  id: number;
  type: string;
  message: string;
  permanent: boolean;
  console: boolean;
  progress: boolean;
  pct: number;
  element?: HTMLElement;
  active: boolean;
  update(changes: NotificationChanges): void;
  remove(): void;
};

const LIFETIME = 5000;
const MAX_ACTIVE = 5;
const ICONS: Record<string, string> = {
  info: 'fa-solid fa-circle-info',
  success: 'fa-solid fa-circle-check',
  warning: 'fa-solid fa-triangle-exclamation',
  error: 'fa-solid fa-circle-xmark',
  progress: 'fa-solid fa-hourglass-half',
};

function worded(
  message: string,
  { format, localize, escape: isEscaped = true, clean = true }: NotificationOptions,
): string {
  if (format) {
    const said = Object.entries(format).map(([key, value]) => [key, isEscaped ? escapeHTML(String(value)) : value]);
    const text = game.i18n.format(message, Object.fromEntries(said));
    return isEscaped || !clean ? text : cleanHTML(text);
  }
  if (localize) return game.i18n.localize(message);
  return clean ? cleanHTML(message) : message;
}

/** Notifications, with sanitized HTML and escaped `format` values. T14: client/applications/ui/notifications.d.mts */
export class Notifications {
  #id = 0;
  #waiting: Notification[] = [];
  #active: Notification[] = [];

  notify(message: unknown, type = 'info', options: NotificationOptions = {}): Notification {
    const { permanent = false, progress = false, console: log = true } = options;
    const text = worded(message instanceof Error ? message.message : String(message), options);
    const notification: Notification = {
      id: ++this.#id,
      type,
      message: text,
      permanent: permanent || progress,
      console: log,
      progress,
      pct: options.pct ?? 0,
      active: true,
      update: (changes) => this.update(notification, changes),
      remove: () => this.remove(notification),
    };
    if (log) {
      const level = type === 'error' ? 'error' : type === 'warning' ? 'warn' : 'log';
      console[level](text);
    }
    this.#waiting.push(notification);
    this.#fill();
    return notification;
  }

  info(message: unknown, options?: NotificationOptions): Notification {
    return this.notify(message, 'info', options);
  }
  warn(message: unknown, options?: NotificationOptions): Notification {
    return this.notify(message, 'warning', options);
  }
  error(message: unknown, options?: NotificationOptions): Notification {
    return this.notify(message, 'error', options);
  }
  success(message: unknown, options?: NotificationOptions): Notification {
    return this.notify(message, 'success', options);
  }

  has(notification: Notification | number): boolean {
    return this.#all().some((one) => one === notification || one.id === notification);
  }

  update(notification: Notification | number, { message, pct, ...options }: NotificationChanges = {}): void {
    const found = this.#all().find((one) => one === notification || one.id === notification);
    if (!found) return;
    if (message !== undefined) found.message = worded(message, options);
    if (pct !== undefined) found.pct = pct;
    const { element } = found;
    if (!element) return;
    element.querySelector('.notification-message')!.innerHTML = found.message;
    element.querySelector<HTMLProgressElement>('progress')?.setAttribute('value', String(found.pct));
    if (found.progress && found.pct >= 1) setTimeout(() => this.remove(found), LIFETIME / 3);
  }

  remove(notification: Notification | number): void {
    const found = this.#all().find((one) => one === notification || one.id === notification);
    if (!found) return;
    found.active = false;
    found.element?.remove();
    this.#waiting = this.#waiting.filter((one) => one !== found);
    this.#active = this.#active.filter((one) => one !== found);
    this.#fill();
  }

  clear(): void {
    for (const one of this.#all()) this.remove(one);
  }

  /** Also shows the notifications queued before the interface existed. */
  async render(): Promise<this> {
    this.#fill();
    return this;
  }

  #all(): Notification[] {
    return [...this.#active, ...this.#waiting];
  }

  #fill(): void {
    const area = document.getElementById('notifications');
    if (!area) return;
    while (this.#active.length < MAX_ACTIVE && this.#waiting.length) {
      const next = this.#waiting.shift()!;
      this.#active.push(next);
      this.#show(area, next);
    }
  }

  #show(area: HTMLElement, notification: Notification): void {
    const li = document.createElement('li');
    li.className = `notification ${notification.type}${notification.permanent ? ' permanent' : ''}`;
    li.dataset.id = String(notification.id);
    li.setAttribute('role', notification.type === 'error' ? 'alert' : 'status');
    const icon = document.createElement('i');
    icon.className = `notification-icon ${ICONS[notification.progress ? 'progress' : notification.type] ?? ICONS['info']}`;
    icon.setAttribute('inert', '');
    const text = document.createElement('p');
    text.className = 'notification-message';
    text.innerHTML = notification.message;
    const close = document.createElement('button');
    close.type = 'button';
    close.className = 'notification-close icon plain fa-solid fa-xmark';
    close.setAttribute('aria-label', game.i18n.localize('COMMON.Close'));
    close.addEventListener('click', () => this.remove(notification));
    li.append(icon, text, close);
    if (notification.progress) {
      const bar = document.createElement('progress');
      bar.max = 1;
      bar.value = notification.pct;
      li.append(bar);
    }
    notification.element = li;
    area.append(li);
    if (!notification.permanent) setTimeout(() => this.remove(notification), LIFETIME);
  }
}
