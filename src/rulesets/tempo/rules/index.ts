import { NO_SECRETS, type Ruleset } from '../../../encounter/ruleset';
import { cardView } from './card';
import { IDLE } from './clock';
import { CLOCK, interrupts, knows, moves, play, whyNot } from './commands';
import { CONDITIONS } from './conditions';
import { readFighter } from './fighter';
import { GM_OPTIONS } from './options';
import { SECRETS } from './planning';
import type { TempoEncounter } from './stats';
import { actionView, sheetView, trackerView } from './view';
import { SETTINGS } from './words';

/** Plans are laid, then the count goes from 0 to 9, and each action happens on its number. */
export const tempo: Ruleset<TempoEncounter> = {
  id: 'tempo',
  settings: SETTINGS,
  conditions: CONDITIONS,
  fighter: readFighter,
  idle: IDLE,
  clockCommands: Object.keys(CLOCK),
  gmOptions: GM_OPTIONS,
  whyNot,
  play,
  interrupts,
  reactions: ['intercept', 'dual-wield', 'teamwork', 'exert-retry', 'react'],
  knows,
  secrets: ({ plans }) => (plans === 'open' ? NO_SECRETS : SECRETS),
  moves,
  momentOf: ({ round, phase, tempo: number }) => `r${round}/${phase === 'planning' ? 'plan' : `t${number}`}`,
  views: { tracker: trackerView, sheet: sheetView, action: actionView, card: cardView },
};
