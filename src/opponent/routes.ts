import type { Encounter, Fighter, Ground, Place } from '../encounter/state';
import { hasLineOfEffect, isStepClear } from '../toolkit/space/sight';
import { gap, isFree, neighbours } from '../toolkit/space/space';
import { costAlong } from '../toolkit/space/terrain';

/** The most cells that are searched. */
const MOST_CELLS = 600;

const keyOf = ({ x, y }: Place): string => `${Math.round(x * 100)},${Math.round(y * 100)}`;

/** Steps that walls and terrain allow, by ground and size; grounds never change in place. */
const stepsByGround = new WeakMap<Ground, Map<string, readonly Place[]>>();

function stepsFrom(ground: Ground, at: Place): readonly Place[] {
  const steps = stepsByGround.get(ground) ?? new Map<string, readonly Place[]>();
  stepsByGround.set(ground, steps);
  const key = `${keyOf(at)},${at.width},${at.elevation},${at.level ?? ''}`;
  const known = steps.get(key);
  if (known) return known;
  const found = neighbours(ground, at).filter(
    (next) => isStepClear(ground, at, next) && costAlong(ground, at, next) !== null,
  );
  steps.set(key, found);
  return found;
}

/** Returns a shortest way to a place that fits, without the mover's own; empty if there is none or it is already there. */
export function routeTo(
  { ground, fighters }: Encounter,
  { id, place: from }: Fighter,
  fits: (place: Place) => boolean,
): Place[] {
  if (!from || fits(from)) return [];
  const others = Object.values(fighters).flatMap((other) => (other.id === id || !other.place ? [] : [other.place]));
  const cameFrom = new Map<string, Place | null>([[keyOf(from), null]]);
  const open: Place[] = [from];
  for (let next = 0; next < open.length && next < MOST_CELLS; next++) {
    const at = open[next] as Place;
    if (at !== from && fits(at)) return wayBack(cameFrom, at);
    for (const step of stepsFrom(ground, at)) {
      const key = keyOf(step);
      if (cameFrom.has(key) || !isFree(ground, step, others)) continue;
      cameFrom.set(key, at);
      open.push(step);
    }
  }
  return [];
}

function wayBack(cameFrom: ReadonlyMap<string, Place | null>, end: Place): Place[] {
  const way: Place[] = [];
  for (let at: Place | null = end; at; at = cameFrom.get(keyOf(at)) ?? null) way.unshift(at);
  return way.slice(1);
}

/** Returns true for places next to a fighter with nothing between. */
export const isBeside =
  ({ ground }: Encounter, { place }: Fighter) =>
  (at: Place): boolean =>
    place !== null && gap(ground, at, place) <= 0 && hasLineOfEffect(ground, at, place);
