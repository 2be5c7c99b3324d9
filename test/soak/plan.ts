import { seededDie } from '../../src/kernel/rng';
import type { UserName } from '../headless/world';
import type { Plan } from './bench';

const RULESETS = ['energy', 'clash', 'slots', 'seconds', 'tempo'];

const COMPANIES: readonly (readonly UserName[])[] = [
  ['Gamemaster', 'Ann'],
  ['Gamemaster', 'Ann', 'Bob', 'Cal'],
  ['Gamemaster', 'Second', 'Ann', 'Bob'],
  ['Gamemaster', 'Gamemaster', 'Ann', 'Bob'],
  ['Gamemaster', 'Assistant', 'Ann'],
  ['Assistant', 'Ann', 'Bob'],
  ['Ann', 'Bob', 'Cal'],
];

type Wish = Pick<Plan, 'mishaps' | 'lag'> & { readonly turns?: number; readonly most?: number };

/**
 * The encounter of a seed, short or long. Rulesets and groups of users rotate; half of those with mishaps also have
 * manual changes.
 */
export function planOf(
  seed: number,
  { mishaps, lag, most = 700, turns = 60 + seededDie(seed)(most - 60) }: Wish,
): Plan {
  const ruleset = RULESETS[seed % RULESETS.length];
  const present = COMPANIES[Math.floor(seed / RULESETS.length) % COMPANIES.length];
  const hands = mishaps && seededDie(seed + 0.5)(2) === 1;
  return { ruleset, seed, turns, present, mishaps, hands, lag };
}
