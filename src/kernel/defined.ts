/** What is always there where it is asked for. Throws Error where it is not, naming it. */
export function defined<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`Cadence expects ${what} here`);
  return value;
}
