import { defineRuleset } from '../../toolkit/ruleset';
import { ACTIONS } from './actions';
import { IDLE, TIMING } from './clock';
import { COMMANDS, GROUP_ROLLS, moves } from './commands';
import { CONDITIONS } from './conditions';
import { GEAR } from './gear';
import { threatOf } from './movement/movement';
import { OPTIONS } from './options';
import { REACTIONS } from './reactions';
import { SCHEMA, SETTINGS } from './schema';
import { type SlotsEncounter, STATE } from './state';
import { derive, poolsOf } from './stats';
import { VIEWS } from './view/view';

/** Turns by initiative with a Standard, a Move and a Quick slot, and a Reaction between turns. */
export const slots = defineRuleset<SlotsEncounter, typeof SCHEMA>({
  schema: SCHEMA,
  settings: SETTINGS,
  conditions: CONDITIONS,
  state: STATE,
  derive,
  pools: ({ base }) => poolsOf(base),
  idle: IDLE,
  commands: COMMANDS,
  options: OPTIONS,
  groupRolls: GROUP_ROLLS,
  reactions: Object.keys(REACTIONS),
  automation: {
    fallbacks: { writhing: ['move'], grapple: ['hold'], give: ['no'], push: [], 'step-aside': [], 'ready-step': [] },
  },
  gear: GEAR,
  rests: ['restore'],
  moves,
  threat: threatOf(ACTIONS),
  momentOf: ({ round, phase, turn }) => `r${round}/${phase}/${turn ?? ''}`,
  timing: TIMING,
  views: VIEWS,
  loadBuild: async () => (await import('./build')).BUILD,
  loadWorth: async () => (await import('./worth')).WORTH,
});
