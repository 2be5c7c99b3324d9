import { isPlain } from './validators';

/** Keys of JSON that make an object unusable: it cannot be converted to text or a number, or loses its prototype when it is copied. */
const HARMFUL = ['toString', 'valueOf', '__proto__'];

/**
 * Removes harmful keys from document data, at any depth. Foundry casts values before it validates them: `Number({ toString: null })` throws,
 * and the document, or the actor of a token with that delta, cannot be made at all.
 * C13: common/data/fields.mjs, `NumberField#_cast` is `Number(value)`. Inferred: the server does not validate `ActorDelta.system`.
 * @returns the same object
 */
export function removeHarmfulKeys<T>(source: T): T {
  const waiting: unknown[] = [source];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const isOpen = Array.isArray(value) || isPlain(value) || hasNoPrototype(value);
    if (!isOpen) continue;
    if (hasNoPrototype(value)) Object.setPrototypeOf(value, Object.prototype);
    for (const key of HARMFUL) if (Object.hasOwn(value as object, key)) Reflect.deleteProperty(value as object, key);
    for (const inner of Object.values(value as object))
      if (typeof inner === 'object' && inner !== null) waiting.push(inner);
  }
  return source;
}

const hasNoPrototype = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null;
