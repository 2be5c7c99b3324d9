import type { Command } from '../../../encounter/command';
import { impossible } from '../../../encounter/legality';
import type { Reason, Taker } from '../../../kernel/ask';
import { offer, type Procedure, section } from '../../../kernel/procedure';
import { same } from '../../../kernel/same';
import { diceOf } from '../../../mechanics/dice';
import { type Aimed, whyNotFound } from '../../../rulebook/actions';
import { type Act, type Action, actOf, CHARACTER, needing } from '../act';
import { isOut } from '../conditions';
import { isHeld, isWeapon, type Weapon } from '../items';
import type { TempoEncounter, TempoFighter } from '../stats';
import { WEAPON_SPEEDS, type WeaponSpeed } from '../words';
import { type Blow, flagItem, lentBy, strike } from './attack';
import { DUAL_WIELD, spendReaction, whyNotReact } from './reaction';
import { whyNotPick, whyNotReach, whyNotSee } from './target';

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

/** What stands against striking with this weapon, at whomever. */
const whyNotWield = (weapon: Weapon): Reason[] => [
  ...(weapon.equipped ? [] : [{ id: 'not-held' }]),
  ...(weapon.reload && !weapon.loaded ? [{ id: 'unloaded' }] : []),
];

/** What stands against hitting the target over so many spaces (T-A17). */
const whyNotHit = (act: Aimed<Act>, range: number): Reason[] => [
  ...(isOut(act.target) && !act.target.player ? [{ id: 'target-defeated' }] : []),
  ...whyNotPick(act),
  ...whyNotReach(act, range),
  ...whyNotSee(act),
];

/** What stands against hitting over so many spaces, where it is not said beforehand that somebody is aimed at. */
export const whyNotHurl = (act: Act, range: number): readonly Reason[] =>
  whyNotFound(CHARACTER, (aimed) => whyNotHit(aimed, range))(act);

/** An act with its target and what it is struck with. */
type Striking = Aimed<Act> & { readonly weapon: Weapon };

/** T-33 to T-38: one Strike with a weapon in hand, and with the other of a pair where the Reaction is taken. */
export function attack(icon: string, speed: WeaponSpeed): Action {
  const striking = needing<Striking>({
    find(act) {
      const weapon = weaponOf(act, speed);
      const aimed = CHARACTER.find(act);
      return weapon && aimed ? { weapon, ...aimed } : null;
    },
    missing: (act) => (weaponOf(act, speed) ? CHARACTER.missing(act) : [impossible('no-weapon')]),
  });
  return striking({
    icon,
    needs: 'target',
    whyNotAnyway(act) {
      const weapon = weaponOf(act, speed);
      if (!weapon) return [];
      return [...(isQuickEnough(weapon.speed, speed) ? [] : [{ id: 'weapon-too-slow' }]), ...whyNotWield(weapon)];
    },
    whyNot: (act) => whyNotHit(act, act.weapon.range),
    *play(act) {
      yield* strikeWith(act, act.fighter.stats.str);
      yield* dualWield(act);
    },
  });
}

function* strikeWith(act: Striking, damageBonus: number): Procedure<void> {
  const { fighter, weapon } = act;
  yield* strike(blowOf(act, weapon.dice, fighter.stats.dex, damageBonus));
  if (weapon.reload) yield* flagItem(fighter.id, weapon.id, 'loaded', false);
}

export const blowOf = (act: Aimed<Act>, dice: string, bonus: number, damageBonus: number): Blow => ({
  encounter: act.encounter,
  attacker: act.fighter,
  defender: act.target,
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
function* dualWield({ encounter, fighter, target, weapon }: Striking): Procedure<void> {
  const other = pairOf(fighter, weapon);
  if (!other || !weapon.equipped || whyNotReact(encounter, fighter, DUAL_WIELD).length > 0) return;
  const strikes = othersToStrike(encounter, fighter, target, other);
  const commands = strikes.map(({ command }) => command);
  const takers: Taker[] = commands.length > 0 ? [{ by: fighter.id, commands, unasked: 'ask' }] : [];
  const names = Object.fromEntries(strikes.map((act) => [act.target.id, act.target.name]));
  const [taken] = yield* offer('dual-wield', takers, 'first', { [other.id]: other.name, ...names });
  const struck = taken && strikes.find(({ command }) => same(command, taken.command));
  if (struck) yield* section(struck.command, secondStrike(struck));
}

/** Whom the other weapon may strike; first the one just struck. */
function othersToStrike(
  encounter: TempoEncounter,
  fighter: TempoFighter,
  target: TempoFighter,
  other: Weapon,
): Striking[] {
  if (whyNotWield(other).length > 0) return [];
  return Object.values(encounter.fighters)
    .filter((each) => each === target || each.side !== fighter.side)
    .sort((a, b) => Number(b === target) - Number(a === target))
    .map(({ id }): Command => ({ do: 'dual-wield', by: fighter.id, at: id, with: other.id }))
    .flatMap((command): Striking[] => {
      const act = CHARACTER.find(actOf(encounter, command, fighter));
      return act && whyNotHit(act, other.range).length === 0 ? [{ weapon: other, ...act }] : [];
    });
}

function* secondStrike(act: Striking): Procedure<void> {
  yield* spendReaction(act.fighter, DUAL_WIELD);
  yield* strikeWith(act, 0);
}
