import { type Ruleset, secretState } from '../encounter/ruleset';
import { sideOf } from '../encounter/sides';
import type { Encounter, Fighter, FighterState } from '../encounter/state';
import type { Viewer } from '../encounter/view';
import { maskUnknown } from '../toolkit/combat/mask-unknown';

/**
 * Returns the encounter as one side may know it: without fighters that are hidden from the viewer, without the secret
 * choices of other sides, and for players without the numbers of foes unless the world shows them odds: such foes are
 * thought to have the numbers of the side itself, and nothing in their hands.
 */
export function situationFor<E extends Encounter>(ruleset: Ruleset<E>, encounter: E, side: string, viewer: Viewer): E {
  const { hiddenFighters = [] } = viewer;
  const known = maskUnknown(encounter, viewer);
  const isKnown = (fighter: Fighter): boolean => fighter === encounter.fighters[fighter.id];
  const model = Object.values(known.fighters).find((fighter) => sideOf(fighter) === side && isKnown(fighter));
  const assumed = (fighter: Fighter): Fighter =>
    model && !isKnown(fighter) ? { ...fighter, stats: model.stats } : fighter;
  const fighters = Object.values(known.fighters).flatMap((fighter): [string, Fighter][] =>
    hiddenFighters.includes(fighter.id)
      ? []
      : [[fighter.id, withoutSecrets(ruleset as Ruleset, encounter, assumed(fighter), side)]],
  );
  return { ...known, fighters: Object.fromEntries(fighters) };
}

function withoutSecrets(ruleset: Ruleset, { settings }: Encounter, fighter: Fighter, side: string): Fighter {
  if (sideOf(fighter) === side) return fighter;
  const secret = secretState(ruleset, settings, fighter.state);
  const isKnown = ([key]: [string, unknown]): boolean => !(key in secret);
  return { ...fighter, state: Object.fromEntries(Object.entries(fighter.state).filter(isKnown)) as FighterState };
}
