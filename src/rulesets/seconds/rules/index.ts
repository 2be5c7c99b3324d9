import { NO_SECRETS, NO_THREAT, type Ruleset } from '../../../encounter/ruleset';
import { NO_STANDING } from '../../../encounter/standing';
import { partsNow } from '../../../mechanics/bond';
import { reactionOrder } from '../../../mechanics/reaction';
import { cardView } from './card';
import { IDLE } from './clock';
import { CLOCK, interrupts, knows, play, whyNot } from './commands';
import { CONDITIONS } from './conditions';
import { readFighter } from './fighter';
import { FORMER_OUTCOMES } from './former';
import { boundIn } from './harm';
import { GM_OPTIONS, OPTIONS } from './options';
import { REACTIONS } from './reactions';
import type { SecondsEncounter } from './stats';
import { TIMING } from './timing';
import { actionView, sheetView, trackerView } from './view';
import { moves } from './ways';
import { SETTINGS } from './words';

/** Three seconds a turn: everything takes time, and what does not fit goes on in the next turn. */
export const seconds: Ruleset<SecondsEncounter> = {
  id: 'seconds',
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
    orders: REACTIONS.map(reactionOrder),
    goesOn: (encounter) => partsNow(encounter, boundIn(encounter)),
    fallbacks: {
      'check-by': [],
      'hold-by': [],
      'disarm-by': [],
      'keep-by': [],
      'save-by': [],
      'hold-what': ['done'],
      'held-step': [],
      fling: [],
      'fling-weapon': [],
    },
  },
  knows,
  secrets: () => NO_SECRETS,
  moves,
  threat: NO_THREAT,
  momentOf: ({ round, turn }) => `r${round}/${turn}`,
  timing: TIMING,
  views: { tracker: trackerView, sheet: sheetView, action: actionView, card: cardView },
  formerOutcomes: FORMER_OUTCOMES,
};
