import { brightnessAt, hasLineOfSight, shelteredShare } from '../../../toolkit/space/sight';
import type { EnergyEncounter, EnergyFighter } from '../state';

/** Miss Chance for full cover; equals zigzag movement. */
const COVER = 5;

/** E-141: returns true if a wall, a curtain or darkness hides the fighter; false off the map or with sight off. */
export const isHiddenFrom = (
  { ground, settings }: EnergyEncounter,
  { place }: Pick<EnergyFighter, 'place'>,
  looker: EnergyFighter,
): boolean =>
  settings.sight !== 'off' &&
  place !== null &&
  looker.place !== null &&
  (!hasLineOfSight(ground, looker.place, place) || brightnessAt(ground, place) === 'dark');

/** E-86: returns an addition to the Miss Chance, in proportion to the covered part of the target. */
export function coverOf(encounter: EnergyEncounter, fighter: EnergyFighter, target: EnergyFighter): number {
  const { ground, settings } = encounter;
  if (settings.sight === 'off' || !fighter.place || !target.place) return 0;
  return Math.round(COVER * shelteredShare(ground, fighter.place, target.place));
}
