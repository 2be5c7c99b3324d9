import type { Sheet } from '../../encounter/ruleset';
import { fighterOf, readBase, readItem } from '../../rulebook/sheet-schema';
import { CONDITIONS } from './conditions';
import type { TempoItem } from './items';
import { readBook } from './marks';
import { SCHEMA } from './schema';
import { derive, type TempoFighter } from './stats';
import { DURATIONS, TIERS } from './words';

/** More Momentum than anybody gathers in a Scene. */
const MOST_MOMENTUM = 99;

const empty = (max: number) => ({ max, first: 0 });

/** Makes a fighter of what is entered on its sheet. HP not named are full, everything else that is counted begins at nothing. */
export function readFighter(sheet: Sheet): TempoFighter {
  const items = sheet.items.map(itemOf);
  const stats = derive(readBase(SCHEMA, sheet.base), items);
  const committed = (tier: (typeof TIERS)[number]) =>
    Object.fromEntries(DURATIONS.map((duration) => [`${duration}${tier}`, empty(stats[`mana${tier}`])]));
  return fighterOf(SCHEMA, sheet, {
    ...{ conditions: CONDITIONS, stats, items, book: readBook(sheet.book) },
    pools: {
      hp: stats.hpMax,
      exertion: empty(stats.maxExertion),
      momentum: empty(MOST_MOMENTUM),
      ...Object.assign({}, ...TIERS.map(committed)),
    },
  });
}

/** Who lists an action and says no number means that action's own tempo. */
function itemOf(raw: Sheet['items'][number]): TempoItem {
  const isListed = raw.type === 'tempoAbility' && raw.tempo === undefined && (raw.listsAction ?? '') !== '';
  return readItem(SCHEMA, isListed ? { ...raw, tempo: null } : raw);
}
