/** An object that is read by its keys, such as parsed JSON. */
export type Keyed = Record<string, unknown>;

/** Whether a value is an object; a list is one too. */
export const isKeyed = (value: unknown): value is Keyed => typeof value === 'object' && value !== null;

/** Returns the object under a key. Stores an empty one there first if there is none. */
export function inside(holder: Keyed, key: string): Keyed {
  const found = holder[key];
  if (isKeyed(found)) return found;
  const made = {};
  holder[key] = made;
  return made;
}
