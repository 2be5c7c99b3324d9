import { each } from '../../toolkit/define/schema';
import { defineRuleset } from '../../toolkit/ruleset';
import type { Action } from './action';
import { ACTIONS } from './actions';
import { IDLE, TIMING } from './clock';
import { COMMANDS, GROUP_ROLLS } from './commands';
import { CONDITIONS } from './conditions';
import { GEAR } from './gear';
import { OPTIONS } from './options';
import { SCHEMA, SETTINGS } from './schema';
import { type SecondsEncounter, STATE } from './state';
import { derive, worldSettingsOf } from './stats';
import { moves } from './view/lane';
import { VIEWS } from './view/view';

export const seconds = defineRuleset<SecondsEncounter, typeof SCHEMA>({
  schema: SCHEMA,
  settings: SETTINGS,
  conditions: CONDITIONS,
  state: STATE,
  derive: (base, _, settings) => derive(base, worldSettingsOf({ settings })),
  pools: ({ base, stats }) => ({ seconds: stats.secondsPerTurn, reactions: stats.reactionsMax, hp: base.hpMax }),
  idle: IDLE,
  commands: COMMANDS,
  options: OPTIONS,
  groupRolls: GROUP_ROLLS,
  reactions: Object.entries<Action>(ACTIONS).flatMap(([id, { reacts }]) => (reacts ? [id] : [])),
  automation: {
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
  gear: GEAR,
  rests: ['restore'],
  moves,
  momentOf: ({ round, turn }) => `r${round}/${turn}`,
  timing: TIMING,
  views: VIEWS,
  loadBuild: async () => (await import('./build')).BUILD,
  loadWorth: async () => (await import('./worth')).WORTH,
});
