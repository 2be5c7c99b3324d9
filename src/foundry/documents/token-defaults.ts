import type { Adapter } from '../adapter';
import { trackedOf } from './tracked';

/**
 * What the prototype token of a new actor is, where nobody has said otherwise. A hero is one person, seen by friends and seeing; of a foe there
 * are as many as are put on the map. crucible, module/documents/actor.mjs `_preCreate`, and draw-steel, module/data/actor/hero.mjs, do the same.
 */
export function tokenDefaults(adapter: Adapter, isHero: boolean) {
  const { TOKEN_DISPLAY_MODES, TOKEN_DISPOSITIONS } = CONST;
  const [first = null, second = null] = adapter.bars ?? trackedOf(adapter).bar;
  return {
    ...(isHero
      ? { actorLink: true, disposition: TOKEN_DISPOSITIONS.FRIENDLY, displayName: TOKEN_DISPLAY_MODES.HOVER }
      : { actorLink: false, disposition: TOKEN_DISPOSITIONS.HOSTILE, displayName: TOKEN_DISPLAY_MODES.OWNER_HOVER }),
    displayBars: isHero ? TOKEN_DISPLAY_MODES.HOVER : TOKEN_DISPLAY_MODES.OWNER_HOVER,
    sight: { enabled: isHero },
    bar1: { attribute: first },
    bar2: { attribute: second },
  };
}

/** Whether somebody who plays owns it by these ownerships: then it is a hero. */
export const isOwnedByPlayer = (ownership: Readonly<Record<string, unknown>> = {}): boolean =>
  Object.entries(ownership).some(
    ([id, level]) => level === CONST.DOCUMENT_OWNERSHIP_LEVELS.OWNER && game.users?.get(id)?.isGM === false,
  );

/** Whether a token is as it is made for a foe, in all by which heroes and foes differ. */
export function isAsForFoe(adapter: Adapter, token: object): boolean {
  const { actorLink, disposition, displayName, displayBars, sight } = tokenDefaults(adapter, false);
  const differing = { actorLink, disposition, displayName, displayBars, sight: { enabled: sight.enabled } };
  return foundry.utils.isEmpty(foundry.utils.diffObject(token, differing));
}
