import { type Timing, turnOf } from '../../encounter/timing';
import { GM } from '../../kernel/ask';
import { inOrder } from './order';
import type { ClashEncounter } from './stats';
import { ROUND_SECONDS } from './words';

export const TIMING: Timing<ClashEncounter> = {
  // C-06.
  roundSeconds: ROUND_SECONDS,
  eachOnce: true,
  whoseTurn: turnOf,
  order: (encounter) => inOrder(encounter).map(({ id }) => id),
  initiative: ({ book }) => book.initiative ?? null,
  acting: ({ clock }) => [turnOf(clock) ?? []].flat(),
  rollsAtStart: true,
  // C-A7.
  setInitiative: (fighter, to) => ({ do: 'initiative', by: GM, at: fighter, options: { to } }),
  ends: ['end'],
};
