import { recordOutcome } from '../../../encounter/change';
import type { Condition } from '../../../encounter/condition';
import { groundAt } from '../../../encounter/scenes';
import type { Ground, Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { whyNoTarget } from '../../../toolkit/act/actions';
import { removalsOf, type StateBasedRow } from '../../../toolkit/act/state-based';
import { chooseReleased } from '../../../toolkit/combat/bond';
import { chooseInstance, removeCondition } from '../../../toolkit/combat/condition';
import { hasLineOfEffect } from '../../../toolkit/space/sight';
import { gap } from '../../../toolkit/space/space';
import type { Action, ClashContext } from '../action';
import { instancesOf, is, isAble, mountOf } from '../conditions';
import { check } from '../skills/check';
import type { ClashEncounter, ClashFighter } from '../state';
import { type Arm, attributeDC, UNARMED } from '../stats';

/** Metres, for rounding errors off the grid. */
export const REACH_TOLERANCE = 1e-3;

/** C-A15: in metres. */
const reachOf = ({ cell }: Ground, { reach }: Pick<Arm, 'reach'>): number => reach ?? cell;

/** A rider takes up the space of the mount, which may be larger. */
const bodyOf = (encounter: ClashEncounter, fighter: ClashFighter): Place | null =>
  fighter.place && (mountOf(encounter, fighter)?.place ?? fighter.place);

/** Metres, one cell side by side; null without a map. */
function distanceBetween(encounter: ClashEncounter, a: ClashFighter, b: ClashFighter): number | null {
  const { ground } = encounter;
  const [from, to] = [bodyOf(encounter, a), bodyOf(encounter, b)];
  return from && to ? gap(ground, from, to) + groundAt(ground, from).cell : null;
}

/** C-27. */
export function whyNotReach(
  encounter: ClashEncounter,
  from: ClashFighter,
  target: ClashFighter,
  arm: Pick<Arm, 'reach'>,
): readonly Reason[] {
  return whyNotRange(encounter, from, target, reachOf(groundAt(encounter.ground, from.place), arm), 'reach');
}

/** C-31: checks walls first; a range of null is unlimited. */
export function whyNotRange(
  encounter: ClashEncounter,
  from: ClashFighter,
  target: ClashFighter,
  range: number | null,
  id: 'range' | 'reach' = 'range',
): readonly Reason[] {
  if (!hasLineOfEffect(encounter.ground, from.place, target.place)) return [{ id: 'wall' }];
  const distance = distanceBetween(encounter, from, target);
  if (range === null || distance === null || distance <= range + REACH_TOLERANCE) return [];
  return [{ id, data: { distance: roundMetres(distance), [id]: range } }];
}

export const roundMetres = (metres: number): number => Math.round(metres * 10) / 10;

/** Returns a reason if the target is missing or the fighter itself. */
export const whyNotTarget = (act: ClashContext, fighter = act.fighter): readonly Reason[] =>
  act.target && act.target !== fighter ? [] : whyNoTarget(act);

/** Returns whom a fighter holds. */
const heldBy = ({ fighters }: ClashEncounter, { id }: ClashFighter): readonly ClashFighter[] =>
  Object.values(fighters).filter((other) => instancesOf(other, 'grappled').some(({ by }) => by === id));

/** C-A55: against the holder's strength. */
export const breakFree: Action = {
  category: 'attack',
  odds: 'works',
  promise: 0.05,
  whyNot: ({ fighter }) => (is(fighter, 'grappled') ? [] : [{ id: 'not-grappled' }]),
  mayTarget: true,
  *play({ encounter, fighter, target }) {
    const isNamed = ({ by }: Condition): boolean => target !== null && by === target.id;
    const grapples = instancesOf(fighter, 'grappled');
    const hold = yield* chooseInstance(
      'break-free-of',
      fighter.id,
      fighter,
      (condition) => condition.id === 'grappled' && (!grapples.some(isNamed) || isNamed(condition)),
    );
    if (!hold) return;
    const holder = encounter.fighters[hold.by ?? ''];
    const { str, dex } = fighter.stats.mod;
    const against = holder ? attributeDC(holder, 'str') : 10;
    const escapes = yield* check('escape', fighter.id, Math.max(str, dex), against);
    yield* recordOutcome({ result: escapes ? 'escaped' : 'still-held', success: escapes }, fighter.id, {
      tone: escapes ? 'boon' : 'harm',
      ...(escapes && { covers: { loses: ['grappled'] } }),
    });
    if (escapes) yield* removeCondition(fighter, 'grappled', ({ key }) => key === hold.key);
  },
};

/** C-A55. */
export const release: Action = {
  category: 'free',
  ofMount: true,
  promise: null,
  whyNot: ({ encounter, fighter }) => (heldBy(encounter, fighter).length > 0 ? [] : [{ id: 'not-holding' }]),
  *play({ encounter, fighter, target }) {
    for (const held of yield* chooseReleased(fighter, heldBy(encounter, fighter), target))
      yield* removeCondition(held, 'grappled', ({ by }) => by === fighter.id);
  },
};

/** C-A55: off the map. @param near those who stay near it: who moves along, and whom it is pulled towards */
export function* endHoldsOfDriven(
  encounter: ClashEncounter,
  driven: ClashFighter,
  metres: number,
  near: readonly ClashFighter[],
): Procedure<void> {
  const { fighters } = encounter;
  const ground = groundAt(encounter.ground, driven.place);
  const isApart = (holder: ClashFighter): boolean =>
    ground.cell + metres > reachOf(ground, holder.stats.arms[UNARMED]) + REACH_TOLERANCE;
  yield* removeCondition(driven, 'grappled', ({ by }) => {
    const holder = fighters[by ?? ''];
    return holder !== undefined && !near.includes(holder) && isApart(holder);
  });
  if (!isApart(driven)) return;
  for (const held of heldBy(encounter, driven))
    if (!near.includes(held)) yield* removeCondition(held, 'grappled', ({ by }) => by === driven.id);
}

/** The holder is able to fight and reaches the held. */
export const HOLD: StateBasedRow<ClashEncounter> = {
  ledger: 'C-130, C-A55',
  find: (encounter, fighter) =>
    removalsOf(fighter, (condition) => condition.id === 'grappled' && isHoldBroken(encounter, fighter, condition)),
};

/** C-A55: the holder cannot fight or is out of reach. */
function isHoldBroken(encounter: ClashEncounter, held: ClashFighter, { by }: Condition): boolean {
  const holder = encounter.fighters[by ?? ''];
  if (!holder) return false;
  return !isAble(holder) || whyNotReach(encounter, holder, held, holder.stats.arms[UNARMED]).length > 0;
}
