import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Die } from './dice';

/** Returns a die whose faces depend only on the seed, on every machine. */
export function seededDie(seed: number): Die {
  const generator = xoroshiro128plus(seed);
  return (sides) => uniformInt(generator, 1, sides);
}
