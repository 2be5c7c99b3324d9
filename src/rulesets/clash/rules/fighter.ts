import type { Sheet } from '../../../encounter/ruleset';
import type { Pool } from '../../../encounter/state';
import { whole } from '../../../mechanics/fields';
import { readBase } from './base';
import { CONDITIONS } from './conditions';
import { readItem } from './items';
import { type ClashFighter, derive } from './stats';
import { POOLS, type PoolId } from './words';

/**
 * Makes a fighter of what is entered on its sheet. A pool not named is full.
 * Throws RangeError naming the field where a value is none the ledger knows.
 */
export function readFighter(sheet: Sheet): ClashFighter {
  const { id, name, side, player, place, book } = sheet;
  const items = sheet.items.map(readItem);
  const stats = derive(readBase(sheet.base), items);
  for (const pool of Object.keys(sheet.pools))
    if (!(POOLS as readonly string[]).includes(pool)) throw new RangeError(`pools.${pool}: there is no such pool`);
  for (const condition of sheet.conditions)
    if (!Object.hasOwn(CONDITIONS, condition.id)) throw new RangeError(`conditions: there is no ${condition.id}`);
  const pool = (key: PoolId, max: number): Pool => {
    const value = sheet.pools[key];
    return { value: value === undefined ? max : whole(`pools.${key}`, value, 0), max };
  };
  return {
    ...{ id, name, side, player, place, stats, items },
    pools: {
      hp: pool('hp', stats.figures.hpMax.value),
      mp: pool('mp', stats.figures.mpMax.value),
      attack: pool('attack', 1),
      utility: pool('utility', 1),
      movement: pool('movement', 1),
      reaction: pool('reaction', 1),
    },
    conditions: [...sheet.conditions],
    book: { ...book },
  };
}
