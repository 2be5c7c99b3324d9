/** Returns the value. Throws an error that names it if it is null or undefined. */
export function defined<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`Cadence expects ${what} here`);
  return value;
}
