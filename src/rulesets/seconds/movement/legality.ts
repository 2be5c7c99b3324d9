import { impossibleReason } from '../../../encounter/legality';
import { groundAt } from '../../../encounter/scenes';
import { areFoes } from '../../../encounter/sides';
import type { Ground, Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { isFree, metresBetween, neighbours } from '../../../toolkit/space/space';
import type { WalkStep } from '../../../toolkit/space/steps';
import { whyNotEndOn, whyNotLeap, whyNotWalk } from '../../../toolkit/space/terrain';
import type { SecondsContext } from '../action';
import { metresApart } from '../attack/harm';
import { fasteningCondition, is } from '../conditions';
import type { SecondsEncounter, SecondsFighter } from '../state';

/** Returns why the way is not allowed. @param over whether it is jumped, so that only its end counts */
export function whyNotGo(
  act: Pick<SecondsContext, 'encounter' | 'fighter'>,
  route: readonly WalkStep[],
  over = false,
): Reason[] {
  const { encounter, fighter } = act;
  const fastened = fasteningCondition(fighter);
  if (fastened) return [{ id: fastened }];
  const end = route.at(-1);
  if (!end) return [impossibleReason('no-path')];
  const { place } = fighter;
  if (!place) return [];
  const occupied = whyNotEndOn(encounter.ground, end.to, othersOf(encounter, fighter));
  const passed = whyNotPass(encounter, fighter, place, route, over);
  const isTaken = occupied.length > 0;
  return [
    ...occupied,
    ...passed.filter(({ id }) => id !== 'occupied' || !isTaken),
    ...whyNotCross(encounter, place, route, over),
  ];
}

/** Those in whose space a way cannot end. */
export const othersOf = ({ fighters }: SecondsEncounter, fighter: SecondsFighter): SecondsFighter[] =>
  Object.values(fighters).filter((other) => other !== fighter);

/** Returns what the map has against a way. */
export function whyNotCross(
  { ground }: SecondsEncounter,
  from: Place | null,
  route: readonly WalkStep[],
  over = false,
): Reason[] {
  const places = route.map(({ to }) => to);
  return over ? whyNotLeap(ground, from, places.at(-1)) : whyNotWalk(ground, from, places);
}

/** S-74, S-A35: returns what others on a way are against it. */
export function whyNotPass(
  encounter: SecondsEncounter,
  fighter: SecondsFighter,
  from: Place,
  route: readonly WalkStep[],
  over = false,
): Reason[] {
  const places = route.map(({ to }) => to);
  const isBarred = !over && isObstructed(encounter, fighter, from, places);
  return [...(isBarred ? [{ id: 'occupied' }] : []), ...whyNotCloser(encounter, fighter, [from, ...places])];
}

/** S-74: returns true if a foe stands in the way and leaves no room to pass. Others step aside. */
function isObstructed(
  encounter: SecondsEncounter,
  fighter: SecondsFighter,
  from: Place,
  places: readonly Place[],
): boolean {
  const { fighters } = encounter;
  const ground = groundAt(encounter.ground, from);
  const foes = Object.values(fighters).filter(
    (other) => areFoes(other, fighter) && !is(other, 'unconscious') && !is(other, 'hidden', fighter.id),
  );
  const bodies = foes.map(({ place }) => place);
  const isFreeOfFoes = (there: Place): boolean => isFree(ground, there, bodies);
  // Without a grid a step may begin and end beside a body and still cross it.
  const crossesFoe = (a: Place, b: Place): boolean =>
    !isFreeOfFoes(b) || (ground.grid === 'gridless' && !isFreeOfFoes({ ...b, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }));
  let lastFree = from;
  let steps = 0;
  let isCrossed = false;
  // A fighter who stands there already was let in.
  let isLeaving = !isFreeOfFoes(from);
  for (const [at, to] of places.entries()) {
    steps += 1;
    isCrossed ||= crossesFoe(places[at - 1] ?? from, to);
    if (!isFreeOfFoes(to)) continue;
    if (isCrossed && !isLeaving && !hasRoomToPass(ground, lastFree, to, steps, crossesFoe)) return true;
    lastFree = to;
    steps = 0;
    isCrossed = false;
    isLeaving = false;
  }
  return false;
}

/** Returns true if a way beside the foe is hardly longer than the way through. */
function hasRoomToPass(
  ground: Ground,
  from: Place,
  to: Place,
  steps: number,
  crossesFoe: (a: Place, b: Place) => boolean,
): boolean {
  const [step, most] = ground.grid === 'gridless' ? [1, steps + 1] : [ground.cell, steps];
  const canStep = (a: Place, b: Place): boolean => !crossesFoe(a, b) && whyNotWalk(ground, a, [b]).length === 0;
  let places = [from];
  for (let left = most; left > 0; left--) {
    const next = new Map<string, Place>();
    for (const place of places)
      for (const there of neighbours(ground, place)) {
        const distance = metresBetween(ground, there, to);
        if (distance > left * step + 1e-6 || !canStep(place, there)) continue;
        if (distance <= step + 1e-6 && canStep(there, to)) return true;
        next.set(`${there.x.toFixed(1)} ${there.y.toFixed(1)}`, there);
      }
    places = [...next.values()];
  }
  return false;
}

/** S-A35. */
function whyNotCloser(encounter: SecondsEncounter, fighter: SecondsFighter, places: readonly Place[]): Reason[] {
  const feared = fighter.conditions.flatMap(({ id, by }) =>
    id === 'frightened' && by !== undefined ? [encounter.fighters[by]] : [],
  );
  const isCloser = (other: SecondsFighter | undefined): boolean => {
    const there = other?.place;
    if (!there) return false;
    const metres = places.map((to) => metresApart(encounter, there, to));
    return metres.some((now, at) => now < (metres[at - 1] ?? Number.NEGATIVE_INFINITY) - 1e-3);
  };
  const other = feared.find(isCloser);
  return other ? [{ id: 'frightened-of', data: { name: other.name } }] : [];
}
