/**
 * Returns a record's own value, or undefined. A key from a user, a document or a file may be a name of
 * `Object.prototype`, such as `constructor`.
 */
export const lookup = <T>(record: Readonly<Record<string, T>> | null | undefined, key: string): T | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined;
