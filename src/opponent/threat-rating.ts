import type { Difficulty } from './forecast-fight';

/** How dangerous a foe is: 100 is an even fight for the heroes against whom it was measured. */
export interface ThreatRating {
  readonly value: number;
  readonly heroes: number;
}

/** The heroes' share of won fights at a number of foes, or of heroes. */
interface CountedChance {
  readonly count: number;
  readonly chance: number;
}

export interface ThreatSides {
  readonly foes: number;
  readonly heroes: number;
}

/** More copies of a foe, or more heroes for each one, are not tried. */
const MOST_FOES = 16;
const MOST_PARTIES = 4;
const EVEN = 0.5;

/**
 * Searches for the number of foes at which the heroes win half of the fights; if they lose to a single one, for the
 * number of heroes. It yields sides and is resumed with the heroes' chance.
 */
export function* rateThreat(heroes: number): Generator<ThreatSides, ThreatRating, number> {
  const alone = yield { foes: 1, heroes };
  if (alone >= EVEN) {
    const foes = yield* findEven({ count: 1, chance: alone }, MOST_FOES, (count) => ({ foes: count, heroes }));
    return { value: Math.round(100 / foes), heroes };
  }
  const first = { count: heroes, chance: alone };
  const needed = yield* findEven(first, heroes * MOST_PARTIES, (count) => ({ foes: 1, heroes: count }));
  return { value: Math.round((100 * needed) / heroes), heroes };
}

/** Doubles the step until the other side wins, then halves the gap. @returns the most if it never does */
function* findEven(
  first: CountedChance,
  most: number,
  sidesFor: (count: number) => ThreatSides,
): Generator<ThreatSides, number, number> {
  const isBefore = ({ chance }: CountedChance): boolean => chance >= EVEN === first.chance >= EVEN;
  let [before, after]: [CountedChance, CountedChance | null] = [first, null];
  for (let step = 1; after === null; step *= 2) {
    if (before.count >= most) return most;
    const count = Math.min(before.count + step, most);
    const next = { count, chance: yield sidesFor(count) };
    if (isBefore(next)) before = next;
    else after = next;
  }
  while (after.count - before.count > 1) {
    const count = Math.floor((before.count + after.count) / 2);
    const middle: CountedChance = { count, chance: yield sidesFor(count) };
    if (isBefore(middle)) before = middle;
    else after = middle;
  }
  return evenCountBetween(before, after);
}

/** Returns where the straight line between two chances is at one half. */
export function evenCountBetween(a: CountedChance, b: CountedChance): number {
  if (a.chance === b.chance) return (a.count + b.count) / 2;
  return a.count + ((a.chance - EVEN) / (a.chance - b.chance)) * (b.count - a.count);
}

/** Reads what is stored with an actor; anyone may have written it. */
export function readThreatRating(stored: unknown): ThreatRating | null {
  const { value, heroes } = (stored ?? {}) as Partial<Record<keyof ThreatRating, unknown>>;
  return isAmount(value) && isAmount(heroes) && heroes > 0 ? { value, heroes } : null;
}

const isAmount = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 0;

interface EncounterBudget {
  /** The sum of the threat. */
  readonly spent: number;
  /** What would be an even fight. */
  readonly budget: number;
  readonly difficulty: Difficulty;
  /** Foes that were never measured, and are not in the sum. */
  readonly unrated: number;
}

/** What may be spent at most, by difficulty, as a share of the budget. */
const MOST_SPENT: readonly (readonly [Difficulty, number])[] = [
  ['trivial', 0.5],
  ['easy', 0.7],
  ['favorable', 0.9],
  ['even', 1.05],
  ['hard', 1.3],
];

export const difficultyFor = (share: number): Difficulty =>
  MOST_SPENT.find(([, most]) => share <= most)?.[0] ?? 'deadly';

/**
 * Adds up foes against heroes. Foes that were measured against fewer or more heroes count in proportion.
 * @returns null without heroes or foes
 */
export function computeEncounterBudget(foes: readonly (ThreatRating | null)[], heroes: number): EncounterBudget | null {
  if (foes.length === 0 || heroes === 0) return null;
  const rated = foes.flatMap((rating) => rating ?? []);
  const measured = Math.max(...rated.map((rating) => rating.heroes), 1);
  const spent = rated.reduce((sum, rating) => sum + (rating.value * rating.heroes) / measured, 0);
  const budget = (100 * heroes) / measured;
  return {
    spent: Math.round(spent),
    budget: Math.round(budget),
    difficulty: difficultyFor(spent / budget),
    unrated: foes.length - rated.length,
  };
}
