import type { Data } from './data';
import { DataFieldOperator } from './operators';

const PROTOTYPES: [new (...args: never[]) => unknown, string][] = [
  [Array, 'Array'],
  [Set, 'Set'],
  [Map, 'Map'],
  [Promise, 'Promise'],
  [Error, 'Error'],
];

/** Returns Foundry's name of a value's type: "Object" for plain objects only, "Unknown" for other instances. */
export function getType(variable: unknown): string {
  if (typeof variable !== 'object') return typeof variable;
  if (variable === null) return 'null';
  if (!variable.constructor || variable.constructor === Object) return 'Object';
  return PROTOTYPES.find(([cls]) => variable instanceof cls)?.[1] ?? 'Unknown';
}

/** True for plain objects. Operators are not, so they are never merged into. */
export const isPlainObject = (value: unknown): value is Data => getType(value) === 'Object';

/** True for plain objects and foreign instances, but not for operators. */
export function isMergeable(value: unknown): boolean {
  const type = getType(value);
  return type === 'Object' || (type === 'Unknown' && !(value instanceof DataFieldOperator));
}

export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (value instanceof Set || value instanceof Map) return value.size === 0;
  return isPlainObject(value) && Object.keys(value).length === 0;
}

/**
 * Compares data deeply: arrays in order, sets by members, objects by keys; other instances by their `equals` or
 * identity.
 */
export function objectsEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (getType(a) !== getType(b)) return false;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((entry, i) => objectsEqual(entry, b[i]));
  if (a instanceof Set && b instanceof Set) return a.size === b.size && [...a].every((entry) => b.has(entry));
  if (isPlainObject(a) && isPlainObject(b)) {
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && objectsEqual(a[key], b[key]))
    );
  }
  return hasEquals(a) && a.equals(b);
}

const hasEquals = (value: unknown): value is { equals(other: unknown): boolean } =>
  typeof (value as { equals?: unknown } | null | undefined)?.equals === 'function';

export const equals = objectsEqual;

export function isSubclass<C extends abstract new (...args: never[]) => unknown>(cls: unknown, parent: C): cls is C {
  return typeof cls === 'function' && (cls === parent || cls.prototype instanceof parent);
}

/** True if version `v1` is later than `v0`; compares parts as numbers if both are. */
export function isNewerVersion(v1: number | string, v0: number | string): boolean {
  const a = String(v1).split('.');
  const b = String(v0).split('.');
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    if (a[i] === undefined) return false;
    if (b[i] === undefined) return true;
    if (a[i] === b[i]) continue;
    const [x, y] = [Number(a[i]), Number(b[i])];
    return Number.isNaN(x) || Number.isNaN(y) ? a[i]! > b[i]! : x > y;
  }
  return false;
}
