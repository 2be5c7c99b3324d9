import { isDue, type Reserve, type ReserveMember } from '../../encounter/reserve';
import { displayRound } from '../../encounter/timing';
import { adapterOf } from '../adapters/registry';
import { combatSystem } from '../stored/systems';
import { combatantIn, type ExchangeDocument, isCard } from './exchange-document';

/** Returns the token of a member; null if it was deleted. */
export const tokenOf = ({ scene, token }: ReserveMember): TokenDocument.Implementation | null =>
  game.scenes?.get(scene)?.tokens.get(token) ?? null;

/** Returns the reserve of an encounter, for GMs; undefined if none of it is left on a map. */
export function reserveOf(host: ExchangeDocument): Reserve | undefined {
  const reserve = isCard(host) || !game.user.isGM ? null : combatSystem(host).reserve;
  return reserve?.members.some(tokenOf) ? reserve : undefined;
}

/** Returns whether the reserve of an encounter joins it now by itself. */
export function isReserveDue(host: ExchangeDocument): boolean {
  const reserve = reserveOf(host);
  const adapter = adapterOf(host.type);
  if (!reserve || !adapter) return false;
  const round = displayRound(combatSystem(host).clock, adapter.ruleset.idle);
  return isDue(reserve, round, (id) => combatantIn(host, id)?.isDefeated ?? true);
}
