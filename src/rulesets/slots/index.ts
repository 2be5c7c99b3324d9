import type { Sheet } from '../../encounter/ruleset';
import { rulesetOf } from '../../toolkit/define/ruleset';
import { each } from '../../toolkit/define/schema';
import { fighterOf, readBase, readItem } from '../../toolkit/define/sheet-schema';
import { IDLE, TIMING } from './clock';
import { COMMANDS, moves } from './commands';
import { bound, CONDITIONS } from './conditions';
import { THREAT } from './movement/movement';
import { OPTIONS } from './options';
import { REACTIONS } from './reactions';
import { ABILITIES, damagePool, SCHEMA, SETTINGS } from './schema';
import { MARK_RULES, readBook, type SlotsEncounter, type SlotsFighter } from './state';
import { derive } from './stats';
import { VIEWS } from './view/view';

/** Counters that only grow until somebody sets them back; this is as far as they are shown. */
const COUNTER = { max: 999, first: 0 };

/** Makes a fighter of what is entered on its sheet. Pools not named are as a fresh fighter has them: unhurt, all slots unspent. */
function readFighter(sheet: Sheet): SlotsFighter {
  const items = sheet.items.map((item) => readItem(SCHEMA, item));
  const base = readBase(SCHEMA, sheet.base);
  return fighterOf(SCHEMA, sheet, {
    conditions: CONDITIONS,
    stats: derive(base, items),
    items,
    book: readBook(sheet.book),
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

/** Turns in the order of initiative: a Standard, a Move and a Quick slot each, and a Reaction for the turns of others. */
export const slots = rulesetOf<SlotsEncounter>({
  id: 'slots',
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
    fallbacks: { writhing: ['move'], grapple: ['hold'], push: [], 'step-aside': [], 'ready-step': [] },
  },
  moves,
  threat: THREAT,
  momentOf: ({ round, phase, turn }) => `r${round}/${phase}/${turn ?? ''}`,
  timing: TIMING,
  views: VIEWS,
  build: async () => (await import('./build')).BUILD,
});
