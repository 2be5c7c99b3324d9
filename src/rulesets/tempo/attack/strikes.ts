import type { Reason } from '../../../kernel/ask';
import { findNamedOrFirst } from '../../../toolkit/combat/strike';
import { reasonsOf, type WithTarget } from '../../../toolkit/define/actions';
import { type Act, CHARACTER } from '../action';
import { isOut } from '../conditions';
import { isHeld, isWeapon, WEAPON_SPEEDS, type Weapon, type WeaponSpeed } from '../schema';
import type { TempoFighter } from '../state';
import { whyNotPick, whyNotReach, whyNotSee } from './sight';

/** T-38: equal to the Attack's speed, or quicker. */
export const isQuickEnough = (weapon: WeaponSpeed, attack: WeaponSpeed): boolean =>
  WEAPON_SPEEDS.indexOf(weapon) <= WEAPON_SPEEDS.indexOf(attack);

export const heldWeapons = ({ items }: TempoFighter): Weapon[] => items.filter(isWeapon).filter(isHeld);

/** The weapon that is named, or else the first in hand that is quick enough, or else the first in hand. */
export const weaponOf = ({ fighter, command }: Pick<Act, 'fighter' | 'command'>, speed: WeaponSpeed): Weapon | null =>
  findNamedOrFirst(
    fighter.items.filter(isWeapon),
    command.with,
    (weapon) => isHeld(weapon) && isQuickEnough(weapon.speed, speed),
    isHeld,
  );

/** What stands against striking with this weapon, at whomever. */
export const whyNotWield = (weapon: Weapon): Reason[] => [
  ...(weapon.equipped ? [] : [{ id: 'not-held' }]),
  ...(weapon.reload && !weapon.loaded ? [{ id: 'unloaded' }] : []),
];

/** What stands against hitting the target over so many spaces (T-A17). */
export const whyNotHit = (act: WithTarget<Act>, range: number): Reason[] => [
  ...(isOut(act.target) && !act.target.player ? [{ id: 'target-defeated' }] : []),
  ...whyNotPick(act),
  ...whyNotReach(act, range),
  ...whyNotSee(act),
];

/** What stands against hitting over so many spaces, where it is not said beforehand that somebody is aimed at. */
export const whyNotHurl = (act: Act, range: number): readonly Reason[] =>
  reasonsOf(CHARACTER, (aimed) => whyNotHit(aimed, range))(act);

/** An act with its target and what it is struck with. */
export type StrikeContext = WithTarget<Act> & { readonly weapon: Weapon };
