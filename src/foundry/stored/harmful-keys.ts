import { isPlain } from './validators';

/** JSON keys that break an object: it cannot be converted to text or a number, or loses its prototype when copied. */
const HARMFUL = ['toString', 'valueOf', '__proto__'];

/** Deeper than any value that a package stores. Core copies documents recursively, and gives up at 100 levels. C13: utils/helpers.mjs `deepClone` */
const DEEPEST = 64;

/**
 * Removes harmful keys and what is nested too deeply from document data, at any depth, and returns it. Foundry casts before it validates: `Number({ toString: null })`
 * throws, and the document, or the actor of a token with that delta, cannot be created.
 * C13: common/data/fields.mjs, `NumberField#_cast` is `Number(value)`. Inferred: the server does not validate `ActorDelta.system`.
 */
export function removeHarmfulKeys<T>(source: T): T {
  const pending: [value: unknown, depth: number][] = [[source, 0]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [value, depth] = next;
    const isContainer = Array.isArray(value) || isPlain(value) || hasNoPrototype(value);
    if (!isContainer) continue;
    if (hasNoPrototype(value)) Object.setPrototypeOf(value, Object.prototype);
    for (const key of HARMFUL) if (Object.hasOwn(value as object, key)) Reflect.deleteProperty(value as object, key);
    for (const [key, inner] of Object.entries(value as object)) {
      if (typeof inner !== 'object' || inner === null) continue;
      if (depth < DEEPEST) pending.push([inner, depth + 1]);
      else (value as Record<string, unknown>)[key] = null;
    }
  }
  return source;
}

const hasNoPrototype = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null;
