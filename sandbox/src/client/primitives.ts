import { slugify } from './slugify';

/** The constructors of a realm that Foundry extends. */
export type Realm = Pick<typeof globalThis, 'Array' | 'Date' | 'Math' | 'Number' | 'RegExp' | 'Set' | 'String' | 'URL'>;

const ARRAY = {
  deepFlatten(this: unknown[]): unknown[] {
    return this.flat(Number.POSITIVE_INFINITY);
  },
  equals(this: unknown[], other: unknown): boolean {
    if (!Array.isArray(other) || other.length !== this.length) return false;
    return this.every((value, at) => {
      const against = other[at];
      return Array.isArray(value) && Array.isArray(against) ? ARRAY.equals.call(value, against) : value === against;
    });
  },
  partition(this: unknown[], rule: (value: unknown) => unknown): [unknown[], unknown[]] {
    return [this.filter((value) => !rule(value)), this.filter((value) => rule(value))];
  },
  filterJoin(this: unknown[], separator: string): string {
    return this.filter(Boolean).join(separator);
  },
  findSplice(this: unknown[], find: (value: unknown, at: number, list: unknown[]) => boolean, replace?: unknown) {
    const at = this.findIndex(find);
    if (at === -1) return null;
    if (replace === undefined) return this.splice(at, 1)[0];
    this.splice(at, 1, replace);
    return replace;
  },
};

const DATE = {
  isValid(this: Date): boolean {
    return !Number.isNaN(this.getTime());
  },
  toDateInputString(this: Date): string {
    const [month, day] = [this.getMonth() + 1, this.getDate()].map((part) => String(part).padStart(2, '0'));
    return `${this.getFullYear()}-${month}-${day}`;
  },
  toTimeInputString(this: Date): string {
    return this.toTimeString().split(' ')[0]!;
  },
};

const NUMBER = {
  almostEqual(this: number, other: number, epsilon = 1e-8): boolean {
    return Math.abs(this - other) < epsilon;
  },
  between(this: number, a: number, b: number, inclusive = true): boolean {
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    return inclusive ? this >= low && this <= high : this > low && this < high;
  },
  ordinalString(this: number): string {
    const [unit, tens] = [this % 10, this % 100];
    const suffixes: Record<number, string> = { 1: 'st', 2: 'nd', 3: 'rd' };
    return `${this}${(tens >= 11 && tens <= 13 ? undefined : suffixes[unit]) ?? 'th'}`;
  },
  paddedString(this: number, digits: number): string {
    return String(this).padStart(digits, '0');
  },
  signedString(this: number): string {
    // U+2212 for a minus, as the types say.
    return `${this < 0 ? '−' : '+'}${Math.abs(this).toLocaleString(globalThis.game?.i18n?.lang)}`;
  },
  toNearest(this: number, interval = 1, method: 'round' | 'floor' | 'ceil' = 'round', base = 0): number {
    if (interval < 0) throw new Error('Number#toNearest interval must be positive');
    const decimals = String(interval).split('.')[1]?.length ?? 0;
    return Number((Math[method]((this - base) / interval) * interval + base).toFixed(decimals));
  },
};

const SET = {
  equals(this: Set<unknown>, other: Set<unknown>): boolean {
    return other instanceof Set && other.size === this.size && [...this].every((value) => other.has(value));
  },
  first(this: Set<unknown>): unknown {
    return this.values().next().value;
  },
  intersects(this: Set<unknown>, other: Set<unknown>): boolean {
    return [...this].some((value) => other.has(value));
  },
  isSubset(this: Set<unknown>, other: Set<unknown>): boolean {
    return [...this].every((value) => other.has(value));
  },
  toObject(this: Set<unknown>): unknown[] {
    return [...this];
  },
  every(this: Set<unknown>, test: (value: unknown, at: number, set: Set<unknown>) => boolean): boolean {
    return [...this].every((value, at) => test(value, at, this));
  },
  filter(this: Set<unknown>, test: (value: unknown, at: number, set: Set<unknown>) => boolean): Set<unknown> {
    return new Set([...this].filter((value, at) => test(value, at, this)));
  },
  find(this: Set<unknown>, test: (value: unknown, at: number, set: Set<unknown>) => boolean): unknown {
    return [...this].find((value, at) => test(value, at, this));
  },
  map(this: Set<unknown>, change: (value: unknown, at: number, set: Set<unknown>) => unknown): Set<unknown> {
    return new Set([...this].map((value, at) => change(value, at, this)));
  },
  reduce(
    this: Set<unknown>,
    reducer: (sum: unknown, value: unknown, at: number, set: Set<unknown>) => unknown,
    initial: unknown,
  ) {
    return [...this].reduce((sum, value, at) => reducer(sum, value, at, this), initial);
  },
  some(this: Set<unknown>, test: (value: unknown, at: number, set: Set<unknown>) => boolean): boolean {
    return [...this].some((value, at) => test(value, at, this));
  },
};

const STRING = {
  capitalize(this: string): string {
    return this.charAt(0).toUpperCase() + this.slice(1);
  },
  compare(this: string, other: string): number {
    return this.localeCompare(other, globalThis.game?.i18n?.lang);
  },
  titleCase(this: string): string {
    return this.toLowerCase()
      .split(' ')
      .map((word) => STRING.capitalize.call(word))
      .join(' ')
      .trim();
  },
  stripScripts(this: string): string {
    const holder = document.createElement('template');
    holder.innerHTML = this;
    for (const script of holder.content.querySelectorAll('script')) script.remove();
    return holder.innerHTML;
  },
  slugify(this: string, options?: Parameters<typeof slugify>[1]): string {
    return slugify(String(this), options);
  },
};

const MATH = {
  clamp: (value: number, min: number, max: number) => Math.min(Math.max(value, min), max),
  mix: (a: number, b: number, weight: number) => a * (1 - weight) + b * weight,
  normalizeDegrees: (degrees: number) => ((degrees % 360) + 360) % 360,
  normalizeRadians: (radians: number) => radians - 2 * Math.PI * Math.floor((radians + Math.PI) / (2 * Math.PI)),
  toDegrees: (radians: number) => (radians * 180) / Math.PI,
  toRadians: (degrees: number) => ((degrees % 360) * Math.PI) / 180,
  oscillation: (min: number, max: number, time: number, period = 1, wave = Math.cos) =>
    ((max - min) * (wave((2 * Math.PI * time) / period) + 1)) / 2 + min,
};

const STATICS = {
  Array: { fromRange: (length: number, min = 0) => Array.from({ length }, (_, at) => at + min) },
  Number: {
    between: (number: number, a: number, b: number, inclusive = true) => NUMBER.between.call(number, a, b, inclusive),
    isNumeric: (value: unknown) =>
      !Array.isArray(value) && ![null, ''].includes(value as never) && !Number.isNaN(Number(value)),
    fromString: (text: unknown): number => {
      if (typeof text !== 'string' || text === '') return Number.NaN;
      return Number(text.replace(/\s+/g, ''));
    },
  },
  RegExp: { escape: (text: string) => text.replace(/[-[\]{}()*+?.,\\^$|#\s]/g, '\\$&') },
  URL: {
    parseSafe: (text: string) => {
      try {
        return new URL(text);
      } catch {
        return null;
      }
    },
  },
};

function define(target: object, members: object): void {
  for (const [name, value] of Object.entries(members))
    Object.defineProperty(target, name, { value, writable: true, configurable: true });
}

/**
 * Adds Foundry's members to the built-ins. Members that v12 deprecated until 14 (`Math.clamped`, `Math.roundDecimals`)
 * are gone. T14: common/primitives/*.d.mts
 */
export function extendPrimitives(realm: Realm): void {
  define(realm.Array.prototype, ARRAY);
  define(realm.Date.prototype, DATE);
  define(realm.Number.prototype, NUMBER);
  define(realm.Set.prototype, SET);
  define(realm.String.prototype, STRING);
  define(realm.Math, { ...MATH, SQRT3: Math.sqrt(3), SQRT1_3: Math.sqrt(1 / 3) });
  for (const [name, members] of Object.entries(STATICS)) define(realm[name as keyof typeof STATICS], members);
}
