import { type Timing, turnOf } from '../../encounter/timing';
import { isAble } from './conditions';
import { dueNow, isOpen } from './plan/plan';
import type { TempoEncounter, TempoFighter } from './stats';

/** As long as most games have it; the ledger names no time. */
const ROUND_SECONDS = 6;

/** Turns are as many as were planned, so there is no order in which everybody has one. */
export const TIMING: Timing<TempoEncounter> = {
  roundSeconds: ROUND_SECONDS,
  eachOnce: false,
  whoseTurn: turnOf,
  order: () => [],
  initiative: () => null,
  acting: (encounter) => {
    const turn = turnOf(encounter.clock);
    if (turn !== null) return [turn];
    if (!isOpen(encounter.clock)) return [];
    return Object.values(encounter.fighters)
      .filter((fighter) => isDue(encounter, fighter))
      .map(({ id }) => id);
  },
  rollsAtStart: false,
  setInitiative: () => null,
  ends: ['end', 'close'],
};

/** T-07, T-08: on each number the players first, then the others. */
const isDue = (encounter: TempoEncounter, fighter: TempoFighter): boolean =>
  !fighter.stats.object &&
  fighter.player === (encounter.clock.phase === 'players') &&
  isAble(fighter) &&
  dueNow(encounter, fighter).length > 0;
