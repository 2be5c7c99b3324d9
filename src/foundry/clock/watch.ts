import { isRulesetType } from '../adapters/registry';
import { SETTING_HOOK } from '../platform/settings';
import { defaultRuleset, roundSeconds } from '../platform/world-settings';

/** Starts Foundry's clock beside ours, once actors and scenes are loaded: the turn order, and the length of a round outside encounters. */
export function watchClock(): void {
  for (const combat of game.combats ?? []) if (isRulesetType(combat.type)) combat.setupTurns();
  updateRoundTime();
  Hooks.on(SETTING_HOOK, updateRoundTime);
}

/** API: CONFIG.time: effects measured in rounds are counted in seconds by it outside of encounters. */
function updateRoundTime(): void {
  const id = defaultRuleset();
  if (isRulesetType(id)) CONFIG.time.roundTime = roundSeconds({ id });
}

export const CLOCK = { ready: watchClock };
