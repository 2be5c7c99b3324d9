import type { Ground } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { gap } from '../../../mechanics/space';
import { whyNotAim } from '../../../rulebook/actions';
import type { Act } from '../act';
import type { Arm, ClashEncounter, ClashFighter } from '../stats';

/** Between fighters off the grid the last millimetre is not argued about. */
const SLACK = 1e-3;

/** C-A15: metres an arm reaches; one cell where it says nothing. */
export const reachOf = ({ cell }: Ground, { reach }: Pick<Arm, 'reach'>): number => reach ?? cell;

/** Metres between two fighters, side by side being one cell; null where there is no map. */
export function distanceBetween({ ground }: ClashEncounter, a: ClashFighter, b: ClashFighter): number | null {
  return a.place && b.place ? gap(ground, a.place, b.place) + ground.cell : null;
}

/** C-27: what stands against striking at a target. */
export function whyNotReach(
  encounter: ClashEncounter,
  from: ClashFighter,
  target: ClashFighter,
  arm: Pick<Arm, 'reach'>,
): readonly Reason[] {
  const distance = distanceBetween(encounter, from, target);
  const reach = reachOf(encounter.ground, arm);
  if (distance === null || distance <= reach + SLACK) return [];
  return [{ id: 'reach', data: { distance: rounded(distance), reach } }];
}

/** C-31: what stands against reaching a target from afar; null: as far as one sees. */
export function whyNotRange(
  encounter: ClashEncounter,
  from: ClashFighter,
  target: ClashFighter,
  range: number | null,
): readonly Reason[] {
  const distance = distanceBetween(encounter, from, target);
  if (range === null || distance === null || distance <= range + SLACK) return [];
  return [{ id: 'range', data: { distance: rounded(distance), range } }];
}

const rounded = (metres: number): number => Math.round(metres * 10) / 10;

/** What stands against a target at all: that there is none, or that it is who acts. */
export const whyNotTarget = (act: Act, fighter = act.fighter): readonly Reason[] =>
  act.target && act.target !== fighter ? [] : whyNotAim(act);
