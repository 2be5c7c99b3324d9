import type { Sheet } from '../../../encounter/ruleset';
import type { Pool } from '../../../encounter/state';
import { whole } from '../../../mechanics/fields';
import { readBase } from './base';
import { energyPerRound } from './clock';
import { CONDITIONS } from './conditions';
import { readItem } from './items';
import { derive, type EnergyFighter, FIGURES } from './stats';
import { POOLS, type PoolId } from './words';

/** As much Energy as the table of E-04 ever gives. */
const ENERGY_MAX = energyPerRound(Number.POSITIVE_INFINITY, false);

/**
 * Makes a fighter of what is entered on its sheet. A pool not named is full; Energy is what Stamina gives (E-04).
 * Throws RangeError naming the field where a value is none the ledger knows.
 */
export function readFighter(sheet: Sheet): EnergyFighter {
  const { id, name, side, player, place, book } = sheet;
  const items = sheet.items.map(readItem);
  const stats = derive(readBase(sheet.base, FIGURES), items);
  for (const pool of Object.keys(sheet.pools))
    if (!(POOLS as readonly string[]).includes(pool)) throw new RangeError(`pools.${pool}: there is no such pool`);
  for (const condition of sheet.conditions)
    if (!Object.hasOwn(CONDITIONS, condition.id)) throw new RangeError(`conditions: there is no ${condition.id}`);

  const { staminaMax, agilityMax, auraMax, surgesMax } = stats.figures;
  const pool = (key: PoolId, max: number, first = max): Pool => {
    const value = sheet.pools[key];
    return { value: value === undefined ? first : whole(`pools.${key}`, value, 0), max };
  };
  const stamina = pool('stamina', staminaMax.value);
  const exhausted = sheet.conditions.some((condition) => condition.id === 'exhausted');
  return {
    ...{ id, name, side, player, place, stats, items },
    pools: {
      energy: pool('energy', ENERGY_MAX, energyPerRound(stamina.value, exhausted)),
      stamina,
      agility: pool('agility', agilityMax.value),
      aura: pool('aura', auraMax.value),
      surges: pool('surges', surgesMax.value),
    },
    conditions: [...sheet.conditions],
    book: { ...book },
  };
}
