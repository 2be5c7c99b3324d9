import { NO_SECRETS, type Ruleset } from '../../../encounter/ruleset';
import { NO_STANDING } from '../../../encounter/standing';
import { partsNow } from '../../../mechanics/bond';
import { reactionOrder } from '../../../mechanics/reaction';
import { cardView } from './card';
import { IDLE } from './clock';
import { CLOCK, interrupts, knows, moves, play, whyNot } from './commands';
import { bound, CONDITIONS } from './conditions';
import { readFighter } from './fighter';
import { FORMER_OUTCOMES } from './former';
import { GM_OPTIONS, OPTIONS } from './options';
import { THREAT } from './provoke';
import { REACTIONS } from './reactions';
import type { SlotsEncounter } from './stats';
import { TIMING } from './timing';
import { actionView, sheetView, trackerView } from './view';
import { SETTINGS } from './words';

/** Turns in the order of initiative: a Standard, a Move and a Quick slot each, and a Reaction for the turns of others. */
export const slots: Ruleset<SlotsEncounter> = {
  id: 'slots',
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
    goesOn: (encounter) => partsNow(encounter, bound),
    fallbacks: { writhing: ['move'], grapple: ['hold'], push: [], 'step-aside': [] },
  },
  knows,
  secrets: () => NO_SECRETS,
  moves,
  threat: THREAT,
  momentOf: ({ round, phase, turn }) => `r${round}/${phase}/${turn ?? ''}`,
  timing: TIMING,
  views: { tracker: trackerView, sheet: sheetView, action: actionView, card: cardView },
  formerOutcomes: FORMER_OUTCOMES,
};
