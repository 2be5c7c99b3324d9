import type { Sheet } from '../../encounter/ruleset';
import type { Encounter } from '../../encounter/state';
import { fighterOf, readBase, readItem } from '../../rulebook/sheet-schema';
import { CONDITIONS } from './conditions';
import { readBook } from './marks';
import { SCHEMA } from './schema';
import { derive, type SecondsFighter, worldOf } from './stats';

/** Makes a fighter of what is entered on its sheet. A pool not named is full. */
export function readFighter(sheet: Sheet, settings: Encounter['settings']): SecondsFighter {
  const items = sheet.items.map((item) => readItem(SCHEMA, item));
  const base = readBase(SCHEMA, sheet.base);
  const stats = derive(base, worldOf({ settings }));
  return fighterOf(SCHEMA, sheet, {
    ...{ conditions: CONDITIONS, stats, items, book: readBook(sheet.book) },
    pools: { seconds: stats.secondsPerTurn, reactions: stats.reactionsMax, hp: base.hpMax },
  });
}
