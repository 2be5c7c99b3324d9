import { hasLeftScene } from '../../encounter/history';
import type { Encounter, FighterId, Place } from '../../encounter/state';
import type { ExchangeDocument } from '../host/exchange-document';
import { visibleFightOf } from '../host/store';
import { combatSystem } from '../stored/systems';

/** Where the fighters of an open exchange stand, as this window has seen them on their scenes. */
const noted = new WeakMap<ExchangeDocument, Map<FighterId, Place>>();

/**
 * Notes where fighters stand while a question is open. Who was brought to another scene meanwhile is noted on the old
 * one until a step has said so.
 */
export function notePlaces(host: ExchangeDocument, isNewStep: boolean): void {
  if (isNewStep) noted.delete(host);
  if (!game.user.isGM || !combatSystem(host).open) return;
  const places = noted.get(host) ?? new Map<FighterId, Place>();
  for (const { id, place } of Object.values(visibleFightOf(host)?.unmasked.fighters ?? {}))
    if (place && !hasLeftScene(place, places.get(id) ?? null)) places.set(id, place);
  noted.set(host, places);
}

/** Returns where those stood who have been brought to another scene since the open question was asked. */
export function stoodBefore(host: ExchangeDocument, { fighters }: Encounter): ReadonlyMap<FighterId, Place> {
  const places = noted.get(host) ?? [];
  return new Map([...places].filter(([id, place]) => hasLeftScene(fighters[id]?.place ?? null, place)));
}
