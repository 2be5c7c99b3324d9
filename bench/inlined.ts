import type { Die } from '../src/kernel/dice';
import type { ClashFighter } from '../src/rulesets/clash/state';
import type { Arm } from '../src/rulesets/clash/stats';
import type { EnergyFighter } from '../src/rulesets/energy/state';
import type { Strike } from '../src/rulesets/energy/stats';
import type { SecondsFighter } from '../src/rulesets/seconds/state';
import type { SlotsFighter } from '../src/rulesets/slots/state';
import type { Strike as SlotsStrike } from '../src/rulesets/slots/stats';
import type { TempoFighter } from '../src/rulesets/tempo/state';

/**
 * Energy's melee attack as a function that mutates the fighters, optimized for speed only. It reads the same data and
 * leaves the same state as the rules, without asks and effects.
 */
export function energy(
  attacker: EnergyFighter,
  defender: EnergyFighter,
  strike: Strike,
  round: number,
  die: Die,
): void {
  let hindered = false;
  for (const { id } of attacker.conditions) if (id === 'dazed' || id === 'blinded') hindered = true;
  let combat = die(20);
  if (hindered) combat = Math.min(combat, die(20));
  const critical = combat >= strike.critMin;
  if (combat <= 3) expose(attacker, round + 1);
  if (combat === 1) return;

  if (critical) expose(defender, round);
  else {
    let low = false;
    let helpless = defender.state.helpless === true;
    let ties = false;
    for (const { id } of defender.conditions) {
      if (id === 'dazed' || id === 'surprised' || id === 'blinded' || id === 'prone') low = true;
      else if (id === 'unconscious') helpless = true;
      else if (id === 'defending') ties = true;
    }
    if (!helpless) {
      let defense = defender.stats.evasion;
      let face: number;
      do {
        face = die(10);
        if (low) face = Math.min(face, die(10));
        defense += face;
      } while (face === 10);
      if (defense > strike.attackValue || (ties && defense === strike.attackValue)) return;
    }
  }

  const { armor, weaknesses, resistances } = defender.stats;
  let damage = strike.damageBonus - (!critical && combat < armor.coverage ? armor.rating : 0);
  if (strike.exposedDamage !== 0 && defender.conditions.some(({ id }) => id === 'exposed'))
    damage += strike.exposedDamage;
  if (strike.dice) for (let i = 0; i < strike.dice.count; i++) damage += die(strike.dice.sides);
  if (damage <= 0) return;
  const weak = weaknesses.includes(strike.damageType);
  const resistant = resistances.includes(strike.damageType);
  if (weak !== resistant) damage = weak ? damage * 2 : damage / 2;
  if (!strike.proficient) damage /= 2;
  const aura = defender.pools.aura!;
  aura.value = Math.max(0, aura.value - Math.floor(damage));
}

let count = 0;

function expose(fighter: EnergyFighter, round: number): void {
  for (const { id, until } of fighter.conditions) if (id === 'exposed' && until?.n === round) return;
  fighter.conditions.push({ key: `id${++count}`, id: 'exposed', until: { at: 'round-end', n: round } });
}

/** Clash's basic attack against a dodging target. */
export function clash(attacker: ClashFighter, defender: ClashFighter, arm: Arm, die: Die): void {
  const hindered = attacker.conditions.length > 0 || defender.conditions.length > 0;
  if (hindered) throw new Error('this loop does not support conditions');
  const { dex, per } = defender.stats.mod;
  const total = die(20) + arm.attackValue;
  if (die(12) + dex + per >= total) return;
  let damage = arm.damageBonus;
  if (arm.dice) for (let i = 0; i < arm.dice.count; i++) damage += die(arm.dice.sides);
  if (damage <= 0) return;
  const face = die(10);
  const zone = face >= 10 ? 'head' : face >= 8 ? 'legs' : face >= 6 ? 'arms' : 'torso';
  lose(defender, 'hp', damage - defender.stats.armorValue[zone]);
}

export function seconds(attacker: SecondsFighter, defender: SecondsFighter, weapon: Plain, die: Die): void {
  const hindered = attacker.conditions.length > 0 || defender.conditions.length > 0;
  if (hindered) throw new Error('this loop does not support conditions');
  const { str } = attacker.stats;
  const face = die(20);
  const natural = weapon.extremes && (face === 1 || face === 20);
  if (natural ? face === 1 : face + str + weapon.bonus < weapon.base + defender.stats.dodge) return;
  let damage = str;
  for (let i = 0; i < weapon.count; i++) damage += die(weapon.sides);
  lose(defender, 'hp', damage);
}

/** Numbers of a weapon and of its world. */
export interface Plain {
  readonly bonus: number;
  readonly base: number;
  readonly extremes: boolean;
  readonly count: number;
  readonly sides: number;
}

export function slots(attacker: SlotsFighter, defender: SlotsFighter, strike: SlotsStrike, die: Die): void {
  const hindered = attacker.conditions.length > 0 || defender.conditions.length > 0;
  if (hindered) throw new Error('this loop does not support conditions');
  const { base, bab, er } = attacker.stats;
  const face = die(20);
  const ac = 10 + defender.stats.base.dex + defender.stats.base.acBonus;
  if (face === 1 || (face !== 20 && face + bab + base.str + base.sizeMod + strike.attackBonus < ac)) return;
  const times = face >= strike.critMin && strike.proficient ? strike.critMult : 1;
  let damage = base.str + strike.damageBonus;
  if (strike.dice) for (let i = times * strike.dice.count; i > 0; i--) damage += die(strike.dice.sides);
  lose(defender, 'hp', damage - (er[strike.damageType] ?? 0) - defender.stats.base.dr);
}

export function tempo(attacker: TempoFighter, defender: TempoFighter, count: number, sides: number, die: Die): void {
  const hindered = attacker.conditions.length > 0 || defender.conditions.length > 0;
  if (hindered) throw new Error('this loop does not support conditions');
  const { dex, str } = attacker.stats;
  if (die(20) + dex < defender.stats.defence) return;
  let damage = str;
  for (let i = 0; i < count; i++) damage += die(sides);
  lose(defender, 'hp', Math.max(0, damage - defender.stats.deflection) - defender.stats.sturdy);
}

function lose(fighter: { readonly pools: { readonly hp: { value: number } } }, pool: 'hp', damage: number): void {
  if (damage <= 0) return;
  const { [pool]: points } = fighter.pools;
  points.value = Math.max(0, points.value - damage);
}
