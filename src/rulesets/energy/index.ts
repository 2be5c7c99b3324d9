import type { Sheet } from '../../encounter/ruleset';
import { rulesetOf } from '../../toolkit/define/ruleset';
import { fighterOf, readBase, readItem } from '../../toolkit/define/sheet-schema';
import { bound } from './attack/holds';
import { energyPerRound, IDLE } from './clock';
import { COMMANDS, moves, THREAT } from './commands';
import { CONDITIONS } from './conditions';
import { OPTIONS } from './options';
import { REACTIONS } from './reactions';
import { ROUND_SECONDS, SCHEMA, SETTINGS } from './schema';
import { type EnergyEncounter, type EnergyFighter, MARK_RULES, readBook } from './state';
import { derive } from './stats';
import { DECLARED, pauseOf } from './turn/declaration';
import { VIEWS } from './view/view';

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
    conditions: CONDITIONS,
    stats,
    items,
    book: readBook(sheet.book),
    pools: {
      energy: { max: ENERGY_MAX, first: energyPerRound(stamina, exhausted) },
      stamina: staminaMax.value,
      agility: agilityMax.value,
      aura: auraMax.value,
      surges: surgesMax.value,
    },
  });
}

/** No turns: a Round is open, everybody holds Energy, and whoever can pay may act. */
export const energy = rulesetOf<EnergyEncounter>({
  id: 'energy',
  settings: SETTINGS,
  conditions: CONDITIONS,
  fighter: readFighter,
  idle: IDLE,
  commands: COMMANDS,
  options: OPTIONS,
  marks: MARK_RULES,
  reactions: REACTIONS,
  bound: () => bound,
  standing: {
    pauses: (settings) => ({ [DECLARED]: pauseOf(settings) }),
    fallbacks: {
      'initiative-challenge': ['decline'],
      'fling-weapon': ['leave'],
      repair: ['nothing'],
      'rest-block': ['go-on'],
      'cut-into': ['go-on'],
      'rest-surges': [],
      'escape-by': [],
      'hold-by': [],
      'agile-move': [],
      'quicker-place': [],
      push: [],
      'fling-place': [],
    },
  },
  moves,
  threat: THREAT,
  momentOf: ({ round }) => `r${round}`,
  // E-02.
  timing: { roundSeconds: ROUND_SECONDS },
  views: VIEWS,
  build: async () => (await import('./build')).BUILD,
});
