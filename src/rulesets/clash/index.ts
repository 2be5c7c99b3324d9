import { defineRuleset } from '../../toolkit/ruleset';
import { IDLE, TIMING } from './clock';
import { COMMANDS, GROUP_ROLLS, moves } from './commands';
import { CONDITIONS } from './conditions';
import { GEAR } from './gear';
import { OPTIONS } from './options';
import { AUTOMATION } from './reactions';
import { SCHEMA, SETTINGS } from './schema';
import { type ClashEncounter, STATE } from './state';
import { derive, itemOf, poolsOf } from './stats';
import { VIEWS } from './view/view';

export const clash = defineRuleset<ClashEncounter, typeof SCHEMA>({
  schema: SCHEMA,
  settings: SETTINGS,
  conditions: CONDITIONS,
  state: STATE,
  derive,
  pools: ({ stats }) => poolsOf(stats),
  itemOf,
  idle: IDLE,
  commands: COMMANDS,
  options: OPTIONS,
  groupRolls: GROUP_ROLLS,
  automation: AUTOMATION,
  gear: GEAR,
  rests: ['restore'],
  moves,
  momentOf: ({ round, turn }) => `r${round}/${turn ?? ''}`,
  timing: TIMING,
  views: VIEWS,
  loadBuild: async () => (await import('./build')).BUILD,
  loadWorth: async () => (await import('./worth')).WORTH,
});
