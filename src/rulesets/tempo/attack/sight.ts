import type { Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { gap } from '../../../mechanics/space';
import type { Aimed } from '../../../rulebook/actions';
import type { Act } from '../act';
import { is, isAble, isNonAlly, isOut } from '../conditions';
import type { TempoEncounter, TempoFighter } from '../stats';

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

export const isAdjacent = (encounter: TempoEncounter, a: TempoFighter, b: TempoFighter): boolean =>
  isWithin(encounter, a, b, 1);

/**
 * Section 8: whether somebody sees another along the line between their centers. Objects as big as the one looked at are in the way;
 * of who hides, smaller ones and Characters too (T-56, T-57, T-A32). Walls are the game master's to point out.
 * @param hides whether the one looked at is just trying to hide, and not only Hidden already
 */
export function sees(encounter: TempoEncounter, looker: TempoFighter, other: TempoFighter, hides = false): boolean {
  if (!looker.place || !other.place || encounter.settings.sight === 'off') return true;
  const from = looker.place;
  const to = other.place;
  const hiding = hides || is(other, 'hidden');
  const { size } = other.stats;
  return !Object.values(encounter.fighters).some((between) => {
    if (between === looker || between === other || !between.place) return false;
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
export const watchers = (encounter: TempoEncounter, fighter: TempoFighter): TempoFighter[] =>
  Object.values(encounter.fighters).filter(
    (other) => isNonAlly(fighter, other) && isAble(other) && sees(encounter, other, fighter, true),
  );

/** Section 8: whom somebody cannot pick out, because it is Hidden. */
export const whyNotPick = ({ fighter, target }: Aimed<Act>): Reason[] =>
  isNonAlly(fighter, target) && is(target, 'hidden') ? [{ id: 'hidden-target' }] : [];

export function whyNotReach({ encounter, fighter, target }: Aimed<Act>, spaces: number): Reason[] {
  if (isWithin(encounter, fighter, target, spaces)) return [];
  const distance = spacesBetween(encounter, fighter, target) ?? 0;
  return [{ id: 'out-of-range', data: { distance, range: spaces } }];
}

export const whyNotSee = ({ encounter, fighter, target }: Aimed<Act>): Reason[] =>
  sees(encounter, fighter, target) ? [] : [{ id: 'out-of-sight' }];

/** T-23, T-31: a Character within Seek that can be picked out. */
export const whyNotSeek = (act: Aimed<Act>): Reason[] => [
  ...whyNotPick(act),
  ...whyNotReach(act, act.fighter.stats.seek),
];
