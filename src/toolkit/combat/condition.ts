import { apply } from '../../encounter/change';
import type { Condition, Until } from '../../encounter/condition';
import type { Effect } from '../../encounter/effect';
import type { Fighter, FighterId } from '../../encounter/state';
import type { Procedure } from '../../kernel/procedure';
import { expire } from '../turns/duration';

/**
 * Gives a fighter a root condition. Nothing happens where it has the very same one.
 * @param by who brought it about, where that matters
 */
export function gain(
  of: FighterId,
  id: string,
  until: Until | null,
  data?: Condition['data'],
  by?: FighterId,
): Procedure<Effect | null> {
  const condition = data ? { id, until, data } : { id, until };
  return apply({ kind: 'gain', of, condition: by === undefined ? condition : { ...condition, by } });
}

/** Takes away the root conditions of that id; what another condition implies stays. */
export function lose(
  fighter: Fighter,
  id: string,
  which: (condition: Condition) => boolean = () => true,
): Procedure<void> {
  return expire([fighter], (had) => had.id === id && which(had));
}

/**
 * A fighter's root conditions in one order, however they came: one that was taken off and put back by a rewind stands last, and a
 * question that lists them must be the same one when it is asked again.
 */
export const inOrder = ({ conditions }: Pick<Fighter, 'conditions'>): readonly Condition[] =>
  conditions.toSorted((a, b) => (a.key < b.key ? -1 : 1));
