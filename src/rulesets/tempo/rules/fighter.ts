import type { Sheet } from '../../../encounter/ruleset';
import type { Pool } from '../../../encounter/state';
import { whole } from '../../../mechanics/fields';
import { readBase } from './base';
import { CONDITIONS } from './conditions';
import { readItem } from './items';
import { derive, type TempoFighter } from './stats';
import { COMMITTED, POOLS, TIERS, type Tier } from './words';

/** More Momentum than anybody gathers in a Scene. */
const MOST_MOMENTUM = 99;

/**
 * Makes a fighter of what is entered on its sheet. HP not named are full, everything else that is counted begins at nothing.
 * Throws RangeError naming the field where a value is none the ledger knows.
 */
export function readFighter(sheet: Sheet): TempoFighter {
  const { id, name, side, player, place, book } = sheet;
  const items = sheet.items.map(readItem);
  const stats = derive(readBase(sheet.base), items);
  for (const pool of Object.keys(sheet.pools))
    if (!(POOLS as readonly string[]).includes(pool)) throw new RangeError(`pools.${pool}: there is no such pool`);
  for (const condition of sheet.conditions)
    if (!Object.hasOwn(CONDITIONS, condition.id)) throw new RangeError(`conditions: there is no ${condition.id}`);

  const pool = (key: string, max: number, first = 0): Pool => {
    const value = sheet.pools[key];
    return { value: value === undefined ? first : whole(`pools.${key}`, value, 0), max };
  };
  const committed = COMMITTED.map((key) => {
    const tier = TIERS.find((each) => key.endsWith(String(each))) as Tier;
    return [key, pool(key, stats[`mana${tier}`])];
  });
  return {
    ...{ id, name, side, player, place, stats, items },
    pools: {
      hp: pool('hp', stats.hpMax, stats.hpMax),
      exertion: pool('exertion', stats.maxExertion),
      momentum: pool('momentum', MOST_MOMENTUM),
      ...Object.fromEntries(committed),
    },
    conditions: [...sheet.conditions],
    book: { ...book },
  };
}
