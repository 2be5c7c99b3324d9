import { isRulesetType } from '../adapters/registry';
import { baseActorUuid } from '../stored/bearers';
import { actorOf, documentsOf, type ExchangeDocument, isCard, isRunning, tokenFightersOf } from './exchange-document';

/** Unlinking a token changes its actor's uuid, and foes may share a base actor. */
const isSameFighter = (a: Actor.Implementation, b: Actor.Implementation): boolean =>
  a.uuid === b.uuid || ((a.hasPlayerOwner || b.hasPlayerOwner) && baseActorUuid(a.uuid) === baseActorUuid(b.uuid));

export function isFightingElsewhere(host: ExchangeDocument | null, actor: Actor.Implementation | null): boolean {
  if (!actor) return false;
  return (game.combats?.contents ?? []).some(
    (combat) => combat !== host && isRulesetType(combat.type) && isRunning(combat) && isFightingIn(combat, actor),
  );
}

export const isFightingIn = ({ combatants }: Combat.Implementation, actor: Actor.Implementation): boolean =>
  combatants.some((combatant) => {
    const other = actorOf(combatant);
    return other !== null && isSameFighter(actor, other);
  });

/** Returns true if a fighter of the card has joined a running encounter. */
export const isOvertakenCard = (host: ExchangeDocument): boolean =>
  isCard(host) && tokenFightersOf(host).some((id) => isFightingElsewhere(host, documentsOf(null, id).actor));
