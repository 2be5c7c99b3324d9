import { alter } from '../../../encounter/change';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { isOut } from '../conditions';
import { mark } from '../marks';
import type { TempoFighter } from '../stats';

/** What stands against taking so much Exertion of one's own will (T-96, T-108, T-A46). */
export function whyNotExert(fighter: TempoFighter, price = 1): Reason[] {
  if (!fighter.player) return [{ id: 'not-a-pc' }];
  const { value, max } = fighter.pools.exertion;
  return [
    ...(isOut(fighter) ? [{ id: 'incapacitated' }] : []),
    ...(value + price > max ? [{ id: 'at-max-exertion', data: { value, max } }] : []),
  ];
}

/** T-104; that it was done at all counts when the Scene ends (T-105). */
export function* exert({ id, book }: TempoFighter, price = 1): Procedure<void> {
  yield* alter(id, 'exertion', price);
  if (!book.exerted) yield* mark(id, 'exerted', true);
}
