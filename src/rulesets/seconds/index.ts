import type { Sheet } from '../../encounter/ruleset';
import type { Encounter } from '../../encounter/state';
import { rulesetOf } from '../../toolkit/define/ruleset';
import { each } from '../../toolkit/define/schema';
import { fighterOf, readBase, readItem } from '../../toolkit/define/sheet-schema';
import { boundIn } from './attack/harm';
import { IDLE, TIMING } from './clock';
import { COMMANDS } from './commands';
import { CONDITIONS } from './conditions';
import { OPTIONS } from './options';
import { REACTIONS } from './reactions';
import { SCHEMA, SETTINGS } from './schema';
import { MARK_RULES, readBook, type SecondsEncounter, type SecondsFighter } from './state';
import { derive, worldOf } from './stats';
import { moves } from './view/lane';
import { VIEWS } from './view/view';

/** Makes a fighter of what is entered on its sheet. A pool not named is full. */
function readFighter(sheet: Sheet, settings: Encounter['settings']): SecondsFighter {
  const items = sheet.items.map((item) => readItem(SCHEMA, item));
  const base = readBase(SCHEMA, sheet.base);
  const stats = derive(base, worldOf({ settings }));
  return fighterOf(SCHEMA, sheet, {
    conditions: CONDITIONS,
    stats,
    items,
    book: readBook(sheet.book),
    pools: { seconds: stats.secondsPerTurn, reactions: stats.reactionsMax, hp: base.hpMax },
  });
}

/** Three seconds a turn: everything takes time, and what does not fit goes on in the next turn. */
export const seconds = rulesetOf<SecondsEncounter>({
  id: 'seconds',
  settings: SETTINGS,
  conditions: CONDITIONS,
  fighter: readFighter,
  idle: IDLE,
  commands: COMMANDS,
  options: OPTIONS,
  marks: MARK_RULES,
  reactions: REACTIONS,
  bound: boundIn,
  standing: {
    fallbacks: {
      ...each(['check-by', 'hold-by', 'disarm-by', 'keep-by', 'save-by'], () => []),
      'hold-what': ['done'],
      'held-step': [],
      'held-jump': [],
      'hold-move': [],
      'hold-when': ['any'],
      object: [],
      fling: [],
      'fling-weapon': [],
    },
  },
  moves,
  momentOf: ({ round, turn }) => `r${round}/${turn}`,
  timing: TIMING,
  views: VIEWS,
  build: async () => (await import('./build')).BUILD,
});
