import { expect } from 'vitest';
import { deepEqual } from '../../src/kernel/deep-equal';

/** Expects plain data to be equal. Vitest's `toEqual` takes ten times as long, and says what differs. */
export function expectSame(actual: unknown, expected: unknown): void {
  if (!deepEqual(actual, expected)) expect(actual).toEqual(expected);
}
