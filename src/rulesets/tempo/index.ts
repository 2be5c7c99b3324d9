import type { Sheet } from '../../encounter/ruleset';
import { rulesetOf } from '../../toolkit/define/ruleset';
import { fighterOf, readBase, readItem } from '../../toolkit/define/sheet-schema';
import { goesOn, IDLE, TIMING } from './clock';
import { COMMANDS, moves } from './commands';
import { bound, CONDITIONS } from './conditions';
import { OPTIONS } from './options';
import { SCANS_ONLY, SECRETS } from './plan/plan';
import { DURATIONS, SCHEMA, SETTINGS, type TempoItem, TIERS } from './schema';
import { MARK_RULES, readBook, type TempoEncounter, type TempoFighter } from './state';
import { derive } from './stats';
import { VIEWS } from './view/view';

/** More Momentum than anybody gathers in a Scene. */
const MOST_MOMENTUM = 99;

const empty = (max: number) => ({ max, first: 0 });

/** Makes a fighter of what is entered on its sheet. HP not named are full, everything else that is counted begins at nothing. */
function readFighter(sheet: Sheet): TempoFighter {
  const items = sheet.items.map(itemOf);
  const stats = derive(readBase(SCHEMA, sheet.base), items);
  const committed = (tier: (typeof TIERS)[number]) =>
    Object.fromEntries(DURATIONS.map((duration) => [`${duration}${tier}`, empty(stats[`mana${tier}`])]));
  return fighterOf(SCHEMA, sheet, {
    conditions: CONDITIONS,
    stats,
    items,
    book: readBook(sheet.book),
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

/** Plans are laid, then the count goes from 0 to 9, and each action happens on its number. */
export const tempo = rulesetOf<TempoEncounter>({
  id: 'tempo',
  settings: SETTINGS,
  conditions: CONDITIONS,
  fighter: readFighter,
  idle: IDLE,
  commands: COMMANDS,
  options: OPTIONS,
  marks: MARK_RULES,
  reactions: ['intercept', 'dual-wield', 'teamwork', 'exert-retry', 'react'],
  bound: () => bound,
  standing: {
    goesOn,
    fallbacks: { 'prepared-accept': ['back-out'], shift: ['done'] },
  },
  secrets: ({ plans }) => (plans === 'open' ? SCANS_ONLY : SECRETS),
  moves,
  momentOf: ({ round, phase, tempo: number }) => `r${round}/${phase === 'planning' ? 'plan' : `t${number}`}`,
  timing: TIMING,
  views: VIEWS,
  build: async () => (await import('./build')).BUILD,
});
