import { NO_SECRETS, type Ruleset } from '../../../encounter/ruleset';
import { cardView } from './card';
import { IDLE } from './clock';
import { CLOCK, interrupts, knows, moves, play, whyNot } from './commands';
import { CONDITIONS } from './conditions';
import { readFighter } from './fighter';
import { REACTIONS } from './reactions';
import type { SlotsEncounter } from './stats';
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
  gmOptions: ['ambushers', 'other', 'provoked'],
  whyNot,
  play,
  interrupts,
  reactions: REACTIONS,
  knows,
  secrets: () => NO_SECRETS,
  moves,
  momentOf: ({ round, phase, turn }) => `r${round}/${phase}/${turn ?? ''}`,
  views: { tracker: trackerView, sheet: sheetView, action: actionView, card: cardView },
};
