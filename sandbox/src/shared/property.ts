import type { Data } from './data';

/** A key that would reach the prototype; it can arrive through `JSON.parse` and is ignored. */
const isForbidden = (key: string) => key === '__proto__';

const isHolder = (value: unknown): value is Data => value !== null && typeof value === 'object';

export function hasProperty(object: unknown, key: string): boolean {
  if (!key || object === null || object === undefined) return false;
  if (key in Object(object)) return true;
  let target: unknown = object;
  for (const part of key.split('.')) {
    if (target === null || target === undefined || !(part in Object(target))) return false;
    target = (target as Data)[part];
  }
  return true;
}

export function getProperty(object: unknown, key: string): unknown {
  if (!key || object === null || object === undefined) return undefined;
  const whole = (object as Data)[key];
  if (whole !== undefined || key in Object(object)) return whole;
  let target: unknown = object;
  for (let from = 0; from <= key.length; ) {
    if (target === null || target === undefined) return undefined;
    const dot = key.indexOf('.', from);
    const to = dot < 0 ? key.length : dot;
    target = (target as Data)[key.slice(from, to)];
    from = to + 1;
  }
  return target;
}

/** Sets a dotted path and creates missing objects. Returns whether something changed. */
export function setProperty(object: object, key: string, value: unknown): boolean {
  if (!key) return false;
  const parts = key.split('.');
  if (parts.some(isForbidden)) return false;
  const last = parts.pop()!;
  let target = object as Data;
  for (const part of parts) {
    const present = target[part];
    const inner: Data = isHolder(present) ? present : {};
    if (inner !== present) target[part] = inner;
    target = inner;
  }
  if (last in target && target[last] === value) return false;
  target[last] = value;
  return true;
}

export function deleteProperty(object: object, key: string): boolean {
  if (!key || !object) return false;
  const parts = key.split('.');
  const last = parts.pop()!;
  let target: unknown = object;
  for (const part of parts) {
    if (!isHolder(target) || !(part in target)) return false;
    target = target[part];
  }
  if (!isHolder(target) || !Object.hasOwn(target, last)) return false;
  delete target[last];
  return true;
}
