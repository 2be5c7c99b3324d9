import type { Fighter, FighterId } from '../../encounter/state';
import { combatantIn } from './exchange-document';
import { combatantSource, fighterFrom } from './reader';
import type { LoadedEncounter } from './store';

type CombatantFight = Pick<LoadedEncounter, 'host' | 'adapter' | 'encounter'>;

/**
 * Returns a combatant as it would enter the fight: without what has happened to it there, with the pools and
 * conditions of the actor. Null if it is gone or invalid.
 * @param actor in place of its own
 */
export function freshFighter(
  { host, adapter, encounter: { settings } }: CombatantFight,
  id: FighterId,
  actor?: Actor.Implementation,
): Fighter | null {
  const combatant = combatantIn(host, id);
  const source = combatant && combatantSource(adapter, combatant, settings);
  if (!source) return null;
  const sheet = { ...source.sheet, state: {}, kept: {} };
  return fighterFrom(adapter, { actor: actor ?? source.actor, sheet }, settings);
}
