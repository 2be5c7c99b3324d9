import { readFileSync } from 'node:fs';
import { defined } from '../../src/kernel/defined';
import type { Die } from '../../src/kernel/dice';
import type { Clock } from './clock';

type StorageListener = (event: { readonly key: string | null }) => void;

/** Browser storage of a site; survives reloads. */
export class Storage {
  private readonly values = new Map<string, string>();
  private readonly listeners = new Map<object, StorageListener>();
  /** The capacity in characters; a lower value simulates a full storage. */
  most = Number.POSITIVE_INFINITY;

  /** Returns the storage of a page; its writes notify the other pages. */
  seenBy(page: object) {
    return {
      getItem: (key: string): string | null => this.values.get(key) ?? null,
      setItem: (key: string, value: string): void => {
        if (String(value).length > this.most) throw new Error('QuotaExceededError');
        this.values.set(key, String(value));
        for (const [other, listener] of this.listeners) if (other !== page) listener({ key });
      },
      removeItem: (key: string): void => void this.values.delete(key),
      listen: (listener: StorageListener): void => void this.listeners.set(page, listener),
    };
  }

  forget(page: object): void {
    this.listeners.delete(page);
  }

  setItem(key: string, value: string): void {
    this.seenBy(this).setItem(key, value);
  }
  getItem(key: string): string | null {
    return this.values.get(key) ?? null;
  }
  text(): string {
    return JSON.stringify([...this.values]);
  }
  clear(): void {
    this.values.clear();
  }
}

interface Browser {
  readonly local: Storage;
  readonly session: Storage;
  readonly clock: Clock;
  readonly die: Die;
  readonly navigation: 'navigate' | 'reload';
  failed(what: string): void;
}

/** Returns the global scope of a page with deterministic time and randomness, and without a DOM. */
export function scopeOf({ local, session, clock, die, navigation, failed }: Browser): object {
  const scope = {};
  const random = (): number => (die(0x1000000) - 1) / 0x1000000;
  class PageDate extends Date {
    constructor(...args: [(number | string | Date)?]) {
      super(...((args.length > 0 ? args : [clock.now]) as [number | string | Date]));
    }
    static override now = () => clock.now;
  }
  const logError = (...args: unknown[]) =>
    failed(args.map((arg) => (arg instanceof Error ? (arg.stack ?? arg.message) : String(arg))).join(' '));
  const { listen, ...localStorage } = local.seenBy(scope);
  // Work until a deadline looks at the clock again and again; it takes time, so that it ends.
  let looks = { at: 0, count: 0 };
  const measure = (): number => {
    looks = { at: clock.now, count: looks.at === clock.now ? looks.count + 1 : 0 };
    if (looks.count > FREE_LOOKS) clock.now += WORK;
    return clock.now;
  };
  return Object.assign(scope, {
    globalThis: scope,
    window: scope,
    self: scope,
    localStorage,
    sessionStorage: session.seenBy(scope),
    addEventListener: (type: string, listener: StorageListener) =>
      type === 'storage' && listen((event) => void clock.set(scope, () => listener(event))),
    Date: PageDate,
    Math: Object.assign(Object.create(Math), {
      random,
      clamp: (value: number, min: number, max: number) => Math.min(Math.max(value, min), max),
    }),
    crypto: { getRandomValues: (array: Uint32Array) => fillRandom(array, random) },
    setTimeout: (run: () => void, delay?: number) => clock.set(scope, run, delay),
    clearTimeout: (id?: number) => clock.clear(id),
    performance: { now: measure, getEntriesByType: () => [{ type: navigation }] },
    console: { ...console, log() {}, warn() {}, debug() {}, info() {}, error: logError },
    fetch: async (path: string) => ({ ok: true, text: async () => readServerFile(path), json: async () => ({}) }),
  });
}

/** So often a page looks at its clock before time passes, and how many milliseconds then do. */
const FREE_LOOKS = 5;
const WORK = 100;

const files = new Map<string, string>();

/** Returns a server file; read synchronously for deterministic order. Only templates are requested. */
function readServerFile(path: string): string {
  const [, name] = /^\/systems\/cadence\/(templates\/.*)$/.exec(path) ?? [];
  if (!name) return '';
  if (!files.has(name)) files.set(name, readFileSync(name, 'utf8'));
  return defined(files.get(name), name);
}

function fillRandom(array: Uint32Array, random: () => number): Uint32Array {
  for (let at = 0; at < array.length; at++) array[at] = random() * 2 ** 32;
  return array;
}
