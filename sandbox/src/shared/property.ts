/** A key that would reach the prototype instead of the data; it arrives through `JSON.parse` and is passed over. */
const isForbidden = (key: string) => key === '__proto__';

export function hasProperty(object: any, key: string): boolean {
  if (!key || object === null || object === undefined) return false;
  if (key in Object(object)) return true;
  let target = object;
  for (const part of key.split('.')) {
    if (target === null || target === undefined || !(part in Object(target))) return false;
    target = target[part];
  }
  return true;
}

export function getProperty(object: any, key: string): any {
  if (!key || object === null || object === undefined) return undefined;
  const whole = object[key];
  if (whole !== undefined || key in Object(object)) return whole;
  let target = object;
  for (let from = 0; from <= key.length; ) {
    if (target === null || target === undefined) return undefined;
    const dot = key.indexOf('.', from);
    const to = dot < 0 ? key.length : dot;
    target = target[key.slice(from, to)];
    from = to + 1;
  }
  return target;
}

/** Sets a dotted path, making the objects on the way. Returns whether something changed. */
export function setProperty(object: any, key: string, value: unknown): boolean {
  if (!key) return false;
  const parts = key.split('.');
  if (parts.some(isForbidden)) return false;
  const last = parts.pop()!;
  let target = object;
  for (const part of parts) {
    if (target[part] === null || typeof target[part] !== 'object') target[part] = {};
    target = target[part];
  }
  if (last in target && target[last] === value) return false;
  target[last] = value;
  return true;
}

export function deleteProperty(object: any, key: string): boolean {
  if (!key || !object) return false;
  const parts = key.split('.');
  const last = parts.pop()!;
  let target = object;
  for (const part of parts) {
    if (target === null || typeof target !== 'object' || !(part in target)) return false;
    target = target[part];
  }
  if (target === null || typeof target !== 'object' || !Object.hasOwn(target, last)) return false;
  delete target[last];
  return true;
}
