import { variant } from '../../variants';
import { CONFIG } from '../config';
import { game } from '../game';
import type { ActiveEffect } from './active-effect';
import type { Actor } from './actor';
import type { Combat } from './combat';

/** The context of an event. T14: client/helpers/active-effect-registry.d.mts `RefreshContext`; a public system adds the turn. */
interface RefreshContext {
  combat?: Combat | null;
  actors?: Set<Actor>;
  round?: number;
  turn?: number | null;
}

/**
 * `ActiveEffect.registry`: the world's effects that may expire. T14: client/helpers/active-effect-registry.d.mts.
 * Refreshed by the Combat at `combatStart`, `combatEnd`, `roundStart`, `roundEnd`, `turnStart`, `turnEnd` and
 * `combatRewind`, and by the world's time at `updateWorldTime`. The active GM's client performs the expiry action
 * (public notes on 14.365; I#13743). An effect that has expired is not active, so it leaves the registry: nothing
 * clears its mark when turns are undone.
 */
export class ActiveEffectRegistry {
  /** Searches the world; Foundry keeps weak references. */
  *[Symbol.iterator](): Generator<ActiveEffect> {
    for (const actor of everyActor())
      for (const parent of [actor, ...actor.items])
        for (const effect of parent.effects) if (effect.isExpiryTrackable) yield effect;
  }

  /** Refreshes durations and expires the effects that the time or this event ends. */
  async refresh(event: string, given: RefreshContext = {}): Promise<void> {
    const { combat, actors, round, turn } = given;
    const context = variant('refreshContext') === 'declared' ? { combat, actors, round, turn } : given;
    const expired: ActiveEffect[] = [];
    for (const effect of [...this]) {
      if (actors && !(effect.actor && actors.has(effect.actor))) continue;
      const { remaining } = effect.updateDuration(context);
      // Notes on 14.367 quote the condition: an endless rest counts as a passed one.
      const isReached = remaining <= 0 || !Number.isFinite(remaining);
      if (isReached && effect.isExpiryEvent(event, context)) expired.push(effect);
    }
    const { expiryAction } = CONFIG['ActiveEffect'];
    if (expiryAction && variant('expiryMark') === 'in-memory')
      for (const { duration } of expired) duration.expired = true;
    if (!game['users'].activeGM?.isSelf) return;
    if (expiryAction === 'update') await each(expired, { 'duration.expired': true });
    if (expiryAction === 'delete') for (const effect of expired) await effect.delete();
  }
}

async function each(effects: ActiveEffect[], change: object): Promise<void> {
  for (const effect of effects) await effect.update(change);
}

function everyActor(): Actor[] {
  const tokens = game['scenes'].contents.flatMap((scene) => [...scene.tokens]);
  const own = tokens.flatMap((token) => (!token.actorLink && token.actor ? [token.actor] : []));
  return [...game['actors'].contents, ...own];
}
