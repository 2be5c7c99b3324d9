import { isRulesetType } from '../adapters/registry';
import { SETTING_HOOK } from '../platform/settings';
import { defaultRuleset, roundSeconds } from '../platform/world-settings';
import { reactivateEffects } from './moments';

/** Starts Foundry's clock beside ours, once actors and scenes are loaded. */
export function watchClock(): void {
  for (const combat of game.combats ?? []) if (isRulesetType(combat.type)) combat.setupTurns();
  Hooks.on(SETTING_HOOK, updateRoundTime);
  Hooks.on('updateWorldTime', (_time, delta) => void rewindEffects(delta));
}

/** An undo may set the world time back after its step. */
async function rewindEffects(delta: number): Promise<void> {
  if (delta >= 0 || !game.user.isActiveGM) return;
  const running = [...(game.combats ?? [])].filter(({ type, round }) => isRulesetType(type) && round > 0);
  await reactivateEffects(running).catch((error: unknown) => console.error(error));
}

/** API: CONFIG.time: effects in rounds are counted in seconds by it outside of encounters, first when the world's actors are prepared. */
function updateRoundTime(): void {
  const id = defaultRuleset();
  if (isRulesetType(id)) CONFIG.time.roundTime = roundSeconds({ id });
}

export const CLOCK = { init: updateRoundTime, ready: watchClock };
