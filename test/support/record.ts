/** An object read by its keys, such as parsed JSON. */
export type Keyed = Record<string, unknown>;

/** Returns true for an object or a list. */
export const isKeyed = (value: unknown): value is Keyed => typeof value === 'object' && value !== null;

/** Returns the object under a key; stores an empty one if it is missing. */
export function inside(holder: Keyed, key: string): Keyed {
  const found = holder[key];
  if (isKeyed(found)) return found;
  const created = {};
  holder[key] = created;
  return created;
}
