import { impossibleReason } from '../../../encounter/legality';
import type { Reason } from '../../../kernel/ask';
import { type Requirement, TARGET, type WithTarget, whyNoTarget, withTarget } from '../../../toolkit/act/actions';
import { findNamedOrFirst, makeStrikeRequirement } from '../../../toolkit/combat/strike';
import { hasLineOfEffect } from '../../../toolkit/space/sight';
import type { SlotsContext } from '../action';
import { handsOf, is, isObject } from '../conditions';
import type { Weapon } from '../schema';
import type { SlotsEncounter, SlotsFighter } from '../state';
import { isAtHand, type Strike } from '../stats';
import { isUntargetable } from './edge';
import { feetBetween, isWithin, strikesOf } from './threat';

/** Returns the strike a command names, else the first at hand that fits, or null. */
export function strikeFor(
  fighter: SlotsFighter,
  named: string | undefined,
  fits: (strike: Strike) => boolean = () => true,
): Strike | null {
  return findNamedOrFirst(strikesOf(fighter).filter(fits), named, () => true);
}

/** Returns the feet a strike carries: its reach, or its range. */
export const rangeOf = ({ kind, thrown, reach, range }: Strike): number =>
  kind === 'ranged' || thrown ? Math.max(range, kind === 'melee' ? reach : 0) : reach;

/** Section 7, step 1: reach, range and walls. */
export function whyNotReach(encounter: SlotsEncounter, a: SlotsFighter, b: SlotsFighter, feet: number): Reason[] {
  const { ground } = encounter;
  if (!a.place || !b.place) return [];
  if (isWithin(ground, a.place, b.place, feet))
    return hasLineOfEffect(ground, a.place, b.place) ? [] : [{ id: 'wall' }];
  return [{ id: 'out-of-reach', data: { distance: feetBetween(ground, a.place, b.place), reach: feet } }];
}

/** L-129, L-177: unseen fighters and those behind Cover are no target; refused before a slot or die is used. */
export const whyNotTarget = ({ ground }: SlotsEncounter, target: SlotsFighter, by: SlotsFighter): Reason[] =>
  isUntargetable(ground, target, by) ? [{ id: 'not-a-target' }] : [];

/** L-142, L-144, L-A50: the frightened harm only objects, the fascinated no friend. */
export const whyNotOffense = (fighter: SlotsFighter, target: SlotsFighter): Reason[] => [
  ...(is(fighter, 'frightened') && !isObject(target) ? [{ id: 'frightened' }] : []),
  ...(is(fighter, 'fascinated', target.id) ? [{ id: 'fascinated' }] : []),
];

export const weaponOf = ({ items }: SlotsFighter, { id }: Strike): Weapon | undefined =>
  items.filter(isAtHand).find((weapon) => weapon.id === id);

export type StrikeContext = WithTarget<SlotsContext> & { readonly strike: Strike };

export const strikeRequirement = (fits?: (strike: Strike) => boolean): Requirement<SlotsContext, StrikeContext> =>
  makeStrikeRequirement<SlotsContext, Strike, StrikeContext>(
    ({ fighter, command }) => strikeFor(fighter, command.with, fits),
    TARGET,
    (strike, targeted) => ({ strike, ...targeted }),
    (act) => {
      const { fighter, item, command } = act;
      // L-132: a weapon in hand may need more hands than are usable.
      const lacksHands = item && isAtHand(item) && item.hands > handsOf(fighter);
      return [
        ...(strikeFor(fighter, command.with, fits)
          ? []
          : [impossibleReason(lacksHands ? 'useless-limb' : 'no-weapon')]),
        ...(withTarget(act) ? [] : whyNoTarget(act)),
      ];
    },
  );
