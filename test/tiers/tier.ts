/**
 * The one switch that says how much is tested. `npm test` runs `fast`, `npm run test:all` runs `fast` and then `rest`,
 * `npm run soak -- --night` runs `night`; a file that is run by itself is tested with `all`.
 */
const TIERS = ['fast', 'rest', 'all', 'night'] as const;

const wanted = process.env['CADENCE_TIER'] || 'all';
if (!(TIERS as readonly string[]).includes(wanted))
  throw new Error(`CADENCE_TIER is none of ${TIERS.join(', ')}: ${wanted}`);
export const TIER = wanted as (typeof TIERS)[number];

/** Returns whether a case is one of a few, evenly spread over a list; the last is, or one that many places before. */
const isSpread =
  (length: number, few: number, before = 0) =>
  (_case: unknown, index: number): boolean => {
    const at = (index + before) % length;
    return Math.floor(((at + 1) * few) / length) > Math.floor((at * few) / length);
  };

/**
 * Cases of which the fast tier tests a few, spread over the list, and the rest the others.
 * @param few How many the fast tier tests, fewer than there are.
 * @param before How far these are before the last: files that test one ruleset each do not all test the same.
 */
export function sampled<T>(cases: readonly T[], few = 2, before = 0): readonly T[] {
  const isFew = isSpread(cases.length, few, before);
  if (TIER === 'fast') return cases.filter(isFew);
  return TIER === 'rest' ? cases.filter((one, at) => !isFew(one, at)) : cases;
}

/** Cases of which only the night, and a file that is run by itself, tests all: what does not differ much by ruleset. */
export const fewByDay = <T>(cases: readonly T[], few = 2): readonly T[] =>
  TIER === 'fast' || TIER === 'rest' ? cases.filter(isSpread(cases.length, few)) : cases;

/** How often a property is tried, given how often CI tries it. */
export const runs = (times: number): number =>
  TIER === 'fast' ? Math.ceil(times / 5) : TIER === 'night' ? times * 10 : times;

/** Options of a `describe` or an `it` in a file that asks the tier: it belongs to the fast tier, or to the rest. */
export const core = { skip: TIER === 'rest' };
export const thorough = { skip: TIER === 'fast' };
