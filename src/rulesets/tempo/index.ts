import { rulesetOf } from '../../rulebook/ruleset';
import { goesOn, IDLE } from './clock';
import { COMMANDS, moves } from './commands';
import { bound, CONDITIONS } from './conditions';
import { readFighter } from './fighter';
import { MARK_RULES } from './marks';
import { OPTIONS } from './options';
import { SCANS_ONLY, SECRETS } from './plan/planning';
import type { TempoEncounter } from './stats';
import { TIMING } from './timing';
import { VIEWS } from './view/view';
import { SETTINGS } from './words';

/** Plans are laid, then the count goes from 0 to 9, and each action happens on its number. */
export const tempo = rulesetOf<TempoEncounter>({
  id: 'tempo',
  settings: SETTINGS,
  conditions: CONDITIONS,
  fighter: readFighter,
  idle: IDLE,
  commands: COMMANDS,
  options: OPTIONS,
  marks: MARK_RULES,
  reactions: ['intercept', 'dual-wield', 'teamwork', 'exert-retry', 'react'],
  bound: () => bound,
  standing: {
    goesOn,
    fallbacks: { 'prepared-accept': ['back-out'], shift: ['done'] },
  },
  secrets: ({ plans }) => (plans === 'open' ? SCANS_ONLY : SECRETS),
  moves,
  momentOf: ({ round, phase, tempo: number }) => `r${round}/${phase === 'planning' ? 'plan' : `t${number}`}`,
  timing: TIMING,
  views: VIEWS,
});
