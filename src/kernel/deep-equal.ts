/** Deeper than any value that Foundry itself can copy: its `deepClone` throws beyond 100. */
const DEEPEST = 200;

/**
 * Returns true if two JSON values are equal. An undefined member counts as absent; 0 and -0 are equal, as in JSON. Values of users may be
 * nested without end: copies of such a value are not equal.
 */
export function deepEqual(a: unknown, b: unknown, depth = DEEPEST): boolean {
  if (a === b || Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (depth === 0 || Array.isArray(a) !== Array.isArray(b)) return false;
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>];
  for (const key of Object.keys(one)) if (!deepEqual(one[key], other[key], depth - 1)) return false;
  for (const key of Object.keys(other))
    if (!Object.hasOwn(one, key) && !deepEqual(one[key], other[key], depth - 1)) return false;
  return true;
}
