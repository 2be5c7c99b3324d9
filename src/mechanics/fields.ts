import type { Dice } from '../kernel/dice';

/** Checks of single values at the border: each returns the value or throws a RangeError that names the field. */

function refuse(field: string, value: unknown, wanted: string): never {
  throw new RangeError(`${field}: ${JSON.stringify(value) ?? 'nothing'} is not ${wanted}`);
}

export function whole(field: string, value: unknown, least = -999, most = 999): number {
  const fits = Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
  return fits ? (value as number) : refuse(field, value, `a whole number from ${least} to ${most}`);
}

export function metres(field: string, value: unknown, least = 0): number {
  const fits = Number.isFinite(value) && (value as number) >= least;
  return fits ? (value as number) : refuse(field, value, `a number of metres, at least ${least}`);
}

export function amount(field: string, value: unknown, least = 0): number {
  const fits = Number.isFinite(value) && (value as number) >= least;
  return fits ? (value as number) : refuse(field, value, `a number, at least ${least}`);
}

export function orNull<T>(value: unknown, read: (value: unknown) => T): T | null {
  return value === null || value === undefined ? null : read(value);
}

export function flag(field: string, value: unknown): boolean {
  return typeof value === 'boolean' ? value : refuse(field, value, 'true or false');
}

export function oneOf<const T extends string | number>(field: string, value: unknown, of: readonly T[]): T {
  return (of as readonly unknown[]).includes(value) ? (value as T) : refuse(field, value, `one of ${of.join(', ')}`);
}

export function words(field: string, value: unknown): readonly string[] {
  const fits = Array.isArray(value) && value.every((word) => typeof word === 'string');
  return fits ? value : refuse(field, value, 'a list of words');
}

export function record(field: string, value: unknown): Readonly<Record<string, unknown>> {
  const fits = typeof value === 'object' && value !== null && !Array.isArray(value);
  return fits ? (value as Record<string, unknown>) : refuse(field, value, 'a set of named values');
}

/** Reads dice written as `2d6`. Throws RangeError naming the field. */
export function diceOf(text: unknown, field: string): Dice {
  const [, count, sides] = /^([1-9]\d?)d([1-9]\d{0,2})$/.exec(String(text)) ?? [];
  if (!count) throw new RangeError(`${field}: ${JSON.stringify(text) ?? 'nothing'} is no dice such as 2d6`);
  return { count: Number(count), sides: Number(sides) };
}
