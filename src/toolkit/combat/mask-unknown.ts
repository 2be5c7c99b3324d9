import type { Encounter, Fighter } from '../../encounter/state';
import type { Odds, Viewer } from '../../encounter/view';

/** Somebody asked for a number that the viewer does not know. */
class UnknownStatError extends Error {}

/** Statistics nobody has shown: whichever of them a rule needs, there is nothing to foretell. */
const UNKNOWN_STATS = new Proxy(
  {},
  {
    get: (_, key) => {
      throw new UnknownStatError(String(key));
    },
  },
);

/**
 * The encounter as the viewer knows it. The game master knows all; a player knows the players' fighters whole, and of the others what
 * lies open on the table: conditions, posture, place and pools, never their statistics nor what they carry.
 */
export function maskUnknown<E extends Encounter>(encounter: E, viewer: Viewer): E {
  if (viewer.gm) return encounter;
  const isKnown = ({ id, player }: Fighter): boolean => player || viewer.owns.includes(id);
  const fighters = Object.entries(encounter.fighters).map(([id, fighter]): [string, Fighter] => [
    id,
    isKnown(fighter) ? fighter : { ...fighter, stats: UNKNOWN_STATS, items: [] },
  ]);
  return { ...encounter, fighters: Object.fromEntries(fighters) };
}

/** What is reckoned, or the other where that would take a number the viewer does not know. */
export function computeIfKnown<T>(reckon: () => T, other: T): T {
  try {
    return reckon();
  } catch (error) {
    if (error instanceof UnknownStatError) return other;
    throw error;
  }
}

export const NO_ODDS: readonly Odds[] = [];
