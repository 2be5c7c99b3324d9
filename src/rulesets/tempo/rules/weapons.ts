import type { Command } from '../../../encounter/command';
import { impossible } from '../../../encounter/legality';
import type { Reason, Taker } from '../../../kernel/ask';
import { offer, type Procedure, section } from '../../../kernel/procedure';
import { diceOf } from '../../../mechanics/dice';
import { type Act, type Action, actOf, nothingElse } from './act';
import { type Blow, flagItem, lentBy, strike } from './attack';
import { isOut } from './conditions';
import { isHeld, isWeapon, type Weapon } from './items';
import { DUAL_WIELD, spendReaction, whyNotReact } from './reaction';
import type { TempoEncounter, TempoFighter } from './stats';
import { whyNotPick, whyNotReach, whyNotSee, whyNotTarget } from './target';
import { WEAPON_SPEEDS, type WeaponSpeed } from './words';

/** T-38: equal to the Attack's speed, or quicker. */
export const isQuickEnough = (weapon: WeaponSpeed, attack: WeaponSpeed): boolean =>
  WEAPON_SPEEDS.indexOf(weapon) <= WEAPON_SPEEDS.indexOf(attack);

const heldWeapons = ({ items }: TempoFighter): Weapon[] => items.filter(isWeapon).filter(isHeld);

/** The weapon that is named, or else the first in hand that is quick enough. */
function weaponOf({ fighter, command }: Pick<Act, 'fighter' | 'command'>, speed: WeaponSpeed): Weapon | undefined {
  if (command.with !== undefined) return fighter.items.filter(isWeapon).find(({ id }) => id === command.with);
  const held = heldWeapons(fighter);
  return held.find((weapon) => isQuickEnough(weapon.speed, speed)) ?? held[0];
}

/** What stands against striking the target with this weapon, whatever the action. */
export const whyNotStrike = (act: Act, weapon: Weapon): Reason[] => [
  ...(weapon.equipped ? [] : [{ id: 'not-held' }]),
  ...(weapon.reload && !weapon.loaded ? [{ id: 'unloaded' }] : []),
  ...whyNotHit(act, weapon.range),
];

/** What stands against hitting the target over so many spaces (T-A17). */
export function whyNotHit(act: Act, range: number): Reason[] {
  const untargeted = whyNotTarget(act);
  if (untargeted.length > 0) return untargeted;
  return [
    ...(isOut(act.target!) && !act.target!.player ? [{ id: 'target-defeated' }] : []),
    ...whyNotPick(act),
    ...whyNotReach(act, range),
    ...whyNotSee(act),
  ];
}

/** T-33 to T-38: one Strike with a weapon in hand, and with the other of a pair where the Reaction is taken. */
export function attack(icon: string, speed: WeaponSpeed): Action {
  return {
    icon,
    needs: 'target',
    whyNot(act) {
      const weapon = weaponOf(act, speed);
      if (!weapon) return [impossible('no-weapon')];
      return [...(isQuickEnough(weapon.speed, speed) ? [] : [{ id: 'weapon-too-slow' }]), ...whyNotStrike(act, weapon)];
    },
    alsoCounts: nothingElse,
    *play(act) {
      const weapon = weaponOf(act, speed)!;
      yield* strikeWith(act, weapon, act.fighter.stats.str);
      yield* dualWield(act, weapon);
    },
  };
}

function* strikeWith(act: Act, weapon: Weapon, damageBonus: number): Procedure<void> {
  const { fighter } = act;
  yield* strike(blowOf(act, weapon.dice, fighter.stats.dex, damageBonus));
  if (weapon.reload) yield* flagItem(fighter.id, weapon.id, 'loaded', false);
}

export const blowOf = (act: Act, dice: string, bonus: number, damageBonus: number): Blow => ({
  encounter: act.encounter,
  attacker: act.fighter,
  defender: act.target!,
  bonus,
  dice: diceOf(dice, 'dice'),
  damageBonus,
  lent: lentBy(act.command),
});

/** T-84: the other weapon of a pair of one speed; null where there is none. */
export function pairOf(fighter: TempoFighter, weapon: Weapon): Weapon | null {
  const held = heldWeapons(fighter);
  return held.find((other) => other !== weapon && other.speed === weapon.speed) ?? null;
}

/** T-84: whether two weapons of one speed are in hand at all. */
export const knowsDualWield = (fighter: TempoFighter): boolean =>
  heldWeapons(fighter).some((weapon) => pairOf(fighter, weapon) !== null);

/** T-85 to T-87, T-A42: once the first Strike is done, hit or miss, the other weapon may strike whom it reaches. */
function* dualWield({ encounter, fighter, target }: Act, weapon: Weapon): Procedure<void> {
  const other = pairOf(fighter, weapon);
  if (!other || !weapon.equipped || whyNotReact(encounter, fighter, DUAL_WIELD).length > 0) return;
  const commands = othersToStrike(encounter, fighter, target, other);
  const takers: Taker[] = commands.length > 0 ? [{ by: fighter.id, commands, unasked: 'ask' }] : [];
  const names = Object.fromEntries(commands.map(({ at }) => [at!, encounter.fighters[at!]!.name]));
  const [taken] = yield* offer('dual-wield', takers, 'first', { [other.id]: other.name, ...names });
  if (!taken) return;
  const command = taken.command as Command;
  yield* section(command, secondStrike(actOf(encounter, command, fighter), other));
}

/** Whom the other weapon may strike; first the one just struck. */
function othersToStrike(
  encounter: TempoEncounter,
  fighter: TempoFighter,
  target: TempoFighter | null,
  other: Weapon,
): Command[] {
  return Object.values(encounter.fighters)
    .filter((each) => each === target || each.side !== fighter.side)
    .sort((a, b) => Number(b === target) - Number(a === target))
    .map(({ id }): Command => ({ do: 'dual-wield', by: fighter.id, at: id, with: other.id }))
    .filter((command) => whyNotStrike(actOf(encounter, command, fighter), other).length === 0);
}

function* secondStrike(act: Act, other: Weapon): Procedure<void> {
  yield* spendReaction(act.fighter, DUAL_WIELD);
  yield* strikeWith(act, other, 0);
}
