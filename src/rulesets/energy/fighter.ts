import type { Sheet } from '../../encounter/ruleset';
import { fighterOf, readBase, readItem } from '../../rulebook/sheet-schema';
import { energyPerRound } from './clock';
import { CONDITIONS } from './conditions';
import { readBook } from './marks';
import { SCHEMA } from './schema';
import { derive, type EnergyFighter } from './stats';

/** As much Energy as the table of E-04 ever gives. */
const ENERGY_MAX = energyPerRound(Number.POSITIVE_INFINITY, false);

/** Makes a fighter of what is entered on its sheet. A pool not named is full; Energy is what Stamina gives (E-04). */
export function readFighter(sheet: Sheet): EnergyFighter {
  const items = sheet.items.map((item) => readItem(SCHEMA, item));
  const stats = derive(readBase(SCHEMA, sheet.base), items);
  const { staminaMax, agilityMax, auraMax, surgesMax } = stats.figures;
  const stamina = sheet.pools.stamina ?? staminaMax.value;
  const exhausted = sheet.conditions.some(({ id }) => id === 'exhausted');
  return fighterOf(SCHEMA, sheet, {
    ...{ conditions: CONDITIONS, stats, items, book: readBook(sheet.book) },
    pools: {
      energy: { max: ENERGY_MAX, first: energyPerRound(stamina, exhausted) },
      stamina: staminaMax.value,
      agility: agilityMax.value,
      aura: auraMax.value,
      surges: surgesMax.value,
    },
  });
}
