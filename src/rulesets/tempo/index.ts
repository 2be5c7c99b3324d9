import { defineRuleset } from '../../toolkit/ruleset';
import { autoAdvance, dropMessages, IDLE, TIMING } from './clock';
import { COMMANDS, GROUP_ROLLS } from './commands';
import { CONDITIONS } from './conditions';
import { GEAR } from './gear';
import { OPTIONS } from './options';
import { SCANS_ONLY, SECRETS } from './plan/plan';
import { SCHEMA, SETTINGS } from './schema';
import { STATE, type TempoEncounter } from './state';
import { derive, itemOf, poolsOf } from './stats';
import { VIEWS } from './view/view';
import { moves } from './view/ways';

/** Players plan actions; then the count runs from 0 to 9, and each action happens on its number. */
export const tempo = defineRuleset<TempoEncounter, typeof SCHEMA>({
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
  reactions: ['intercept', 'dual-wield', 'teamwork', 'exert-retry', 'react'],
  automation: {
    autoAdvance,
    fallbacks: { 'prepared-accept': ['back-out'], shift: ['done'] },
  },
  warnings: (encounter, { do: id }) => (id === 'count' ? dropMessages(encounter) : []),
  secrets: ({ plans }) => (plans === 'open' ? SCANS_ONLY : SECRETS),
  gear: GEAR,
  rests: ['shallow-rest', 'deep-rest'],
  moves,
  momentOf: ({ scene, round, phase, tempo: number }) =>
    `s${scene}/r${round}/${phase === 'planning' ? 'plan' : `t${number}`}`,
  timing: TIMING,
  views: VIEWS,
  loadBuild: async () => (await import('./build')).BUILD,
  loadWorth: async () => (await import('./worth')).WORTH,
});
