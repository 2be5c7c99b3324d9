import type { Encounter, Fighter, Place } from '../encounter/state';
import { hasLineOfEffect, hasLineOfSight } from '../toolkit/space/sight';
import { angleBetween, bearing, gap } from '../toolkit/space/space';
import type { Judge } from './judge';

/** Degrees between two fighters that have a third between them. */
const OPPOSITE = 135;

/** Returns true for places next to a fighter with nothing between. */
export const isBeside =
  ({ ground }: Encounter, { place }: Fighter) =>
  (at: Place): boolean =>
    place !== null && gap(ground, at, place) <= 0 && hasLineOfEffect(ground, at, place);

/** Returns true for places beside a fighter with one of the others behind it. */
export function isFlanking(encounter: Encounter, target: Fighter, others: readonly Fighter[]): (at: Place) => boolean {
  const isNext = isBeside(encounter, target);
  const { place: center } = target;
  const beside = others.flatMap(({ place }) => (place && isNext(place) ? [place] : []));
  return (at) => center !== null && isNext(at) && beside.some((other) => isBehind(center, at, other));
}

/** Returns true if two places lie on opposite sides of a third. */
function isBehind(center: Place, a: Place, b: Place): boolean {
  const [directionA, directionB] = [bearing(center, a), bearing(center, b)];
  return directionA !== null && directionB !== null && angleBetween(directionA, directionB) >= OPPOSITE;
}

/** Returns true for places that none of these threatens. */
export const isUnthreatened =
  ({ ruleset: { threat } }: Judge, encounter: Encounter, foes: readonly Fighter[]) =>
  (at: Place): boolean =>
    !foes.some(({ id }) => threat.reaches(encounter, id, at));

/** Returns true for places that none of these sees. */
export const isUnseen =
  ({ ground }: Encounter, foes: readonly Fighter[]) =>
  (at: Place): boolean =>
    !foes.some(({ place }) => hasLineOfSight(ground, place, at));
