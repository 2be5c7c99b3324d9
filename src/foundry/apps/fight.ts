import type { Encounter, FighterId } from '../../encounter/state';
import type { Viewer } from '../../encounter/view';
import type { Adapter } from '../adapter';
import { combatantOf, encounterOf, viewerOf } from '../reader';
import { adapterOf } from '../registry';
import { reported } from '../report';
import type { Face } from './parts';

/** An encounter of ours as one user sees it. */
export interface Fight {
  readonly combat: Combat.Implementation;
  readonly adapter: Adapter;
  readonly encounter: Encounter;
  readonly viewer: Viewer;
}

/** The fight behind a combat, or null where its type has no ruleset. */
export function fightOf(combat: Combat.Implementation | null | undefined): Fight | null {
  const adapter = adapterOf(combat?.type);
  if (!combat || !adapter) return null;
  const viewer = viewerOf(combat);
  // Whom the user has targeted may be no combatant: such a guest is read from its token.
  const encounter = reported(() => encounterOf(combat, viewer.targets), combat);
  return encounter ? { combat, adapter, encounter, viewer } : null;
}

/** The fight an actor takes part in, and as whom; null where it stands in none. */
export function fightOfActor(actor: Actor.Implementation): (Fight & { readonly id: FighterId }) | null {
  const combatant = combatantOf(actor);
  const fight = fightOf(combatant?.combat);
  return fight && combatant?.id && fight.encounter.fighters[combatant.id] ? { ...fight, id: combatant.id } : null;
}

/** Names and portraits of everyone this user may know of. */
export function facesOf(combat: Combat.Implementation): ReadonlyMap<FighterId, Face> {
  const faces = new Map<FighterId, Face>();
  for (const combatant of combat.combatants) {
    if (!combatant.id || !isShown(combatant)) continue;
    faces.set(combatant.id, {
      id: combatant.id,
      name: combatant.name ?? '',
      img: combatant.img ?? combatant.actor?.img ?? 'icons/svg/mystery-man.svg',
    });
  }
  return faces;
}

/** Whether the user may know that it takes part. */
export const isShown = (combatant: Combatant.Implementation): boolean => game.user!.isGM || !combatant.hidden;
