import { describe, expect, it } from 'vitest';
import { OPENING } from './hostile-table';
import { assaultOf, playAssault } from './plan';

/** One for each ruleset; `npm run soak -- --hostile` draws others. */
const SEEDS = [305, 306, 307, 308, 309];

describe('random operations of a hostile player', () => {
  it.each(SEEDS)(
    'change only what they may change, and block no other user: seed %i',
    async (seed) => {
      const { faults, tally } = await playAssault(assaultOf(seed, { bursts: 6, most: 12 }), { isTimed: false });
      expect(faults).toEqual([]);
      expect(tally['attacks: sent']).toBeGreaterThan(20);
      expect(tally['honest: taken']).toBeGreaterThan(5);
    },
    OPENING,
  );
});
