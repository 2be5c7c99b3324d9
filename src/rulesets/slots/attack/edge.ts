import { areTogether, groundAt, isElsewhere } from '../../../encounter/scenes';
import { areFoes } from '../../../encounter/sides';
import type { Ground, Place } from '../../../encounter/state';
import { brightnessAt, hasLineOfSight, shelteredShare } from '../../../toolkit/space/sight';
import { is, isObject, isOut, rootsOf } from '../conditions';
import { EDGES, type Edge } from '../schema';
import type { SlotsEncounter, SlotsFighter } from '../state';
import { feetBetween, SQUARE } from './threat';

/** The share of a body that must be covered. */
const ENOUGH = 0.5;

/**
 * L-177: returns true if half of the body or more is behind an obstacle right beside it. A foe in the next square
 * reaches over it.
 */
export function isBehindCover(ground: Ground, place: Place | null, from: Place | null): boolean {
  if (!place || !from || !groundAt(ground, place).walls?.length || isElsewhere(ground, place, from)) return false;
  if (feetBetween(ground, place, from) <= SQUARE) return false;
  return shelteredShare(ground, from, place) >= ENOUGH;
}

/** L-176: the dark conceals; a map without light data conceals nothing. */
export const isInDark = (ground: Ground, place: Place | null): boolean =>
  place !== null && brightnessAt(ground, place) === 'dark';

/** L-176: returns the edge the map shows: Cover, a square or more higher up, or darkness against a foe in the light. */
export function edgeOnMap({ ground, settings }: SlotsEncounter, a: SlotsFighter, b: SlotsFighter): Edge | null {
  const [own, other] = [a.place, b.place];
  if (!own || !other || isElsewhere(ground, own, other)) return null;
  if (isBehindCover(ground, own, other)) return 'cover';
  if (settings.heightIsNoEdge !== true && own.elevation - other.elevation >= groundAt(ground, own).cell)
    return 'high-ground';
  return isInDark(ground, own) && !isInDark(ground, other) ? 'concealment' : null;
}

/** L-176: returns true for an edge by the GM or by the map. */
export const hasEdge = (encounter: SlotsEncounter, fighter: SlotsFighter, over: SlotsFighter): boolean =>
  is(fighter, 'edge', over.id) || edgeOnMap(encounter, fighter, over) !== null;

/** Returns the kind of the edge, or null. An edge without a kind is a better position. */
export function edgeOver(
  encounter: SlotsEncounter,
  fighter: SlotsFighter,
  over: SlotsFighter,
): Edge | 'position' | null {
  const shown = edgeOnMap(encounter, fighter, over);
  if (shown || !is(fighter, 'edge', over.id)) return shown;
  const condition = rootsOf(fighter, 'edge').find(({ towards }) => !towards || towards.includes(over.id));
  return EDGES.find((kind) => kind === condition?.data?.kind) ?? 'position';
}

/** L-129: returns true if a fighter hides and the other has not found it. */
export const isHiddenFrom = (fighter: SlotsFighter, { id }: SlotsFighter): boolean =>
  is(fighter, 'covered') && !is(fighter, 'detected', id);

/** L-129, L-177: returns true if Cover or undetected hiding prevents targeting. */
export function isUntargetable(
  ground: Ground,
  fighter: SlotsFighter,
  by: SlotsFighter,
  place: Place | null = fighter.place,
): boolean {
  if (fighter.id === by.id) return false;
  const behindCover = rootsOf(fighter, 'edge').some(
    ({ data, towards }) => data?.kind === 'cover' && towards?.includes(by.id),
  );
  if (behindCover || isBehindCover(ground, place, by.place)) return true;
  return isHiddenFrom(fighter, by);
}

/** L-32: returns true if a fighter can hide: in Cover from at least one foe, or in the dark. */
export function hasCover({ ground, fighters }: SlotsEncounter, fighter: SlotsFighter): boolean {
  if (rootsOf(fighter, 'edge').some(({ data }) => data?.kind === 'cover')) return true;
  const { place } = fighter;
  if (!place) return false;
  if (isInDark(ground, place)) return true;
  return Object.values(fighters).some(
    (foe) =>
      areFoes(fighter, foe) &&
      !isOut(foe) &&
      !isObject(foe) &&
      areTogether(ground, place, foe.place) &&
      (!hasLineOfSight(ground, foe.place, place) || isBehindCover(ground, place, foe.place)),
  );
}
