import type { Die } from '../src/kernel/dice';
import type { EnergyFighter, Strike } from '../src/rulesets/energy/stats';
import type { Duel } from './duel';

/**
 * The same melee attack as one function that changes the fighters itself: what somebody would write who wanted speed and
 * nothing else. It reads what the rules read and leaves the fighters as they do; it asks nobody and writes nothing down.
 */
function exchange(attacker: EnergyFighter, defender: EnergyFighter, strike: Strike, round: number, die: Die): void {
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
    let helpless = defender.book.helpless === true;
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

/** Plays so many exchanges and returns the traces they left: Aura lost, and conditions gained. */
export function inlined({ blow, traces, restore }: Duel, exchanges: number, die: Die): number {
  const { attacker, defender, strike, round } = blow;
  let sum = 0;
  for (let i = 0; i < exchanges; i++) {
    exchange(attacker, defender, strike, round, die);
    sum += traces();
    restore();
  }
  return sum;
}
