/** By element: the functions that have. */
const bound = new WeakMap<EventTarget, Set<unknown>>();

/**
 * Returns true if this function has added its listeners to an element before: elements are drawn again and again, and kept.
 * The first call notes it.
 */
export function wasBound(target: EventTarget, by: unknown): boolean {
  const before = bound.get(target) ?? new Set();
  bound.set(target, before);
  if (before.has(by)) return true;
  before.add(by);
  return false;
}
