import { sideOf } from '../../../encounter/sides';
import type { Encounter, FighterId } from '../../../encounter/state';
import type { Judge } from '../../../opponent/judge';
import { situationFor } from '../../../opponent/situation';
import { defaultTemperament, isTemperament, type Temperament } from '../../../opponent/temperament';
import { documentsOf } from '../../host/exchange-document';
import type { LoadedEncounter } from '../../views/fight';
import { makeSeed } from './run-task';

/** What a foe knows and how it weighs it, for a task. */
export interface Thought {
  readonly encounter: Encounter;
  readonly temperament: Temperament;
  readonly seed: number;
}

/** Returns the temperament that the GM has chosen for an actor, or null; anyone may have written the flag. */
export function temperamentOf(actor: Actor.Implementation | null): Temperament | null {
  const { cadence } = (actor?.flags ?? {}) as { readonly cadence?: { readonly temperament?: unknown } };
  return isTemperament(cadence?.temperament) ? cadence.temperament : null;
}

/** The GM plays the foes, so their side may know what the GM does, except what others have chosen in secret. */
export function thoughtOf(
  { host, encounter, viewer }: LoadedEncounter,
  { ruleset, worth }: Judge,
  id: FighterId,
): Thought {
  const fighter = encounter.fighters[id];
  const chosen = temperamentOf(documentsOf(host, id).actor);
  return {
    encounter: situationFor(ruleset, encounter, fighter ? sideOf(fighter) : '', viewer),
    temperament: chosen ?? (fighter ? defaultTemperament(worth.health(fighter)) : 'cunning'),
    seed: makeSeed(),
  };
}
