import type { Sheet } from '../../encounter/ruleset';
import { each } from '../../rulebook/schema';
import { fighterOf, readBase, readItem } from '../../rulebook/sheet-schema';
import { CONDITIONS } from './conditions';
import { readBook } from './marks';
import { SCHEMA } from './schema';
import { derive, type SlotsFighter } from './stats';
import { ABILITIES, damagePool } from './words';

/** Counters that only grow until somebody sets them back; this is as far as they are shown. */
const COUNTER = { max: 999, first: 0 };

/** Makes a fighter of what is entered on its sheet. Pools not named are as a fresh fighter has them: unhurt, all slots unspent. */
export function readFighter(sheet: Sheet): SlotsFighter {
  const items = sheet.items.map((item) => readItem(SCHEMA, item));
  const base = readBase(SCHEMA, sheet.base);
  return fighterOf(SCHEMA, sheet, {
    ...{ conditions: CONDITIONS, stats: derive(base, items), items, book: readBook(sheet.book) },
    pools: {
      hp: base.hpMax,
      negative: { max: base.negMax, first: 0 },
      sq: base.sqMax,
      bleed: COUNTER,
      ...each(ABILITIES.map(damagePool), () => COUNTER),
      standard: 1,
      move: 1,
      quick: 1,
      reaction: base.reactions,
      waited: { max: 1, first: 0 },
    },
  });
}
