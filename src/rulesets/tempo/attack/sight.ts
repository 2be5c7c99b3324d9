import type { Condition } from '../../../encounter/condition';
import { type FighterId, fighterOf, type Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import type { Json } from '../../../kernel/json';
import type { Procedure } from '../../../kernel/procedure';
import { removeCondition } from '../../../toolkit/combat/condition';
import type { WithTarget } from '../../../toolkit/define/actions';
import { hasLineOfEffect, hasLineOfSight } from '../../../toolkit/space/sight';
import { cellsAlong, gap } from '../../../toolkit/space/space';
import type { Act } from '../action';
import { figureOf, is, isAble, isNonAlly, isOut } from '../conditions';
import type { TempoEncounter, TempoFighter } from '../state';

/** Tokens that only touch a line with their rim do not stand in it. Metres. */
const RIM = 1e-3;

/** Spaces between two fighters, 1 where they stand side by side (T-A22); null where one of them is on no map. */
export function spacesBetween({ ground }: TempoEncounter, a: TempoFighter, b: TempoFighter): number | null {
  if (!a.place || !b.place) return null;
  return Math.max(1, Math.round(gap(ground, a.place, b.place) / ground.cell) + 1);
}

/** Whether the other is at most so many spaces away. Without a map everybody is near enough. */
function isWithin(encounter: TempoEncounter, a: TempoFighter, b: TempoFighter, spaces: number): boolean {
  const between = spacesBetween(encounter, a, b);
  return between === null || between <= spaces;
}

/** Whether nothing but air is between them: no wall stops a blow. */
const isReached = ({ ground }: TempoEncounter, a: TempoFighter, b: TempoFighter): boolean =>
  hasLineOfEffect(ground, a.place, b.place);

/** Side by side, with no wall between. */
export const isAdjacent = (encounter: TempoEncounter, a: TempoFighter, b: TempoFighter): boolean =>
  isWithin(encounter, a, b, 1) && isReached(encounter, a, b);

/**
 * Section 8: whether somebody sees another along the line between their centers. Objects as big as the one looked at are in the way;
 * of who hides, smaller ones and Characters too (T-56, T-57, T-A32). Nobody is seen through a wall.
 * @param hides whether the one looked at is just trying to hide, and not only Hidden already
 */
export function canSee(encounter: TempoEncounter, looker: TempoFighter, other: TempoFighter, hides = false): boolean {
  if (!looker.place || !other.place) return true;
  if (!hasLineOfSight(encounter.ground, looker.place, other.place)) return false;
  if (encounter.settings.sight === 'off') return true;
  const from = looker.place;
  const to = other.place;
  const hiding = hides || is(other, 'hidden');
  const { size } = other.stats;
  return !Object.values(encounter.fighters).some((between) => {
    if (between.id === looker.id || between.id === other.id || !between.place) return false;
    const blocks = between.stats.object
      ? between.stats.size >= (hiding ? size - 1 : size)
      : hiding && !isOut(between) && between.stats.size >= size;
    return blocks && stands(between.place, from, to);
  });
}

/** Whether a place lies in the way of a line: the part of the line within it, cut side by side. */
function stands(place: Place, from: Place, to: Place): boolean {
  let enter = 0;
  let leave = 1;
  const sides: readonly (readonly [number, number, number, number])[] = [
    [from.x, to.x - from.x, place.x, place.width / 2 - RIM],
    [from.y, to.y - from.y, place.y, place.height / 2 - RIM],
  ];
  for (const [start, along, center, half] of sides) {
    if (along === 0) {
      if (Math.abs(start - center) >= half) return false;
      continue;
    }
    const [one, other] = [(center - half - start) / along, (center + half - start) / along];
    enter = Math.max(enter, Math.min(one, other));
    leave = Math.min(leave, Math.max(one, other));
  }
  return enter < leave;
}

/** T-54: those who would see the fighter hide. */
export const watchersOf = (encounter: TempoEncounter, fighter: TempoFighter): TempoFighter[] =>
  Object.values(encounter.fighters).filter(
    (other) => isNonAlly(fighter, other) && isAble(other) && canSee(encounter, other, fighter, true),
  );

/** Of whom the game master has said that they do not see who is Hidden, whatever the map says. */
const overlooking = ({ conditions }: TempoFighter): readonly Json[] =>
  conditions.flatMap(({ id, data }) => (id === 'hidden' && Array.isArray(data?.unseen) ? data.unseen : []));

/** Section 8: who sees somebody Hidden, as far as the map tells. */
const spotters = (encounter: TempoEncounter, fighter: TempoFighter): TempoFighter[] => {
  const { ground, settings } = encounter;
  if (!fighter.place || (settings.sight === 'off' && !ground.walls?.length)) return [];
  const overlooked = overlooking(fighter);
  return watchersOf(encounter, fighter).filter(({ id, place }) => place && !overlooked.includes(id));
};

/** Who is Hidden and seen all the same, by their ids. */
const spotted = (encounter: TempoEncounter): FighterId[] =>
  Object.values(encounter.fighters).flatMap((fighter) =>
    is(fighter, 'hidden') && spotters(encounter, fighter).length > 0 ? [fighter.id] : [],
  );

/** A non-ally has gained sight of who was Hidden, somewhere on the way of who has moved. */
export function* revealSpotted(
  encounter: TempoEncounter,
  mover: TempoFighter,
  from: Place,
  path: readonly Place[] = mover.place ? [mover.place] : [],
): Procedure<void> {
  const { fighters, ground } = encounter;
  if (!Object.values(fighters).some((fighter) => is(fighter, 'hidden'))) return;
  const seen = cellsAlong(ground, from, path).flatMap((place) =>
    spotted({ ...encounter, fighters: { ...fighters, [mover.id]: { ...mover, place } } }),
  );
  for (const id of new Set(seen)) yield* removeCondition(fighterOf(encounter, id), 'hidden');
}

/** Section 8: whom somebody cannot pick out, because it is Hidden. */
export const whyNotPick = ({ fighter, target }: WithTarget<Act>): Reason[] =>
  isNonAlly(fighter, target) && is(target, 'hidden') ? [{ id: 'hidden-target' }] : [];

export function whyNotReach({ encounter, fighter, target }: WithTarget<Act>, spaces: number): Reason[] {
  if (isWithin(encounter, fighter, target, spaces))
    return isReached(encounter, fighter, target) ? [] : [{ id: 'wall' }];
  const distance = spacesBetween(encounter, fighter, target) ?? 0;
  return [{ id: 'out-of-range', data: { distance, range: spaces } }];
}

/** That a wall is in the way is said by `whyNotReach`. */
export const whyNotSee = ({ encounter, fighter, target }: WithTarget<Act>): Reason[] =>
  canSee(encounter, fighter, target) || !isReached(encounter, fighter, target) ? [] : [{ id: 'out-of-sight' }];

/** T-23, T-31: a Character within Seek that can be picked out: not through a wall or a curtain. */
export const whyNotSeek = (act: WithTarget<Act>): Reason[] => [
  ...whyNotPick(act),
  ...whyNotReach(act, figureOf(act.fighter, 'seek')),
  ...(hasLineOfSight(act.encounter.ground, act.fighter.place, act.target.place) ||
  !isReached(act.encounter, act.fighter, act.target)
    ? []
    : [{ id: 'out-of-sight' }]),
];

/** Who would see who hides now, but for the game master's word: they go on not seeing it. */
export function hiddenConditionData(encounter: TempoEncounter, fighter: TempoFighter): Condition['data'] {
  const unseen = watchersOf(encounter, fighter).map(({ id }) => id);
  return unseen.length > 0 ? { unseen } : undefined;
}
