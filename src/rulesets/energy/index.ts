import { defineRuleset } from '../../toolkit/ruleset';
import { autoAdvance, IDLE } from './clock';
import { COMMANDS, GROUP_ROLLS, moves, THREAT } from './commands';
import { CONDITIONS } from './conditions';
import { GEAR } from './gear';
import { OPTIONS } from './options';
import { REACTIONS } from './reactions';
import { ROUND_SECONDS, SCHEMA, SETTINGS } from './schema';
import { type EnergyEncounter, STATE } from './state';
import { derive, poolsOf } from './stats';
import { DECLARED, pauseOf } from './turn/declaration';
import { VIEWS } from './view/view';

/** No turns: while a Round is open, every fighter who can pay may act. */
export const energy = defineRuleset<EnergyEncounter, typeof SCHEMA>({
  schema: SCHEMA,
  settings: SETTINGS,
  conditions: CONDITIONS,
  state: STATE,
  derive,
  pools: ({ sheet, stats }) => poolsOf(stats, sheet),
  idle: IDLE,
  commands: COMMANDS,
  options: OPTIONS,
  groupRolls: GROUP_ROLLS,
  reactions: REACTIONS,
  automation: {
    autoAdvance,
    timeLimits: (settings) => ({ [DECLARED]: pauseOf(settings) }),
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
  gear: GEAR,
  rests: ['short-rest', 'long-rest'],
  moves,
  threat: THREAT,
  momentOf: ({ round }) => `r${round}`,
  // E-02.
  timing: { roundSeconds: ROUND_SECONDS, endTurn: 'wait' },
  views: VIEWS,
  loadBuild: async () => (await import('./build')).BUILD,
  loadWorth: async () => (await import('./worth')).WORTH,
});
