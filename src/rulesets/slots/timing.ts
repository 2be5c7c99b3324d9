import { type Timing, turnOf } from '../../encounter/timing';
import { orderOf } from './clock';
import type { SlotsEncounter } from './stats';

/** L-01. */
const ROUND_SECONDS = 6;

export const TIMING: Timing<SlotsEncounter> = {
  roundSeconds: ROUND_SECONDS,
  eachOnce: true,
  whoseTurn: turnOf,
  order: (encounter) => orderOf(encounter).map(({ id }) => id),
  initiative: ({ book }) => book.initiative ?? null,
  acting: ({ clock, fighters }) => {
    const turn = turnOf(clock);
    if (turn !== null) return [turn];
    // L-22: ambushers take their turns in whatever sequence they like.
    return Object.values(fighters)
      .filter(({ book }) => book.ambush === 'ready')
      .map(({ id }) => id);
  },
  rollsAtStart: true,
  // L-15, L-20: what was rolled stands; only who is tied settles the order.
  setInitiative: () => null,
  ends: ['end'],
};
