import type { Data } from './data';
import { DataFieldOperator, ForcedDeletion, ForcedReplacement, normalizeOperators, operatorOfKey } from './operators';
import { setProperty } from './property';
import { getType, isEmpty, isMergeable, isPlainObject, objectsEqual } from './types-of';

export function deepClone<T>(original: T, { strict = false }: { strict?: boolean } = {}): T {
  return cloned(original, strict) as T;
}

function cloned(original: unknown, strict: boolean): unknown {
  if (typeof original !== 'object' || original === null || original instanceof DataFieldOperator) return original;
  if (Array.isArray(original)) return original.map((entry) => cloned(entry, strict));
  if (original instanceof Date) return new Date(original);
  if (isPlainObject(original)) {
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(original)) {
      // An own `__proto__`, as JSON may have it, stays a key.
      if (key === '__proto__') Object.defineProperty(copy, key, own(cloned(original[key], strict)));
      else copy[key] = cloned(original[key], strict);
    }
    return copy;
  }
  if (strict) throw new Error('deepClone cannot clone advanced objects');
  return original;
}

const own = (value: unknown) => ({ value, writable: true, enumerable: true, configurable: true });

/** Converts dotted keys to nested objects, at every depth. */
/** Freezes a value with all that it contains. With `strict`, other objects than plain ones throw. */
export function deepFreeze<T>(value: T, { strict = false }: { strict?: boolean } = {}): T {
  if (value === null || typeof value !== 'object' || Object.isFrozen(value)) return value;
  if (!Array.isArray(value) && !isPlainObject(value)) {
    if (strict) throw new Error('deepFreeze cannot freeze advanced objects');
    return value;
  }
  for (const part of Object.values(value)) deepFreeze(part, { strict });
  return Object.freeze(value);
}

export function expandObject<T>(object: T): T;
export function expandObject(object: unknown): unknown {
  if (Array.isArray(object)) return object.map((entry) => expandObject(entry));
  if (!isPlainObject(object)) return object;
  const expanded: Data = {};
  for (const [key, raw] of Object.entries(object)) {
    const value = expandObject(raw);
    const present = key
      .split('.')
      .reduce<unknown>((target, part) => (target as Data | null | undefined)?.[part], expanded);
    if (isPlainObject(present) && isPlainObject(value)) mergeObject(present, value);
    else setProperty(expanded, key, value);
  }
  return expanded;
}

/** Converts nested objects to dotted keys; arrays and empty objects stay values. */
export function flattenObject(object: object): Data {
  const flat: Data = {};
  for (const [key, value] of Object.entries(object as Data)) {
    if (!isPlainObject(value) || isEmpty(value)) flat[key] = value;
    else for (const [inner, v] of Object.entries(flattenObject(value))) flat[`${key}.${inner}`] = v;
  }
  return flat;
}

export interface MergeOptions {
  insertKeys?: boolean;
  insertValues?: boolean;
  overwrite?: boolean;
  recursive?: boolean;
  inplace?: boolean;
  enforceTypes?: boolean;
  /** v14: applies `_del`, `_replace` and the old string keys. 5E `migration.mjs`; it was `performDeletions` in v13. */
  applyOperators?: boolean;
  performDeletions?: boolean;
}

/** foundry.utils.mergeObject: merges `other` into `original`, by default in place. Replaces arrays as a whole. */
export function mergeObject<A extends object, B extends object>(
  original: A,
  other?: B | null,
  options?: MergeOptions,
): A & B;
export function mergeObject(original: object, given?: object | null, options: MergeOptions = {}): object {
  let other = given ?? {};
  if (!(original instanceof Object) || !(other instanceof Object)) {
    throw new Error('One of original or other are not Objects!');
  }
  if (Object.keys(other).some((key) => key.includes('.'))) other = expandObject(other);
  if (options.inplace === false) return merge(expandObject(deepClone(original)) as Data, other as Data, options, 1);
  if (Object.keys(original).some((key) => key.includes('.'))) {
    const expanded = expandObject(original);
    for (const key of Object.keys(original)) Reflect.deleteProperty(original, key);
    Object.assign(original, expanded);
  }
  return merge(original as Data, other as Data, options, 1);
}

function merge(original: Data, other: Data, options: MergeOptions, depth: number): Data {
  const obey = options.applyOperators ?? options.performDeletions ?? false;
  for (const key of Object.keys(other)) {
    if (key === '__proto__') continue;
    const [name, value] = obey ? operatorOfKey(key, other[key]) : [key, other[key]];
    if (obey && value instanceof ForcedDeletion) delete original[name];
    else if (obey && value instanceof ForcedReplacement) original[name] = withoutOperators(deepClone(value.value));
    else if (Object.hasOwn(original, name)) update(original, name, value, options, depth, obey);
    else insert(original, name, value, options, depth, obey);
  }
  return original;
}

function insert(original: Data, key: string, value: unknown, options: MergeOptions, depth: number, obey: boolean) {
  const { insertKeys = true, insertValues = true } = options;
  if (depth === 1 ? !insertKeys : !insertValues) return;
  original[key] = isPlainObject(value) ? merge({}, value, { applyOperators: obey }, 1) : value;
}

function update(original: Data, key: string, value: unknown, options: MergeOptions, depth: number, obey: boolean) {
  const { overwrite = true, recursive = true, enforceTypes = false } = options;
  const present = original[key];
  if (recursive && isMergeable(value) && isMergeable(present)) {
    merge(present as Data, value as Data, options, depth + 1);
    return;
  }
  if (!overwrite) return;
  if (enforceTypes && present !== undefined && getType(value) !== getType(present)) {
    throw new Error('Mismatched data types encountered during object merge.');
  }
  original[key] = obey ? withoutOperators(value) : value;
}

/** Returns the data that remain after applying all operators of a value to nothing. */
export function withoutOperators<T>(value: T): T;
export function withoutOperators(value: unknown): unknown {
  if (value instanceof ForcedReplacement) return withoutOperators(value.value);
  if (!isPlainObject(value)) return value;
  return merge({}, normalizeOperators(value), { applyOperators: true }, 1);
}

export interface DiffOptions {
  /** Only keys that `original` has. */
  inner?: boolean;
  /** Adds keys that `other` lacks as `-=key`. */
  deletionKeys?: boolean;
}

/** Returns the part of `other` that differs from `original`; operators are kept if they would change something. */
export function diffObject(original: Data, other: Data, options: DiffOptions = {}): Data {
  const diff: Data = {};
  for (const key of Object.keys(other)) {
    const [name, value] = operatorOfKey(key, other[key]);
    const known = Object.hasOwn(original, name);
    if (value instanceof DataFieldOperator) {
      if (changes(original, name, value)) diff[key] = other[key];
      continue;
    }
    if (!known) {
      if (!options.inner) diff[key] = value;
      continue;
    }
    const present = original[name];
    if (isPlainObject(present) && isPlainObject(value)) {
      if (isEmpty(present) && !isEmpty(value)) diff[key] = value;
      else {
        const inner = diffObject(present, value, options);
        if (!isEmpty(inner)) diff[key] = inner;
      }
    } else if (!objectsEqual(present, value)) diff[key] = value;
  }
  if (options.deletionKeys) {
    for (const key of Object.keys(original)) if (!Object.hasOwn(other, key)) diff[`-=${key}`] = null;
  }
  return diff;
}

function changes(original: Data, key: string, operator: DataFieldOperator): boolean {
  if (operator instanceof ForcedReplacement) return !objectsEqual(original[key], operator.value);
  return Object.hasOwn(original, key);
}

/** Returns the part of `source` with the keys of `template`. */
export function filterObject(source: Data, template: Data): Data {
  const filtered: Data = {};
  for (const [key, value] of Object.entries(source)) {
    if (!Object.hasOwn(template, key)) continue;
    const inner = template[key];
    filtered[key] = isPlainObject(value) && isPlainObject(inner) ? filterObject(value, inner) : value;
  }
  return filtered;
}

/** A JSON round trip, as Foundry's `duplicate`. */
export const duplicate = <T>(original: T): T => JSON.parse(JSON.stringify(original));
