import type { Command } from '../../encounter/command';
import type { Fighter, FighterId } from '../../encounter/state';
import type { TrackerView } from '../../encounter/view';
import { GM } from '../../kernel/ask';
import { disguiseFor } from '../host/disguise';
import {
  actorOf,
  documentsOf,
  draftCard,
  type ExchangeDocument,
  imgOf,
  isCard,
  isDraft,
  isHiddenFrom,
  nameOf,
  shownNameOf,
  tokenFighterIdOf,
  tokenFightersIn,
  tokenFightersOf,
} from '../host/exchange-document';
import { portraitFrom } from '../host/portraits';
import { combatantOf } from '../host/reader';
import { type LoadedEncounter, memoizeForFight, visibleFightOf } from '../host/store';
import { text } from '../platform/text';
import type { Face } from './parts';

export interface LoadedFighter extends LoadedEncounter {
  readonly id: FighterId;
  readonly fighter: Fighter;
}

export type { LoadedEncounter };
export { visibleFightOf as fightOf };

export const trackerView = (fight: LoadedEncounter): TrackerView =>
  memoizeForFight(fight, 'tracker', ({ adapter, encounter, viewer }) =>
    adapter.ruleset.views.tracker(encounter, viewer),
  );

export function fightOfActor(actor: Actor.Implementation): LoadedFighter | null {
  const combatant = combatantOf(actor);
  return ownFight(visibleFightOf(combatant?.combat), combatant?.id);
}

/** Returns the fight in which a command gets its options. Outside encounters the GM may name any token of the viewed scene. */
export function fightFor(host: ExchangeDocument, command: Command): LoadedEncounter | null {
  const isOpen = isDraft(host) && command.by === GM;
  return visibleFightOf(host, [...tokenFightersIn(host, command), ...(isOpen ? tokensAround() : [])]);
}

const tokensAround = (): string[] =>
  canvas?.ready ? (canvas.scene?.tokens.contents ?? []).map(({ uuid }) => uuid) : [];

function ownFight(fight: LoadedEncounter | null, id: FighterId | null | undefined): LoadedFighter | null {
  const fighter = fight && id ? fight.encounter.fighters[id] : null;
  return fight && id && fighter ? { ...fight, id, fighter } : null;
}

/** Returns the draft exchange of an actor outside encounters; null if its type has no ruleset. */
export function fightOutside(actor: Actor.Implementation): LoadedFighter | null {
  const id = tokenFighterIdOf(actor);
  return ownFight(visibleFightOf(draftCard(actor.type), [id]), id);
}

export function facesOf(host: ExchangeDocument): ReadonlyMap<FighterId, Face> {
  const faces = new Map<FighterId, Face>();
  if (isCard(host)) return facesOfGuests(tokenFightersOf(host));
  for (const combatant of host.combatants) {
    if (!combatant.id || !isShown(combatant)) continue;
    faces.set(combatant.id, {
      id: combatant.id,
      name: nameOf(combatant),
      img: imgOf(combatant),
    });
  }
  return faces;
}

/** Returns a function that names fighters; those this user must not know stay unnamed. */
export function targetNamesIn(host: ExchangeDocument): (id: FighterId) => string {
  const faces = facesOf(host);
  return (id) => (faces.get(id) ?? facesOfGuests([id]).get(id))?.name ?? text('CADENCE.App.unseen');
}

export function facesOfGuests(ids: readonly FighterId[]): ReadonlyMap<FighterId, Face> {
  const faces = ids.flatMap((id): [FighterId, Face][] => {
    const { token, actor } = documentsOf(null, id);
    if (!actor || isHiddenFrom(game.user, { combatant: null, token, actor })) return [];
    const disguise = disguiseFor(game.user, { combatant: null, token, actor });
    const img = disguise ? portraitFrom(disguise.img) : portraitFrom(token?.texture.src, actor.img);
    return [[id, { id, name: shownNameOf({ combatant: null, token, actor }), img }]];
  });
  return new Map(faces);
}

export const isShown = (combatant: Combatant.Implementation): boolean =>
  !isHiddenFrom(game.user, { combatant, token: combatant.token, actor: actorOf(combatant) });
