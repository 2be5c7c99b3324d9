import { rulesetOf } from '../../toolkit/define/ruleset';
import { bound } from './attack/reach';
import { IDLE, TIMING } from './clock';
import { COMMANDS, moves } from './commands';
import { CONDITIONS } from './conditions';
import { readFighter } from './fighter';
import { MARK_RULES } from './marks';
import { OPTIONS } from './options';
import { STANDING } from './standing';
import type { ClashEncounter } from './stats';
import { SETTINGS } from './terms';
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
