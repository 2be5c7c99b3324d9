import type { Reason } from '../../../kernel/ask';
import { defined } from '../../../kernel/defined';
import { reasonsOf, TARGET, type WithTarget } from '../../../toolkit/act/actions';
import { findNamedOrFirst } from '../../../toolkit/combat/strike';
import { whyNotAtHand } from '../../../toolkit/define/item';
import { initialOf } from '../../../toolkit/define/schema';
import { hasLineOfEffect, hasLineOfSight } from '../../../toolkit/space/sight';
import { type Action, type SecondsContext, splittableDuration, type TargetedAction, targeted } from '../action';
import { is } from '../conditions';
import { isWeapon, SCHEMA, type Weapon } from '../schema';
import type { SecondsFighter } from '../state';
import { type WorldSettings, weaponsInHand } from '../stats';
import { progressFor } from '../turn/lane';
import { isWithin, metresApart, reachOf } from './harm';

export const UNARMED = 'unarmed';

/** Section 3.4. */
const BARE_HANDS: Weapon = {
  ...initialOf(SCHEMA.items.secondsWeapon),
  id: UNARMED,
  name: UNARMED,
  type: 'secondsWeapon',
  timeCost: 1.5,
  damage: '1d3',
};

/** Returns the named weapon, or the first in a slot, or bare hands. */
export function weaponOf({ fighter, command }: Pick<SecondsContext, 'fighter' | 'command'>): Weapon | null {
  if (command.with === UNARMED) return BARE_HANDS;
  const weapon = findNamedOrFirst(fighter.items.filter(isWeapon), command.with, ({ equipped }) => equipped);
  return weapon ?? (command.with === undefined ? BARE_HANDS : null);
}

/** Returns the weapons in a slot and bare hands, to attack or pin with. */
export const toolsOf = (fighter: SecondsFighter): readonly { readonly id: string }[] => [
  ...weaponsInHand(fighter),
  { id: UNARMED },
];

/** S-A32. */
export function whyNotSee({ encounter: { ground }, fighter, target }: WithTarget<SecondsContext>): Reason[] {
  if (is(target, 'hidden', fighter.id)) return [{ id: 'hidden' }];
  return hasLineOfSight(ground, fighter.place, target.place) ? [] : [{ id: 'out-of-sight' }];
}

/** Checks walls first. */
export const whyNotThrough = (act: WithTarget<SecondsContext>): Reason[] =>
  hasLineOfEffect(act.encounter.ground, act.fighter.place, act.target.place) ? whyNotSee(act) : [{ id: 'wall' }];

export const whyNotReach = (act: WithTarget<SecondsContext>, reach = reachOf(act.encounter, act.fighter)): Reason[] =>
  whyNotWithin(act, reach, (distance) => ({ id: 'out-of-reach', data: { distance, reach } }));

export const whyNotRange = (act: WithTarget<SecondsContext>, range: number): Reason[] =>
  whyNotWithin(act, range, (distance) => ({ id: 'out-of-range', data: { distance, range } }));

/** Of a weapon in hand, or thrown or shot. */
export const whyNotStrike = (act: WithTarget<SecondsContext>, weapon: Weapon): Reason[] =>
  weapon.kind === 'ranged' ? whyNotRange(act, weapon.range) : whyNotReach(act, weapon.reach ?? act.world.defaultReach);

function whyNotWithin(
  act: WithTarget<SecondsContext>,
  metres: number,
  reasonFor: (distance: number) => Reason,
): Reason[] {
  const { encounter, fighter, target } = act;
  const reasons = whyNotThrough(act);
  if (isWithin(encounter, fighter, target.place, metres)) return reasons;
  const from = defined(fighter.place, 'the place of a fighter out of range');
  const to = defined(target.place, 'the place of a target out of range');
  return [...reasons, reasonFor(Math.round(metresApart(encounter, from, to) * 10) / 10)];
}

/** S-30, S-85: striking takes the shortest time at least, however quick the weapon. In seconds. */
export const strikeDuration = (timeCost: number, { minActionSeconds }: WorldSettings): number =>
  Math.max(timeCost, minActionSeconds);

/** Ranged, but not thrown itself. */
export const isShooter = ({ kind, thrown }: Weapon): boolean => kind === 'ranged' && !thrown;

/** S-37. */
export const whyNotWield = (weapon: Weapon): Reason[] => whyNotAtHand(weapon, { needsHand: 'not-equipped' });

/** Returns null if begun without a name: a name would lose the progress (S-14). */
export const defaultWeapon = (act: SecondsContext): Weapon | null =>
  progressFor(act.fighter, act.command) ? null : weaponOf(act);

/** Checks only acts with a target. */
export const whyNotAt = (judge: (act: WithTarget<SecondsContext>) => readonly Reason[]) =>
  reasonsOf<SecondsContext, WithTarget<SecondsContext>>(TARGET, judge);

type Maneuver = Pick<TargetedAction, 'icon' | 'play'> & Partial<TargetedAction> & { readonly seconds: number };

/** In reach and harmful by default. */
export const maneuverAction = ({ seconds, ...row }: Maneuver): Action =>
  targeted({
    group: 'maneuver',
    intent: 'harm',
    holdable: true,
    promise: 0,
    ...splittableDuration(seconds),
    whyNotFinish: whyNotReach,
    ...row,
  });
