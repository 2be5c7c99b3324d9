import type { Encounter, Fighter, FighterId } from '../../encounter/state';
import type { Viewer } from '../../encounter/view';
import type { Adapter } from '../adapter';
import { adapterOf } from '../adapters/registry';
import { documentsOf, draftCard, guestIdOf, guestsOf, type Host, isCard } from '../host/host';
import { combatantOf, encounterOf, viewerOf } from '../host/reader';
import { reported } from '../platform/report';
import type { Face } from './parts';

/** An encounter of ours, or a card outside encounters, as one user sees it. */
export interface Fight {
  readonly host: Host;
  readonly adapter: Adapter;
  readonly encounter: Encounter;
  readonly viewer: Viewer;
}

/** The same with one who takes part in it. */
export interface OwnFight extends Fight {
  readonly id: FighterId;
  readonly fighter: Fighter;
}

/** The fight behind a combat, or null where its type has no ruleset. */
export function fightOf(host: Host | null | undefined, guests: readonly string[] = []): Fight | null {
  const adapter = adapterOf(host?.type);
  if (!host || !adapter) return null;
  const viewer = viewerOf(host);
  // Whom the user has targeted may be no combatant: such a guest is read from its token.
  const encounter = reported(() => encounterOf(host, [...viewer.targets, ...guests]), host);
  return encounter ? { host, adapter, encounter, viewer } : null;
}

/** The fight an actor takes part in, and as whom; null where it stands in none. */
export function fightOfActor(actor: Actor.Implementation): OwnFight | null {
  const combatant = combatantOf(actor);
  return ownFight(fightOf(combatant?.combat), combatant?.id);
}

function ownFight(fight: Fight | null, id: FighterId | null | undefined): OwnFight | null {
  const fighter = fight && id ? fight.encounter.fighters[id] : null;
  return fight && id && fighter ? { ...fight, id, fighter } : null;
}

/** The exchange an actor that is in no encounter could begin, and as whom; null where its type has no ruleset. */
export function fightOutside(actor: Actor.Implementation): OwnFight | null {
  const id = guestIdOf(actor);
  return ownFight(fightOf(draftCard(actor.type), [id]), id);
}

/** Names and portraits of everyone this user may know of. */
export function facesOf(host: Host): ReadonlyMap<FighterId, Face> {
  const faces = new Map<FighterId, Face>();
  if (isCard(host)) return facesOfGuests(guestsOf(host));
  for (const combatant of host.combatants) {
    if (!combatant.id || !isShown(combatant)) continue;
    faces.set(combatant.id, {
      id: combatant.id,
      name: combatant.name ?? '',
      img: combatant.img ?? combatant.actor?.img ?? 'icons/svg/mystery-man.svg',
    });
  }
  return faces;
}

/** The same of guests. */
export function facesOfGuests(ids: readonly FighterId[]): ReadonlyMap<FighterId, Face> {
  const faces = ids.flatMap((id): [FighterId, Face][] => {
    const { token, actor } = documentsOf(null, id);
    if (!actor || (token?.hidden && !game.user.isGM)) return [];
    const img = token?.texture.src ?? actor.img ?? 'icons/svg/mystery-man.svg';
    return [[id, { id, name: token?.name ?? actor.name, img }]];
  });
  return new Map(faces);
}

/** Whether the user may know that it takes part. */
export const isShown = (combatant: Combatant.Implementation): boolean => game.user.isGM || !combatant.hidden;
