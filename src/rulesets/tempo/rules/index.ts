import { NO_THREAT, type Ruleset } from '../../../encounter/ruleset';
import { NO_STANDING } from '../../../encounter/standing';
import { partsNow } from '../../../mechanics/bond';
import { reactionOrder } from '../../../mechanics/reaction';
import { cardView } from './card';
import { goesOn, IDLE } from './clock';
import { CLOCK, interrupts, knows, moves, play, whyNot } from './commands';
import { bound, CONDITIONS } from './conditions';
import { readFighter } from './fighter';
import { FORMER_OUTCOMES } from './former';
import { GM_OPTIONS, OPTIONS } from './options';
import { SCANS_ONLY, SECRETS } from './planning';
import type { TempoEncounter } from './stats';
import { TIMING } from './timing';
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
  options: OPTIONS,
  gmOptions: GM_OPTIONS,
  whyNot,
  play,
  interrupts,
  standing: {
    ...NO_STANDING,
    orders: ['intercept', 'dual-wield', 'teamwork', 'exert-retry', 'react'].map(reactionOrder),
    goesOn: (encounter) => partsNow(encounter, bound) ?? goesOn(encounter as TempoEncounter),
    fallbacks: { 'prepared-accept': ['back-out'], shift: ['done'] },
  },
  knows,
  secrets: ({ plans }) => (plans === 'open' ? SCANS_ONLY : SECRETS),
  moves,
  threat: NO_THREAT,
  momentOf: ({ round, phase, tempo: number }) => `r${round}/${phase === 'planning' ? 'plan' : `t${number}`}`,
  timing: TIMING,
  views: { tracker: trackerView, sheet: sheetView, action: actionView, card: cardView },
  formerOutcomes: FORMER_OUTCOMES,
};
