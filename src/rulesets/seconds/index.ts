import { rulesetOf } from '../../rulebook/ruleset';
import { boundIn } from './attack/harm';
import { IDLE } from './clock';
import { COMMANDS } from './commands';
import { CONDITIONS } from './conditions';
import { readFighter } from './fighter';
import { MARK_RULES } from './marks';
import { moves } from './movement/ways';
import { OPTIONS } from './options';
import { REACTIONS } from './reactions';
import type { SecondsEncounter } from './stats';
import { TIMING } from './timing';
import { VIEWS } from './view/view';
import { SETTINGS } from './words';

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
      'check-by': [],
      'hold-by': [],
      'disarm-by': [],
      'keep-by': [],
      'save-by': [],
      'hold-what': ['done'],
      'held-step': [],
      fling: [],
      'fling-weapon': [],
    },
  },
  moves,
  momentOf: ({ round, turn }) => `r${round}/${turn}`,
  timing: TIMING,
  views: VIEWS,
});
