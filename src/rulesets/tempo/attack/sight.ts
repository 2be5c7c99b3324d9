import type { Condition } from '../../../encounter/condition';
import { groundAt, isElsewhere } from '../../../encounter/scenes';
import type { Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import type { WithTarget } from '../../../toolkit/act/actions';
import { hasLineOfEffect, hasLineOfSight } from '../../../toolkit/space/sight';
import { gap } from '../../../toolkit/space/space';
import type { TempoContext } from '../action';
import { figureOf, is, isAble, isNonAlly, isOut } from '../conditions';
import type { TempoEncounter, TempoFighter } from '../state';

/** Metres: a token that a line only touches does not block it. */
const RIM = 1e-3;

/** Returns the spaces between two fighters, 1 if adjacent (T-A22); null off the map. */
export function spacesBetween({ ground }: TempoEncounter, a: TempoFighter, b: TempoFighter): number | null {
  if (!a.place || !b.place) return null;
  return Math.max(1, Math.round(gap(ground, a.place, b.place) / groundAt(ground, a.place).cell) + 1);
}

/** Always true without a map. */
function isWithin(encounter: TempoEncounter, a: TempoFighter, b: TempoFighter, spaces: number): boolean {
  const between = spacesBetween(encounter, a, b);
  return between === null || between <= spaces;
}

/** Walls block Strikes. */
const isReached = ({ ground }: TempoEncounter, a: TempoFighter, b: TempoFighter): boolean =>
  hasLineOfEffect(ground, a.place, b.place);

/** Returns true if they are adjacent with no wall between. */
export const isAdjacent = (encounter: TempoEncounter, a: TempoFighter, b: TempoFighter): boolean =>
  isWithin(encounter, a, b, 1) && isReached(encounter, a, b);

/**
 * Section 8: walls and objects of the target's size block the line; for a hiding target also smaller objects and Characters (T-56, T-57,
 * T-A32).
 * @param hides the target is trying to hide now
 */
export function canSee(encounter: TempoEncounter, looker: TempoFighter, other: TempoFighter, hides = false): boolean {
  if (!looker.place || !other.place || looker === other) return true;
  if (!hasLineOfSight(encounter.ground, looker.place, other.place)) return false;
  if (encounter.settings.sight === 'off') return true;
  const from = looker.place;
  const to = other.place;
  const hiding = hides || is(other, 'hidden');
  const { size } = other.stats;
  return !Object.values(encounter.fighters).some((between) => {
    if (between.id === looker.id || between.id === other.id || !between.place) return false;
    if (isElsewhere(encounter.ground, between.place, from)) return false;
    const blocks = between.stats.object
      ? between.stats.size >= (hiding ? size - 1 : size)
      : hiding && !isOut(between) && between.stats.size >= size;
    return blocks && blocksLine(between.place, from, to);
  });
}

/** Clips the line to the rectangle, axis by axis. */
function blocksLine(place: Place, from: Place, to: Place): boolean {
  let enter = 0;
  let leave = 1;
  const sides: readonly (readonly [number, number, number, number])[] = [
    [from.x, to.x - from.x, place.x, place.width / 2 - RIM],
    [from.y, to.y - from.y, place.y, place.height / 2 - RIM],
  ];
  for (const [start, along, center, half] of sides) {
    // Infinite on an axis along which the line does not run.
    const [one, other] = [(center - half - start) / along, (center + half - start) / along];
    enter = Math.max(enter, Math.min(one, other));
    leave = Math.min(leave, Math.max(one, other));
  }
  return enter < leave;
}

/** T-A26: returns true if all on the way of a jump are lower; those who are down or share the fighter's space do not count. */
export function canJumpTo({ ground, fighters }: TempoEncounter, fighter: TempoFighter, to: Place | undefined): boolean {
  const from = fighter.place;
  if (!from || !to) return true;
  return !Object.values(fighters).some((other) => {
    if (other.id === fighter.id || isOut(other) || other.stats.size < fighter.stats.size || !other.place) return false;
    if (isElsewhere(ground, other.place, from)) return false;
    return !blocksLine(other.place, from, from) && blocksLine(other.place, from, to);
  });
}

/** T-54: returns the fighters who would see this one hide. */
export const watchersOf = (encounter: TempoEncounter, fighter: TempoFighter): TempoFighter[] =>
  Object.values(encounter.fighters).filter(
    (other) => isNonAlly(fighter, other) && isAble(other) && canSee(encounter, other, fighter, true),
  );

/** By the GM's ruling, regardless of the map. */
const isOverlookedBy = ({ conditions }: TempoFighter, watcher: string): boolean =>
  conditions.some(({ data }) => Array.isArray(data?.unseen) && data.unseen.includes(watcher));

/** Section 8: returns the non-allies who see a fighter on the map. */
export const spottersOf = (encounter: TempoEncounter, fighter: TempoFighter): TempoFighter[] => {
  const { ground, settings } = encounter;
  if (!fighter.place || (settings.sight === 'off' && !groundAt(ground, fighter.place).walls?.length)) return [];
  return watchersOf(encounter, fighter).filter(({ id, place }) => place && !isOverlookedBy(fighter, id));
};

/** Section 8: a Hidden non-ally cannot be targeted. */
export const whyNotPick = ({ fighter, target }: WithTarget<TempoContext>): Reason[] =>
  isNonAlly(fighter, target) && is(target, 'hidden') ? [{ id: 'hidden-target' }] : [];

export function whyNotReach({ encounter, fighter, target }: WithTarget<TempoContext>, spaces: number): Reason[] {
  const distance = spacesBetween(encounter, fighter, target);
  if (distance !== null && distance > spaces) return [{ id: 'out-of-range', data: { distance, range: spaces } }];
  return isReached(encounter, fighter, target) ? [] : [{ id: 'wall' }];
}

/** A wall is reported by `whyNotReach` instead. */
export const whyNotSee = ({ encounter, fighter, target }: WithTarget<TempoContext>): Reason[] =>
  canSee(encounter, fighter, target) || !isReached(encounter, fighter, target) ? [] : [{ id: 'out-of-sight' }];

/** T-23, T-31: returns the reasons against targeting a Character by Seek. */
export const whyNotSeek = (act: WithTarget<TempoContext>): Reason[] => [
  ...whyNotPick(act),
  ...whyNotReach(act, figureOf(act.fighter, 'seek')),
  ...(hasLineOfSight(act.encounter.ground, act.fighter.place, act.target.place) ||
  !isReached(act.encounter, act.fighter, act.target)
    ? []
    : [{ id: 'out-of-sight' }]),
];

/** Returns the current watchers, who by the GM's ruling do not see the fighter. */
export function hiddenConditionData(encounter: TempoEncounter, fighter: TempoFighter): Condition['data'] {
  const unseen = watchersOf(encounter, fighter).map(({ id }) => id);
  return unseen.length > 0 ? { unseen } : undefined;
}
