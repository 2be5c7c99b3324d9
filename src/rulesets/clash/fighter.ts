import type { Sheet } from '../../encounter/ruleset';
import { fighterOf, readBase, readItem } from '../../toolkit/define/sheet-schema';
import { CONDITIONS } from './conditions';
import { SCHEMA, syntaxOf } from './schema';
import { type ClashFighter, readBook } from './state';
import { type ClashItem, derive } from './stats';

/** Makes a fighter of what is entered on its sheet. A pool not named is full. */
export function readFighter(sheet: Sheet): ClashFighter {
  const items = sheet.items.map(itemOf);
  const stats = derive(readBase(SCHEMA, sheet.base), items);
  return fighterOf(SCHEMA, sheet, {
    conditions: CONDITIONS,
    stats,
    items,
    book: readBook(sheet.book),
    pools: {
      hp: stats.figures.hpMax.value,
      mp: stats.figures.mpMax.value,
      attack: 1,
      utility: 1,
      movement: 1,
      reaction: 1,
    },
  });
}

function itemOf(raw: Sheet['items'][number]): ClashItem {
  const item = readItem(SCHEMA, raw);
  return item.type === 'clashSpell' ? { ...item, syntax: syntaxOf(item.line) } : item;
}
