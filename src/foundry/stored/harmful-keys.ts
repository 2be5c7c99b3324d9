import { isPlain } from './validators';

/** JSON keys that break an object: it cannot be converted to text or a number, or loses its prototype when copied. */
const HARMFUL = ['toString', 'valueOf', '__proto__'];

/**
 * Removes harmful keys from document data, at any depth, and returns it. Foundry casts before it validates: `Number({ toString: null })`
 * throws, and the document, or the actor of a token with that delta, cannot be created.
 * C13: common/data/fields.mjs, `NumberField#_cast` is `Number(value)`. Inferred: the server does not validate `ActorDelta.system`.
 */
export function removeHarmfulKeys<T>(source: T): T {
  const pending: unknown[] = [source];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    const isContainer = Array.isArray(value) || isPlain(value) || hasNoPrototype(value);
    if (!isContainer) continue;
    if (hasNoPrototype(value)) Object.setPrototypeOf(value, Object.prototype);
    for (const key of HARMFUL) if (Object.hasOwn(value as object, key)) Reflect.deleteProperty(value as object, key);
    for (const inner of Object.values(value as object))
      if (typeof inner === 'object' && inner !== null) pending.push(inner);
  }
  return source;
}

const hasNoPrototype = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null;
