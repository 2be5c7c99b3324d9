import type { Ruleset } from '../encounter/ruleset';
import type { Worth } from '../encounter/worth';

/** The rules, and what their states are worth. */
export interface Judge {
  readonly ruleset: Ruleset;
  readonly worth: Worth;
}

/** Returns null if the ruleset has no opponents. */
export async function loadJudge(ruleset: Ruleset): Promise<Judge | null> {
  const worth = await ruleset.loadWorth?.();
  return worth ? { ruleset, worth } : null;
}
