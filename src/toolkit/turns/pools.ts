import { adjustPool } from '../../encounter/change';
import { type Fighter, poolOf } from '../../encounter/state';
import type { Procedure } from '../../kernel/procedure';

type Holder<P extends string> = Pick<Fighter<unknown, never, never, P>, 'id' | 'pools'>;

/** Sets a pool. Requests no change if it already has the value. */
export function* setPool<P extends string>(fighter: Holder<P>, pool: P, to: number): Procedure<void> {
  const by = to - poolOf(fighter, pool).value;
  if (by !== 0) yield* adjustPool(fighter.id, pool, by);
}
