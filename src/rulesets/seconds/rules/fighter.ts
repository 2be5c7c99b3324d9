import type { Sheet } from '../../../encounter/ruleset';
import type { Encounter, Pool } from '../../../encounter/state';
import { whole } from '../../../mechanics/fields';
import { readBase } from './base';
import { CONDITIONS } from './conditions';
import { readItem } from './items';
import { derive, type SecondsFighter, worldOf } from './stats';
import { POOLS, type PoolId } from './words';

/**
 * Makes a fighter of what is entered on its sheet. A pool not named is full.
 * Throws RangeError naming the field where a value is none the ledger knows.
 */
export function readFighter(sheet: Sheet, settings: Encounter['settings']): SecondsFighter {
  const { id, name, side, player, place, book } = sheet;
  const base = readBase(sheet.base);
  const stats = derive(base, worldOf({ settings }));
  for (const pool of Object.keys(sheet.pools))
    if (!(POOLS as readonly string[]).includes(pool)) throw new RangeError(`pools.${pool}: there is no such pool`);
  for (const condition of sheet.conditions)
    if (!Object.hasOwn(CONDITIONS, condition.id)) throw new RangeError(`conditions: there is no ${condition.id}`);
  const pool = (key: PoolId, max: number): Pool => {
    const value = sheet.pools[key];
    return { value: value === undefined ? max : whole(`pools.${key}`, value, 0, 9999), max };
  };
  return {
    ...{ id, name, side, player, place, stats },
    items: sheet.items.map(readItem),
    pools: {
      seconds: pool('seconds', stats.secondsPerTurn),
      reactions: pool('reactions', stats.reactionsMax),
      hp: pool('hp', base.hpMax),
    },
    conditions: [...sheet.conditions],
    book: { ...book },
  };
}
