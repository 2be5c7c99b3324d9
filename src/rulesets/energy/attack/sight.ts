import { brightnessAt, hasLineOfSight } from '../../../toolkit/space/sight';
import type { EnergyEncounter, EnergyFighter } from '../state';
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
