import { apply } from '../encounter/change';
import type { Json } from '../kernel/json';
import type { Procedure } from '../kernel/procedure';

/** Writes a mark into a fighter's book, or removes it. */
export function* mark(of: string, key: string, to: Json): Procedure<void> {
  yield* apply({ kind: 'book', of, key, to });
}
