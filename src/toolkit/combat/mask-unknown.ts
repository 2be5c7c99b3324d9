import type { Encounter, Fighter } from '../../encounter/state';
import type { Odds, Viewer } from '../../encounter/view';

class UnknownStatError extends Error {}

/** Unknown statistics: reading any of them throws, so odds are unavailable. */
const UNKNOWN_STATS = new Proxy(
  {},
  {
    get: (_, key) => {
      throw new UnknownStatError(String(key));
    },
  },
);

/**
 * Returns the encounter as the viewer knows it. Other fighters lose statistics and items but keep conditions,
 * posture, place and pools. The GM knows everything, and so do players in worlds that show them odds.
 */
export function maskUnknown<E extends Encounter>(encounter: E, viewer: Viewer): E {
  if (viewer.gm || viewer.seesOdds) return encounter;
  const isKnown = ({ id, player }: Fighter): boolean => player || viewer.owns.includes(id);
  const fighters = Object.entries(encounter.fighters).map(([id, fighter]): [string, Fighter] => [
    id,
    isKnown(fighter) ? fighter : { ...fighter, stats: UNKNOWN_STATS, items: [] },
  ]);
  return { ...encounter, fighters: Object.fromEntries(fighters) };
}

/** Returns the result, or `fallback` if it needs a number that the viewer does not know. */
export function computeIfKnown<T>(compute: () => T, fallback: T): T {
  try {
    return compute();
  } catch (error) {
    if (error instanceof UnknownStatError) return fallback;
    throw error;
  }
}

export const NO_ODDS: readonly Odds[] = [];
