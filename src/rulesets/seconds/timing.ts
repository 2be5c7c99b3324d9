import { type Timing, turnOf } from '../../encounter/timing';
import { turnOrder } from './clock';
import type { SecondsEncounter } from './stats';

/** S-02: what everybody may spend in a round, all at the same time. */
const ROUND_SECONDS = 3;

export const TIMING: Timing<SecondsEncounter> = {
  roundSeconds: ROUND_SECONDS,
  eachOnce: true,
  whoseTurn: turnOf,
  order: (encounter) => turnOrder(encounter).map(({ id }) => id),
  initiative: ({ book }) => book.initiative ?? null,
  acting: ({ clock }) => [turnOf(clock) ?? []].flat(),
  rollsAtStart: true,
  // S-A11: the order is set by places, not by totals.
  setInitiative: () => null,
  ends: ['end'],
};
