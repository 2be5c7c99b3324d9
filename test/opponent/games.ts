import type { Estimate, Thoughts } from '../../src/opponent/search';

/** Yields what is known after each game. */
export function* gamesOf<T>(thoughts: Thoughts<T>): Generator<readonly Estimate<T>[], void> {
  for (const estimates of thoughts) if (estimates?.some(({ games }) => games > 0)) yield estimates;
}
