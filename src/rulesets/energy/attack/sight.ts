import { brightnessAt, hasLineOfSight, shelteredShare } from '../../../toolkit/space/sight';
import type { EnergyEncounter, EnergyFighter } from '../state';

/** Added to the Miss Chance of shots at whoever is wholly behind something, as much as darting about does. */
const COVER = 5;

/** E-141: whether the map hides somebody from another: a wall, a curtain, the dark. Off the map, or where the world has it so, nobody is. */
export const isHiddenFrom = (
  { ground, settings }: EnergyEncounter,
  { place }: EnergyFighter,
  looker: EnergyFighter,
): boolean =>
  settings.sight !== 'off' &&
  place !== null &&
  looker.place !== null &&
  (!hasLineOfSight(ground, looker.place, place) || brightnessAt(ground, place) === 'dark');

/** E-86: what cover adds to the Miss Chance, by how much of the target is behind something it stands right at. */
export function coverOf(encounter: EnergyEncounter, fighter: EnergyFighter, target: EnergyFighter): number {
  const { ground, settings } = encounter;
  if (settings.sight === 'off' || !fighter.place || !target.place) return 0;
  return Math.round(COVER * shelteredShare(ground, fighter.place, target.place));
}
