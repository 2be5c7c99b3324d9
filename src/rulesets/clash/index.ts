import { rulesetOf } from '../../toolkit/define/ruleset';
import { bound } from './attack/reach';
import { IDLE, TIMING } from './clock';
import { COMMANDS, moves } from './commands';
import { CONDITIONS } from './conditions';
import { readFighter } from './fighter';
import { OPTIONS } from './options';
import { STANDING } from './reactions';
import { SETTINGS } from './schema';
import { type ClashEncounter, MARK_RULES } from './state';
import { VIEWS } from './view/view';

/** A turn each, in the order of initiative; every blow is a clash of two totals, and lands somewhere. */
export const clash = rulesetOf<ClashEncounter>({
  id: 'clash',
  settings: SETTINGS,
  conditions: CONDITIONS,
  fighter: readFighter,
  idle: IDLE,
  commands: COMMANDS,
  options: OPTIONS,
  marks: MARK_RULES,
  bound: () => bound,
  standing: STANDING,
  moves,
  momentOf: ({ round, turn }) => `r${round}/${turn ?? ''}`,
  timing: TIMING,
  views: VIEWS,
  build: async () => (await import('./build')).BUILD,
});
