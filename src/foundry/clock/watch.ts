import { isRulesetType } from '../adapters/registry';
import { SETTING_HOOK } from '../platform/settings';
import { defaultRuleset, roundSeconds } from '../platform/world-settings';

/**
 * Gets Foundry's own clock going beside ours, once everything is there: the order of turns, which was not to be known while actors and
 * scenes were loaded, and how long a round is where Foundry reckons it without an encounter.
 */
export function watchClock(): void {
  for (const combat of game.combats ?? []) if (isRulesetType(combat.type)) combat.setupTurns();
  keepLength();
  Hooks.on(SETTING_HOOK, keepLength);
}

/** API: CONFIG.time: effects measured in rounds are counted in seconds by it outside of encounters. */
function keepLength(): void {
  const id = defaultRuleset();
  if (isRulesetType(id)) CONFIG.time.roundTime = roundSeconds({ id });
}

export const CLOCK = { ready: watchClock };
