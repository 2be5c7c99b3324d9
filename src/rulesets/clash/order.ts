import { instancesOf, isAble, opposes } from './conditions';
import type { ClashEncounter, ClashFighter } from './stats';

/** C-64, C-A36: a ridden mount has no place of its own in the order. */
const hasSlot = ({ fighters }: ClashEncounter, { id }: ClashFighter): boolean =>
  !Object.values(fighters).some((rider) => instancesOf(rider, 'mounted')[0]?.by === id);

/** Everybody who has turns, in the order of joining. */
export const contenders = (encounter: ClashEncounter): readonly ClashFighter[] =>
  Object.values(encounter.fighters).filter((fighter) => hasSlot(encounter, fighter));

export const initiativeOf = ({ book }: ClashFighter): number => book.initiative ?? 0;

/** C-03, C-A7: the highest first; ties by its modifier, then PER-MOD, then the order of joining. */
export const inOrder = (encounter: ClashEncounter): readonly ClashFighter[] =>
  [...contenders(encounter)].sort(
    (a, b) =>
      initiativeOf(b) - initiativeOf(a) ||
      b.stats.initiativeMod - a.stats.initiativeMod ||
      b.stats.mod.per - a.stats.mod.per,
  );

/** C-02: who has had its turn in this round. */
export const isDone = ({ book }: ClashFighter): boolean => book.done === true;

/** C-05, C-A8: whether two opposing sides can still fight. */
export function isContested(encounter: ClashEncounter): boolean {
  const able = contenders(encounter).filter(isAble);
  return able.some((one) => able.some((other) => opposes(one, other)));
}
