export type Validator = (value: unknown) => boolean;
type Unknown = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isString: Validator = (value) => typeof value === 'string';
export const isNumber: Validator = (value) => Number.isFinite(value);
export const isCount: Validator = (value) => Number.isSafeInteger(value);
const isScalar: Validator = (value) => isString(value) || isNumber(value) || typeof value === 'boolean';
export const withAbsence =
  (fits: Validator): Validator =>
  (value) =>
    value === undefined || value === null || fits(value);
export const listOf =
  (fits: Validator, most = Number.POSITIVE_INFINITY): Validator =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every((each) => fits(each));
/** Returns true for Foundry's update operators, which are no plain objects. Stored values are never operators. */
export const isOperator: Validator = (value) =>
  typeof value === 'object' &&
  value !== null &&
  ![Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(value));
export const isPlain = (value: unknown): value is Unknown => isRecord(value) && !isOperator(value);
export const recordOf =
  (fits: Validator): Validator =>
  (value) =>
    isRecord(value) && Object.values(value).every((each) => fits(each) || isOperator(each));
export const objectWith =
  (keys: Readonly<Record<string, Validator>>): Validator =>
  (value) =>
    isRecord(value) && Object.entries(keys).every(([key, fits]) => fits(value[key]));
export const anyOf =
  (...all: readonly Validator[]): Validator =>
  (value) =>
    all.some((fits) => fits(value));

/**
 * Returns true for JSON with at most so many letters and entries together. It stops there, so that a huge value costs no more than the
 * limit.
 */
export function isWithin(value: unknown, most: number): boolean {
  let left = most;
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const each = pending.pop();
    left -= 1;
    if (typeof each === 'string') left -= each.length;
    if (typeof each === 'object' && each !== null)
      for (const key in each) {
        left -= key.length + 1;
        if (left < 0) return false;
        pending.push((each as Unknown)[key]);
      }
    if (left < 0) return false;
  }
  return true;
}

/** Deeper than any value of a rule. */
const DEEPEST = 8;
export const isJson = (value: unknown, depth = DEEPEST): boolean =>
  isScalar(value) ||
  value === null ||
  (typeof value === 'object' && depth > 0 && Object.values(value).every((each) => isJson(each, depth - 1)));
