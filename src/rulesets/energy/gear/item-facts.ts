import type { ItemFact } from '../../../encounter/view';
import { notation } from '../../../kernel/dice';
import { signed } from '../../../rulebook/labels';
import { itemFact as fact } from '../../../rulebook/sheet';
import type { EnergyItem, Weapon } from '../items';
import type { EnergyFighter } from '../stats';
import { isThrown, pullOf } from './draw';

/** What is to be known of an item in these hands: its state first, then its numbers. */
export function factsOf(fighter: EnergyFighter, item: EnergyItem): readonly ItemFact[] {
  return [...stateOf(item), ...trainingFor(fighter, item), ...numbersOf(fighter, item)];
}

/** What keeps it from being used at once. */
function stateOf(item: EnergyItem): ItemFact[] {
  const facts: ItemFact[] = [];
  if ('broken' in item && item.broken) facts.push(fact('broken', {}, { tone: 'harm' }));
  if ('dropped' in item && item.dropped) facts.push(fact('dropped', {}, { tone: 'harm' }));
  if (item.type === 'energyWeapon' && item.loadCost > 0)
    facts.push(item.loaded ? fact('loaded', {}, { tone: 'boon' }) : fact('unloaded', {}, { tone: 'harm' }));
  return facts;
}

/** E-A28, E-170: what it asks of its user's martial proficiency. */
function trainingFor({ stats: { mpl } }: EnergyFighter, item: EnergyItem): ItemFact[] {
  if (!('mpr' in item) || item.mpr === 0) return [];
  const facts = { mpr: item.mpr, mpl };
  return [mpl >= item.mpr ? fact('proficient', facts) : fact('not-proficient', facts, { tone: 'harm' })];
}

function numbersOf(fighter: EnergyFighter, item: EnergyItem): ItemFact[] {
  if (item.type === 'energyWeapon') return weaponNumbers(fighter, item);
  if (item.type === 'energyShield') return [fact('bonus', { bonus: signed(item.bonus) })];
  if (item.type === 'energyArmor') {
    const { coverage, rating, penalty } = item;
    const armor = [fact('coverage', { coverage }), fact('rating', { rating })];
    return penalty > 0 ? [...armor, fact('penalty', { penalty })] : armor;
  }
  const { usesMax: most, usesSpent: spent } = item;
  return most > 0 ? [fact('uses', { left: most - spent, most }, { tone: spent < most ? 'neutral' : 'harm' })] : [];
}

/** Of what shoots, how far it carries; of what strikes, its blow and its reach; of what is made to be thrown, both. */
function weaponNumbers({ stats }: EnergyFighter, weapon: Weapon): ItemFact[] {
  const strike = stats.strikes[weapon.id];
  if (!strike) return [];
  const { trio, damage: pull } = pullOf(weapon, stats);
  const [near, normal, most] = trio;
  const dice = strike.dice ? notation(strike.dice) : '0';
  const bonus = strike.damageBonus + (weapon.ranged ? pull - stats.figures.masdb.value : 0);
  const facts = { damage: bonus === 0 ? dice : `${dice} ${signed(bonus)}` };
  const damage = weapon.ranged ? fact('damage', facts) : fact('damage', facts, { of: strike.figures.damage });
  const critical = strike.critMin < 20 ? [fact('critical', { from: strike.critMin })] : [];
  const range = fact('range', { near, normal, most });
  if (weapon.ranged) return [damage, range, ...critical];
  const attack = fact('attack', { attack: strike.attackValue }, { of: strike.figures.attack });
  const reach = fact('reach', { reach: strike.reach });
  return [attack, damage, reach, ...critical, ...(weapon.thrown && isThrown(weapon) ? [range] : [])];
}
