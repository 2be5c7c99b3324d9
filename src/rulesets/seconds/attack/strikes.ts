import { impossibleReason } from '../../../encounter/legality';
import type { Reason } from '../../../kernel/ask';
import { findNamedOrFirst } from '../../../toolkit/combat/strike';
import { reasonsOf, TARGET, type WithTarget } from '../../../toolkit/define/actions';
import { initialOf } from '../../../toolkit/define/schema';
import { hasLineOfEffect, hasLineOfSight } from '../../../toolkit/space/sight';
import { type Act, type Action, needing, splittableTime, type TargetedAction, targeted } from '../action';
import { is } from '../conditions';
import { isWeapon, SCHEMA, type Weapon } from '../schema';
import type { WorldSettings } from '../stats';
import { progressFor } from '../turn/lane';
import { isWithin, metresApart, reachOf } from './harm';

export const UNARMED = 'unarmed';

/** Bare hands, as a weapon (section 3.4). */
const BARE_HANDS: Weapon = {
  ...initialOf(SCHEMA.items.secondsWeapon),
  id: UNARMED,
  name: UNARMED,
  type: 'secondsWeapon',
  timeCost: 1.5,
  damage: '1d3',
};

/** What a command attacks with: the weapon it names, bare hands, else the first in a slot, else bare hands. */
export function weaponOf({ fighter, command }: Pick<Act, 'fighter' | 'command'>): Weapon | null {
  if (command.with === UNARMED) return BARE_HANDS;
  const weapon = findNamedOrFirst(fighter.items.filter(isWeapon), command.with, ({ equipped }) => equipped);
  return weapon ?? (command.with === undefined ? BARE_HANDS : null);
}

/** Why somebody cannot be aimed at: one does not see it (S-A32). */
export function whyNotSeen({ encounter: { ground }, fighter, target }: WithTarget<Act>): Reason[] {
  if (is(target, 'hidden', fighter.id)) return [{ id: 'hidden' }];
  return hasLineOfSight(ground, fighter.place, target.place) ? [] : [{ id: 'out-of-sight' }];
}

/** Whether a blow, a shot or a spell would get there: a wall stops it. */
export const whyNotThrough = (act: WithTarget<Act>): Reason[] =>
  hasLineOfEffect(act.encounter.ground, act.fighter.place, act.target.place) ? whyNotSeen(act) : [{ id: 'wall' }];

/** Besides, whether it is near enough. @param metres how far it may be */
export function whyNotNear(act: WithTarget<Act>, metres: number): Reason[] {
  const { encounter, fighter, target } = act;
  const reasons = whyNotThrough(act);
  if (!fighter.place || !target.place || isWithin(encounter, fighter, target.place, metres)) return reasons;
  const distance = Math.round(metresApart(encounter, fighter.place, target.place) * 10) / 10;
  return [...reasons, { id: 'out-of-reach', data: { distance, reach: metres } }];
}

export const whyNotInReach = (act: WithTarget<Act>): Reason[] => whyNotNear(act, reachOf(act.encounter, act.fighter));

/** How far this weapon goes: a ranged one its range, a melee one its own reach. */
export const rangeOf = ({ kind, reach, range }: Weapon, { defaultReach }: WorldSettings): number =>
  kind === 'ranged' ? range : (reach ?? defaultReach);

/** S-37: why this weapon cannot attack now. */
export const whyNotWield = (weapon: Weapon): Reason[] => (weapon.equipped ? [] : [{ id: 'not-equipped' }]);

/** The weapon of an attack that names none. One that was begun without a name goes on so, or its time would be lost (S-14). */
export const defaultWeapon = (act: Act): Weapon | null =>
  progressFor(act.fighter, act.command) ? null : weaponOf(act);

/** A row done with a weapon. */
export const withWeapon = needing<Act & { readonly weapon: Weapon }>({
  defaultItem: defaultWeapon,
  find(act) {
    const weapon = weaponOf(act);
    return weapon && { weapon, ...act };
  },
  whyMissing: () => [impossibleReason('no-weapon')],
});

/** What stands against an act at somebody, where not every act of its row needs one. */
export const whyNotAt = (judge: (act: WithTarget<Act>) => readonly Reason[]) =>
  reasonsOf<Act, WithTarget<Act>>(TARGET, judge);

type Maneuver = Pick<TargetedAction, 'icon' | 'play'> & Partial<TargetedAction> & { readonly seconds: number };

/** What is done to somebody, in reach where nothing else is said, with one's body. */
export const maneuver = ({ seconds, ...row }: Maneuver): Action =>
  targeted({
    group: 'maneuver',
    ...splittableTime(seconds),
    whyNotFinish: whyNotInReach,
    ...row,
  });
