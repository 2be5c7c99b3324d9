import { rulesetOf } from '../../rulebook/ruleset';
import { REACTIONS } from './attack/reactions';
import { IDLE, TIMING } from './clock';
import { COMMANDS, moves } from './commands';
import { bound, CONDITIONS } from './conditions';
import { THREAT } from './movement/movement';
import { MARK_RULES, OPTIONS } from './options';
import { SETTINGS } from './schema';
import { readFighter, type SlotsEncounter } from './stats';
import { VIEWS } from './view/view';

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
    fallbacks: { writhing: ['move'], grapple: ['hold'], push: [], 'step-aside': [] },
  },
  moves,
  threat: THREAT,
  momentOf: ({ round, phase, turn }) => `r${round}/${phase}/${turn ?? ''}`,
  timing: TIMING,
  views: VIEWS,
});
