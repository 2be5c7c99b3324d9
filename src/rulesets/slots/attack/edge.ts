import type { Ground, Place } from '../../../encounter/state';
import { brightnessAt, hasLineOfSight, shelteredShare } from '../../../toolkit/space/sight';
import { is, isOut, rootsOf } from '../conditions';
import { EDGES, type Edge } from '../schema';
import type { SlotsEncounter, SlotsFighter } from '../state';
import { areFoes, feetBetween, SQUARE } from './threat';

/** How much of a body has to be behind something for Cover. */
const ENOUGH = 0.5;

/**
 * L-177: whether the map gives Cover from somebody: half of the body, or more, is behind something it stands right at. Who stands in the next
 * square reaches over it.
 */
export function isBehindCover(ground: Ground, place: Place | null, from: Place | null): boolean {
  if (!place || !from || !ground.walls?.length || feetBetween(ground, place, from) <= SQUARE) return false;
  return shelteredShare(ground, from, place) >= ENOUGH;
}

/** L-176: the dark conceals who stands in it; a map that knows no light tells nothing of it. */
export const isInDark = (ground: Ground, place: Place | null): boolean =>
  place !== null && brightnessAt(ground, place) === 'dark';

/** L-176: what the map shows of a better position: Cover, a square or more higher up, out of the dark at whoever stands in the light. */
export function edgeOnMap({ ground, settings }: SlotsEncounter, a: SlotsFighter, b: SlotsFighter): Edge | null {
  const [here, there] = [a.place, b.place];
  if (!here || !there) return null;
  if (isBehindCover(ground, here, there)) return 'cover';
  if (settings.heightIsNoEdge !== true && here.elevation - there.elevation >= ground.cell) return 'high-ground';
  return isInDark(ground, here) && !isInDark(ground, there) ? 'concealment' : null;
}

/** L-176: whether somebody has an edge over another, as the game master says or the map shows. */
export const hasEdge = (encounter: SlotsEncounter, fighter: SlotsFighter, over: SlotsFighter): boolean =>
  is(fighter, 'edge', over.id) || edgeOnMap(encounter, fighter, over) !== null;

/** Of which kind that is; an edge given without a word is some better position. Null where there is none. */
export function edgeOver(
  encounter: SlotsEncounter,
  fighter: SlotsFighter,
  over: SlotsFighter,
): Edge | 'position' | null {
  const shown = edgeOnMap(encounter, fighter, over);
  if (shown || !is(fighter, 'edge', over.id)) return shown;
  const given = rootsOf(fighter, 'edge').find(({ towards }) => !towards || towards.includes(over.id));
  return EDGES.find((kind) => kind === given?.data?.kind) ?? 'position';
}

/** L-129, L-177: whether a fighter cannot be targeted by another, for Cover or because it hides undetected. */
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
  return is(fighter, 'covered') && !is(fighter, 'detected', by.id);
}

/** L-32: whether there is something to hide behind: Cover from one foe at least, or the dark. */
export function hasCover({ ground, fighters }: SlotsEncounter, fighter: SlotsFighter): boolean {
  if (rootsOf(fighter, 'edge').some(({ data }) => data?.kind === 'cover')) return true;
  const { place } = fighter;
  if (!place) return false;
  if (isInDark(ground, place)) return true;
  return Object.values(fighters).some(
    (foe) =>
      areFoes(fighter, foe) &&
      !isOut(foe) &&
      (!hasLineOfSight(ground, foe.place, place) || isBehindCover(ground, place, foe.place)),
  );
}
