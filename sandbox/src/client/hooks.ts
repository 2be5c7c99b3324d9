/** The arguments depend on the hook. */
type Listener = (...args: never[]) => unknown;

/** T14: client/helpers/hooks.d.mts `onError` */
interface ErrorReport {
  msg?: string;
  notify?: 'info' | 'warn' | 'error';
  log?: 'debug' | 'info' | 'warn' | 'error';
  [fact: string]: unknown;
}

interface Registered {
  hook: string;
  id: number;
  fn: Listener;
  once: boolean;
}

const EVENTS = new Map<string, Registered[]>();
let nextId = 1;

/** An error in a listener does not stop the others. API: foundry.helpers.Hooks, `Hooks.onError` */
function run(entry: Registered, args: unknown[]): unknown {
  if (entry.once) Hooks.off(entry.hook, entry.id);
  try {
    return entry.fn(...(args as never[]));
  } catch (error) {
    console.error(`Error thrown in hooked function '${entry.fn.name}' for hook '${entry.hook}'`, error);
    if (entry.hook !== 'error') Hooks.callAll('error', 'Hooks.#call', error, { hook: entry.hook, fn: entry.fn });
    return undefined;
  }
}

/** T14: client/helpers/hooks.d.mts */
export class Hooks {
  static get events(): Record<string, Registered[]> {
    return Object.fromEntries(EVENTS);
  }

  static on(hook: string, fn: Listener, { once = false }: { once?: boolean } = {}): number {
    const id = nextId++;
    EVENTS.set(hook, [...(EVENTS.get(hook) ?? []), { hook, id, fn, once }]);
    return id;
  }

  static once(hook: string, fn: Listener): number {
    return Hooks.on(hook, fn, { once: true });
  }

  static off(hook: string, fn: number | Listener): void {
    const kept = (EVENTS.get(hook) ?? []).filter((entry) => entry.id !== fn && entry.fn !== fn);
    EVENTS.set(hook, kept);
  }

  /** Calls every listener and ignores the results. */
  static callAll(hook: string, ...args: unknown[]): true {
    for (const entry of EVENTS.get(hook) ?? []) run(entry, args);
    return true;
  }

  /** Calls the listeners in order until one returns exactly `false`. */
  static call(hook: string, ...args: unknown[]): boolean {
    for (const entry of EVENTS.get(hook) ?? []) if (run(entry, args) === false) return false;
    return true;
  }

  static onError(location: string, error: Error, { msg = '', notify, log, ...data }: ErrorReport = {}) {
    if (msg) error.message = `${msg}. ${error.message}`;
    if (log) console[log]?.(error);
    if (notify) globalThis.ui?.notifications?.[notify]?.(error.message);
    Hooks.callAll('error', location, error, data);
  }
}
