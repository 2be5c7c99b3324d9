import type { Sheet } from '../../../encounter/ruleset';
import type { Pool } from '../../../encounter/state';
import { whole } from '../../../mechanics/fields';
import { readBase } from './base';
import { CONDITIONS } from './conditions';
import { readItem } from './items';
import { derive, FIGURES, type SlotsFighter } from './stats';
import { ABILITIES, damagePool, POOLS, type PoolId } from './words';

/** Counters that only grow until somebody sets them back; this is as far as they are shown. */
const COUNTER_MAX = 999;

/**
 * Makes a fighter of what is entered on its sheet. Pools not named are as a fresh fighter has them: unhurt, all slots unspent.
 * Throws RangeError naming the field where a value is none the ledger knows.
 */
export function readFighter(sheet: Sheet): SlotsFighter {
  const { id, name, side, player, place, book } = sheet;
  const items = sheet.items.map(readItem);
  const stats = derive(readBase(sheet.base, FIGURES), items);
  for (const pool of Object.keys(sheet.pools))
    if (!(POOLS as readonly string[]).includes(pool)) throw new RangeError(`pools.${pool}: there is no such pool`);
  for (const condition of sheet.conditions)
    if (!Object.hasOwn(CONDITIONS, condition.id)) throw new RangeError(`conditions: there is no ${condition.id}`);

  const { hpMax, negMax, sqMax, reactions } = stats.base;
  const pool = (key: PoolId, max: number, first = max): Pool => {
    const value = sheet.pools[key];
    return { value: value === undefined ? first : whole(`pools.${key}`, value, 0), max };
  };
  const damage = ABILITIES.map((ability) => [damagePool(ability), pool(damagePool(ability), COUNTER_MAX, 0)]);
  return {
    ...{ id, name, side, player, place, stats, items },
    pools: {
      hp: pool('hp', hpMax),
      negative: pool('negative', negMax, 0),
      sq: pool('sq', sqMax),
      bleed: pool('bleed', COUNTER_MAX, 0),
      ...Object.fromEntries(damage),
      standard: pool('standard', 1),
      move: pool('move', 1),
      quick: pool('quick', 1),
      reaction: pool('reaction', reactions),
      waited: pool('waited', 1, 0),
    },
    conditions: [...sheet.conditions],
    book: { ...book },
  };
}
