import { randomVariants, type Variants } from '@cadence/sandbox';
import { seededDie } from '../../src/kernel/rng';
import { settingsByLot } from '../soak/settings';
import { type Assault, assault, type Outcome } from './assault';
import { RULESETS } from './hostile-table';

interface Wish {
  readonly bursts?: number;
  readonly most?: number;
  readonly variants?: Variants;
  /** Whether the seed chooses the variants of unproven behavior. */
  readonly hasRandomVariants?: boolean;
}

/** Returns the assault of a seed: every ruleset in turn, settings by the die. */
export function assaultOf(
  seed: number,
  { bursts = 12, most = 20, variants = {}, hasRandomVariants = false }: Wish = {},
): Assault {
  const ruleset = RULESETS[seed % RULESETS.length];
  const settings = settingsByLot(ruleset, seededDie(seed));
  return {
    ruleset,
    seed,
    bursts,
    most,
    settings,
    variants: { ...(hasRandomVariants && randomVariants(seededDie(seed))), ...variants },
  };
}

/**
 * Plays an assault. A message that keeps a window busy is a fault only if it does so again in a second run.
 * @param isTimed whether times are checked; a test must not depend on the speed of a machine
 */
export async function playAssault(plan: Assault, { isTimed = true } = {}): Promise<Outcome> {
  const outcome = await assault(plan);
  if (!isTimed || outcome.slow.length === 0 || outcome.faults.length > 0) return outcome;
  const again = await assault(plan);
  const slow = outcome.slow.filter(({ at }) => again.slow.some((other) => other.at === at));
  const faults = slow.map(
    ({ took, what }) => `the game master’s window is busy for ${took.toFixed(0)} ms with ${what}`,
  );
  return { ...outcome, slow, faults };
}

/** Returns a fault without the parts that differ in every run. */
const gist = (fault: string | undefined): string => (fault ?? '').replace(/\d+/g, '').slice(0, 60);

/**
 * Omits as many attacks as possible while the assault still ends in the same fault.
 * @returns the numbers of the remaining attacks
 */
export async function shrunk(plan: Assault, { faults, attacks }: Outcome): Promise<number[]> {
  let left = Array.from({ length: attacks }, (_, at) => at + 1);
  const isFaulty = async (only: readonly number[]): Promise<boolean> => {
    const outcome = await playAssault({ ...plan, only: new Set(only) });
    return gist(outcome.faults[0]) === gist(faults[0]);
  };
  for (let size = Math.ceil(left.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < left.length; ) {
      const fewer = [...left.slice(0, at), ...left.slice(at + size)];
      if (await isFaulty(fewer)) left = fewer;
      else at += size;
    }
  return left;
}
