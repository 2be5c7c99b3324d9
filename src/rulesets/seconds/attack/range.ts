import type { Place } from '../../../encounter/state';
import { gap } from '../../../mechanics/space';
import { is } from '../conditions';
import { isWeapon } from '../items';
import { type SecondsEncounter, type SecondsFighter, worldOf } from '../stats';

/** Metres between two that stand on the map: side by side is one cell, sharing the space none. */
export function metresApart({ ground }: SecondsEncounter, a: Place, b: Place): number {
  const empty = gap(ground, a, b);
  return empty < 0 ? 0 : empty + ground.cell;
}

/** S-A21: how far a fighter reaches with what is in its slots, or with bare hands. */
export function reachOf(encounter: SecondsEncounter, { items }: SecondsFighter): number {
  const { defaultReach } = worldOf(encounter);
  const reaches = items
    .filter(isWeapon)
    .flatMap(({ equipped, kind, reach }) => (equipped && kind === 'melee' ? [reach] : []));
  return Math.max(defaultReach, ...reaches.map((reach) => reach ?? defaultReach));
}

/** Whether somebody who stands there would be within so many metres; without a map nobody is out of reach. */
export const isWithin = (
  encounter: SecondsEncounter,
  { place }: SecondsFighter,
  there: Place | null,
  metres: number,
): boolean => !place || !there || metresApart(encounter, place, there) <= metres + 1e-3;

/** Everybody else who could fight back with somebody standing there in melee range (S-A21). */
export const threatening = (
  encounter: SecondsEncounter,
  fighter: SecondsFighter,
  there: Place | null,
): SecondsFighter[] =>
  Object.values(encounter.fighters).filter(
    (other) =>
      other.side !== fighter.side &&
      other.place !== null &&
      there !== null &&
      !is(other, 'unconscious') &&
      isWithin(encounter, other, there, reachOf(encounter, other)),
  );
