import { NO_SECRETS, NO_THREAT, type Ruleset } from '../../../encounter/ruleset';
import { cardView } from './card';
import { IDLE } from './clock';
import { CLOCK, interrupts, knows, moves, play, whyNot } from './commands';
import { CONDITIONS } from './conditions';
import { readFighter } from './fighter';
import { FORMER_OUTCOMES } from './former';
import { GM_OPTIONS, OPTIONS } from './options';
import { STANDING } from './standing';
import type { ClashEncounter } from './stats';
import { TIMING } from './timing';
import { actionView, sheetView, trackerView } from './view';
import { SETTINGS } from './words';

/** A turn each, in the order of initiative; every blow is a clash of two totals, and lands somewhere. */
export const clash: Ruleset<ClashEncounter> = {
  id: 'clash',
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
  standing: STANDING,
  knows,
  secrets: () => NO_SECRETS,
  moves,
  threat: NO_THREAT,
  momentOf: ({ round, turn }) => `r${round}/${turn ?? ''}`,
  timing: TIMING,
  views: { tracker: trackerView, sheet: sheetView, action: actionView, card: cardView },
  formerOutcomes: FORMER_OUTCOMES,
};
