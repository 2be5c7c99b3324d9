import { variant } from '../../variants';
import { CONFIG } from '../config';
import { game } from '../game';
import type { ActiveEffect } from './active-effect';
import type { Actor } from './actor';
import type { Combat } from './combat';

/** The context of an event. T14: client/helpers/active-effect-registry.d.mts `RefreshContext` */
interface RefreshContext {
  combat?: Combat | null;
  actors?: Set<Actor>;
}

/**
 * `ActiveEffect.registry`: the world's effects that may expire. T14: client/helpers/active-effect-registry.d.mts.
 * Refreshed by the Combat at `combatStart`, `combatEnd`, `roundStart`, `roundEnd`, `turnStart`, `turnEnd` and
 * `combatRewind`, and by the world's time at `updateWorldTime`. The active GM's client performs the expiry action
 * (public notes on 14.365; I#13743).
 */
export class ActiveEffectRegistry {
  /** Searches the world; Foundry keeps weak references. */
  *[Symbol.iterator](): Generator<ActiveEffect> {
    for (const actor of everyActor())
      for (const parent of [actor, ...actor.items])
        for (const effect of parent.effects) if (effect.isExpiryTrackable) yield effect;
  }

  /** Refreshes durations and expires the effects that the time or this event ends. */
  async refresh(event: string, context: RefreshContext = {}): Promise<void> {
    const expired: ActiveEffect[] = [];
    const back: ActiveEffect[] = [];
    for (const effect of this) {
      if (context.actors && !(effect.actor && context.actors.has(effect.actor))) continue;
      effect.updateDuration(context);
      const { remaining } = effect.duration;
      const { expired: isExpired } = effect._source.duration;
      if (!isExpired && !(remaining > 0 && Number.isFinite(remaining)) && effect.isExpiryEvent(event, context))
        expired.push(effect);
      if (isExpired && event === 'combatRewind' && remaining > 0 && Number.isFinite(remaining)) back.push(effect);
    }
    if (!game['users'].activeGM?.isSelf) return;
    if (variant('rewoundExpiry') === 'given-back') await each(back, { 'duration.expired': false });
    const { expiryAction } = CONFIG['ActiveEffect'];
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
