import type { Reason } from '../../../kernel/ask';
import { reasonsOf, type WithTarget } from '../../../toolkit/act/actions';
import { findNamedOrFirst } from '../../../toolkit/combat/strike';
import { CHARACTER, type TempoContext } from '../action';
import { isOut } from '../conditions';
import { isHeld, isWeapon, WEAPON_SPEEDS, type Weapon, type WeaponSpeed } from '../schema';
import type { TempoFighter } from '../state';
import { whyNotPick, whyNotReach, whyNotSee } from './sight';

/** T-38: returns true if the weapon is at least as quick as the Attack. */
export const isQuickEnough = (weapon: WeaponSpeed, attack: WeaponSpeed): boolean =>
  WEAPON_SPEEDS.indexOf(weapon) <= WEAPON_SPEEDS.indexOf(attack);

export const heldWeapons = ({ items }: TempoFighter): Weapon[] => items.filter(isWeapon).filter(isHeld);

/** Returns the named weapon, else the first in hand, preferring a quick enough one. */
export const weaponOf = (
  { fighter, command }: Pick<TempoContext, 'fighter' | 'command'>,
  speed: WeaponSpeed,
): Weapon | null =>
  findNamedOrFirst(
    fighter.items.filter(isWeapon),
    command.with,
    (weapon) => isHeld(weapon) && isQuickEnough(weapon.speed, speed),
    isHeld,
  );

/** Returns true if the fighter has the hands for these weapons besides the gear in hand. */
export const canHold = ({ items, stats }: TempoFighter, ...weapons: readonly Weapon[]): boolean =>
  [...weapons, ...items.filter(isHeld).filter((item) => !isWeapon(item))].reduce((sum, { hands }) => sum + hands, 0) <=
  stats.hands;

/** Returns the reasons against striking any target. */
export const whyNotWield = (fighter: TempoFighter, weapon: Weapon): Reason[] => [
  ...(weapon.equipped ? [] : [{ id: 'not-held' }]),
  ...(weapon.equipped && !canHold(fighter, weapon) ? [{ id: 'no-free-hand' }] : []),
  ...(weapon.reload && !weapon.loaded ? [{ id: 'unloaded' }] : []),
];

/** Returns the reasons against hitting the target over `range` spaces (T-A17). */
export const whyNotStrike = (act: WithTarget<TempoContext>, range: number): Reason[] => [
  ...(isOut(act.target) && !act.target.player ? [{ id: 'target-defeated' }] : []),
  ...whyNotPick(act),
  ...whyNotReach(act, range),
  ...whyNotSee(act),
];

/** The same for a context whose target is still to be looked up. */
export const whyNotHurl = (act: TempoContext, range: number, required = CHARACTER): readonly Reason[] =>
  reasonsOf(required, (aimed) => whyNotStrike(aimed, range))(act);
