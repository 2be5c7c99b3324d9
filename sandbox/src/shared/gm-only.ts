import type { Data } from './data';
import { DataFieldOperator } from './operators';

/**
 * Returns whether `system` data changes a field of the manifest's `gmOnlyFields`, also by replacing an object above
 * it. Paths are relative to `system`; `*` matches any key or index. T14: common/packages/sub-types.d.mts
 */
export function touchesField(system: unknown, path: string): boolean {
  return touches(system, path.split('.'));
}

function touches(value: unknown, parts: string[]): boolean {
  if (parts.length === 0) return value !== undefined;
  if (value instanceof DataFieldOperator) return true;
  if (value === undefined) return false;
  if (value === null || typeof value !== 'object') return true;
  const inside: Data = { ...value };
  const [part, ...rest] = parts as [string, ...string[]];
  const keys = part === '*' ? Object.keys(inside) : [part, `-=${part}`, `==${part}`];
  return keys.some((key) => key in inside && (key !== part && part !== '*' ? true : touches(inside[key], rest)));
}

/** Returns the first of the fields that the data touches. */
export const touchedField = (system: unknown, fields: string[] = []): string | undefined =>
  fields.find((path) => touchesField(system, path));
