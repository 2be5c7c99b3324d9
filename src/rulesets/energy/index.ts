import { NO_TURNS } from '../../encounter/timing';
import { rulesetOf } from '../../rulebook/ruleset';
import { bound } from './attack/hold';
import { IDLE } from './clock';
import { COMMANDS, moves } from './commands';
import { CONDITIONS } from './conditions';
import { readFighter } from './fighter';
import { REACTIONS } from './interrupts/reactions';
import { MARK_RULES } from './marks';
import { THREAT } from './movement/threat';
import { OPTIONS } from './options';
import type { EnergyEncounter } from './stats';
import { VIEWS } from './view/view';
import { SETTINGS } from './words';

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
    fallbacks: {
      'initiative-challenge': ['decline'],
      'fling-weapon': ['leave'],
      repair: ['nothing'],
      'rest-block': ['go-on'],
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
  timing: { ...NO_TURNS, roundSeconds: 5 },
  views: VIEWS,
});
